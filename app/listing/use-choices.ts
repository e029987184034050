import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { choicesFromParams, choicesToParams, type Choices } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import { recall, remember } from './remembered.ts'

/** The address follows the choices at this distance, so that typing and sliding do not write it at every step. */
const ADDRESS_FOLLOWS_AFTER_MS = 200

/** Marks the navigations of this hook, which only write down what the page already shows. */
const OWN_NAVIGATION = { isWritten: 'choices' }

/**
 * What the shopper has chosen. The choices live in the page and are seen at once; the address follows them, and leads
 * where somebody else changed it (Back, a link). An address without choices takes the remembered ones.
 */
export function useChoices(listing: Listing, products: readonly Product[]) {
  const { key, search } = useLocation()
  const isOwn = useIsOwnNavigation()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'

  const inAddress = useMemo(
    () => choicesFromParams(new URLSearchParams(search), listing, products),
    [search, listing, products],
  )
  const [choices, setChoices] = useState(inAddress)
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    if (!isOwn) setChoices(inAddress)
  }

  useEffect(() => {
    if (choicesToParams(inAddress, listing).size > 0) return
    const remembered = recall(listing)
    if (remembered.size > 0) setChoices(choicesFromParams(remembered, listing, products))
    // Once, when the listing opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    const wanted = choicesToParams(choices, listing).toString()
    // Whoever has pressed a link meanwhile is not called back.
    if (isLeaving || wanted === choicesToParams(inAddress, listing).toString()) return
    const timer = setTimeout(
      () => void navigate({ search: wanted }, { replace: true, state: OWN_NAVIGATION }),
      ADDRESS_FOLLOWS_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [choices, inAddress, listing, navigate, isLeaving])

  const choose = (next: Choices) => {
    setChoices(next)
    remember(listing, choicesToParams(next, listing))
  }
  return { choices, choose }
}

function useIsOwnNavigation(): boolean {
  const { state }: { state: unknown } = useLocation()
  const isBackOrForward = useNavigationType() === 'POP'
  return (
    !isBackOrForward &&
    typeof state === 'object' &&
    state !== null &&
    'isWritten' in state &&
    state.isWritten === OWN_NAVIGATION.isWritten
  )
}
