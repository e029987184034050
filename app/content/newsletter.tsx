import { data } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { callOnDemand } from '#app/state/call-on-demand.ts'
import { useRequest } from '#app/state/use-request.ts'
import { SHOP } from '#domain/shop.ts'
import type { Route } from './+types/newsletter.ts'

/** Targets of links in e-mails, which act when they are opened. */
const PAGES = {
  confirm: { title: 'Confirm your subscription', working: 'Confirming your subscription...' },
  unsubscribe: { title: 'Unsubscribe', working: 'Unsubscribing...' },
} as const
type Action = keyof typeof PAGES

const BROKEN_LINK = 'This link is not complete. Please open it again from the e-mail.'
const NO_RESPONSE = 'The shop could not be reached. Please check your connection and open the link again.'

export const loader = ({ params }: Route.LoaderArgs) => actionOf(params.action)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => actionOf(params.action)

function actionOf(action: string): Action {
  if (action !== 'confirm' && action !== 'unsubscribe') throw data(null, { status: 404 })
  return action
}

export function meta({ loaderData: action, location }: Route.MetaArgs) {
  const title = PAGES[action ?? 'confirm'].title
  return pageMeta({ title, description: title, path: location.pathname, noindex: true })
}

export default function Newsletter({ loaderData: action }: Route.ComponentProps) {
  const { title, working } = PAGES[action]
  const isBrowser = useIsBrowser()
  const token = isBrowser ? new URLSearchParams(location.search).get('token') : null
  const { state } = useRequest(token === null ? null : `${action} ${token}`, () =>
    callOnDemand(import('#app/layout/newsletter-calls.ts'), ({ requestByToken }) =>
      requestByToken(action, token ?? ''),
    ),
  )
  const isBroken = isBrowser && token === null
  const text =
    state.status === 'ready'
      ? state.value.message
      : state.status === 'failed'
        ? state.error.message || NO_RESPONSE
        : isBroken
          ? BROKEN_LINK
          : working

  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-5 px-4 py-16 text-center sm:py-24">
      <span aria-hidden="true" className="h-px w-16 bg-gold" />
      <h1 className="text-2xl">{title}</h1>
      <output className="block text-lg text-balance">{text}</output>
      <noscript>
        <p>
          This page needs JavaScript. Please write to <a href={`mailto:${SHOP.email}`}>{SHOP.email}</a>{' '}
          instead.
        </p>
      </noscript>
      <ButtonLink to={paths.home} variant="secondary" className="mt-2">
        To the shop
      </ButtonLink>
    </div>
  )
}
