import { useState } from 'react'
import {
  changeAccess,
  changeRole,
  endSessionsOf,
  invite,
  readStaff,
  withdrawInvitation,
  type StaffList,
} from '#contract/desk/staff.ts'
import { EMAIL_LENGTH_MAX } from '#domain/limits.ts'
import { ROLE_TEXT, ROLES, type Role } from '#domain/permissions.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useForm } from '#app/state/use-form.ts'
import { Confirm } from './Confirm.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { Loading, LoadingFields, LoadingRows, LoadingSummary } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { SearchForm } from './SearchForm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { StaffSummary } from './StaffSummary.tsx'
import { dateTime } from './texts.ts'

export function StaffScreen() {
  useTitle('People')
  const { state, setValue, retry } = useDeskData(readStaff)
  const isPermitted = useDesk().may('change-staff')
  return (
    <>
      <h1 className="text-3xl">People</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingStaff />}
      {state.status === 'ready' && (
        <>
          <StaffSummary {...state.value} />
          <Staff staff={state.value.staff} mayChange={isPermitted} onChange={setValue} />
          {state.value.invitations.length > 0 && (
            <Invitations invitations={state.value.invitations} mayChange={isPermitted} onChange={setValue} />
          )}
          {isPermitted && <InviteForm onChange={setValue} />}
        </>
      )}
    </>
  )
}

function LoadingStaff() {
  return (
    <Loading>
      <LoadingSummary />
      <LoadingFields count={2} className="mt-6 sm:grid-cols-[1fr_14rem]" />
      <LoadingRows
        rows={6}
        cells={[['text-base', 'text-sm', 'text-sm', 'button']]}
        columns="grid-cols-[auto_1fr]"
        mark="size-10 rounded-full border bg-raised"
        spacing="gap-x-4 gap-y-1 py-4"
        className="mt-6"
      />
    </Loading>
  )
}

interface ChangeProps {
  readonly mayChange: boolean
  readonly onChange: (list: StaffList) => void
}

type StaffMember = StaffList['staff'][number]

type View = 'all' | 'active' | 'disabled' | Role

const VIEW_LABELS = {
  all: 'Everybody',
  active: 'Who can sign in',
  disabled: 'Disabled',
  ...Object.fromEntries(ROLES.map((role) => [role, `Role: ${ROLE_TEXT[role].label.toLowerCase()}`])),
} as Readonly<Record<View, string>>

function isInView({ role, isDisabled }: StaffMember, view: View): boolean {
  if (view === 'all') return true
  if (view === 'active' || view === 'disabled') return isDisabled === (view === 'disabled')
  return role === view
}

/** Filtered while typing: a shop has few staff. */
function Staff({ staff, ...change }: ChangeProps & Pick<StaffList, 'staff'>) {
  const [text, setText] = useState('')
  const [view, setView] = useState<View>('all')
  const query = text.toLowerCase()
  const found = staff.filter(
    (each) => isInView(each, view) && `${each.name} ${each.email}`.toLowerCase().includes(query),
  )
  return (
    <>
      <SearchForm
        label="Name or e-mail"
        maxLength={EMAIL_LENGTH_MAX}
        isLive
        className="sm:grid-cols-[1fr_14rem]"
        views={VIEW_LABELS}
        view={view}
        onView={setView}
        onFind={setText}
      />
      <p aria-live="polite" className="mt-6 text-sm text-ink-soft">
        {found.length === staff.length
          ? countText(staff.length)
          : `${found.length} of ${countText(staff.length)}`}
      </p>
      {found.length === 0 ? (
        <p className="mt-3">Nobody matches.</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {found.map((staffMember) => (
            <StaffMemberRow
              key={staffMember.id}
              staffMember={staffMember}
              isLastOwner={isOnlyOwner(staffMember, staff)}
              {...change}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function isOnlyOwner({ id, role, isDisabled }: StaffMember, staff: readonly StaffMember[]): boolean {
  const others = staff.filter((each) => each.id !== id && each.role === 'owner' && !each.isDisabled)
  return role === 'owner' && !isDisabled && others.length === 0
}

function countText(count: number): string {
  return count === 1 ? 'one person' : `${count} people`
}

interface MemberProps {
  readonly staffMember: StaffMember
  readonly isLastOwner: boolean
}

function StaffMemberRow({ mayChange, onChange, ...member }: ChangeProps & MemberProps) {
  const { staffMember, isLastOwner } = member
  const { name, email, role, isDisabled, sessions, lastSeenAt } = staffMember
  return (
    // The keys j and k move through the rows; Tab leads on to their buttons.
    <li
      data-row
      tabIndex={-1}
      className="grid grid-cols-1 gap-x-6 gap-y-3 border-b border-line py-4 -outline-offset-2 xl:grid-cols-[1fr_auto] xl:items-center"
    >
      <div className="grid min-w-0 grid-cols-[auto_1fr] gap-x-4">
        <Initials name={name} isPale={isDisabled} />
        <div className="min-w-0">
          <p className="break-words">
            {name} <span className="text-ink-soft">· {ROLE_TEXT[role].label}</span>
          </p>
          <p className="text-sm text-ink-soft">
            <EmailAddress>{email}</EmailAddress>
          </p>
          <p className="text-sm text-ink-soft">
            {isDisabled && <span className="text-ruby">Disabled. </span>}
            {lastSeenAt === null
              ? 'Not signed in.'
              : `${sessions === 1 ? 'One sign-in' : `${sessions} sign-ins`}, last active ${dateTime(lastSeenAt)}.`}
          </p>
          {mayChange && isLastOwner && (
            <p className="text-sm text-ink-soft">
              The only owner keeps role and access: make another person an owner first.
            </p>
          )}
        </div>
      </div>
      {mayChange && <StaffMemberButtons {...member} onChange={onChange} />}
    </li>
  )
}

function Initials({ name, isPale }: { readonly name: string; readonly isPale: boolean }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-10 place-items-center rounded-full border border-line bg-raised text-sm',
        isPale ? 'text-ink-soft' : 'font-medium',
      )}
    >
      {letters.join('').toUpperCase()}
    </span>
  )
}

function StaffMemberButtons({
  staffMember,
  isLastOwner,
  onChange,
}: Pick<ChangeProps, 'onChange'> & MemberProps) {
  const { send } = useDesk()
  const { id, name, role, isDisabled, sessions } = staffMember
  const params = { id }
  const common = { about: `of ${name}`, onDone: onChange }
  return (
    <div className="flex flex-wrap gap-2">
      <Confirm
        {...common}
        label="Change role"
        canOpen={!isLastOwner}
        title={`Role of ${name}`}
        confirmLabel="Change role"
        onConfirm={({ role: chosen }) =>
          send(changeRole, { params, body: { role: ROLES.find((each) => each === chosen) ?? role } })
        }
      >
        <RoleField defaultValue={role} />
        <p>The new role holds at once.</p>
      </Confirm>
      {sessions > 0 && (
        <Confirm
          {...common}
          label="Sign out"
          title={`Sign ${name} out`}
          confirmLabel="Sign out"
          onConfirm={() => send(endSessionsOf, { params })}
        >
          <p>Ends all sign-ins of {name}. Signing in again stays possible.</p>
        </Confirm>
      )}
      <Confirm
        {...common}
        label={isDisabled ? 'Enable' : 'Disable'}
        canOpen={!isLastOwner}
        title={isDisabled ? `Enable ${name}` : `Disable ${name}`}
        confirmLabel={isDisabled ? 'Enable' : 'Disable'}
        onConfirm={() => send(changeAccess, { params, body: { isDisabled: !isDisabled } })}
      >
        <p>
          {isDisabled
            ? `${name} can sign in again, with the same password and app.`
            : `${name} is signed out at once and cannot sign in until enabled again. What ${name} did stays in the audit log.`}
        </p>
      </Confirm>
    </div>
  )
}

function RoleField({ defaultValue }: { readonly defaultValue: Role }) {
  const [role, setRole] = useState(defaultValue)
  return (
    <SelectField
      label="Role"
      name="role"
      options={ROLES.map((value) => ({ value, label: ROLE_TEXT[value].label }))}
      hint={`May ${ROLE_TEXT[role].may}.`}
      value={role}
      onChange={({ currentTarget: { value } }) => setRole(ROLES.find((each) => each === value) ?? role)}
    />
  )
}

interface InvitationsProps extends ChangeProps {
  readonly invitations: StaffList['invitations']
}

function Invitations({ invitations, mayChange, onChange }: InvitationsProps) {
  const { send } = useDesk()
  return (
    <Section id="invitations" title="Open invitations" className="mt-10">
      <ul className="mt-4 border-t border-line">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li
            key={id}
            className="grid grid-cols-1 justify-items-start gap-x-6 gap-y-3 border-b border-line py-4 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div className="min-w-0">
              <p>
                <EmailAddress>{email}</EmailAddress>{' '}
                <span className="text-ink-soft">· {ROLE_TEXT[role].label}</span>
              </p>
              <p className="text-sm text-ink-soft">The link works until {dateTime(expiresAt)}.</p>
            </div>
            {mayChange && (
              <Confirm
                label="Withdraw"
                about={`the invitation of ${email}`}
                title="Withdraw the invitation"
                confirmLabel="Withdraw"
                onConfirm={() => send(withdrawInvitation, { params: { id } })}
                onDone={onChange}
              >
                <p>
                  The link that was sent to <EmailAddress>{email}</EmailAddress> stops working.
                </p>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function InviteForm({ onChange }: Pick<ChangeProps, 'onChange'>) {
  const { send } = useDesk()
  const form = useForm(
    ({ email = '', role }) =>
      send(invite, { body: { email, role: ROLES.find((each) => each === role) ?? 'support' } }),
    (list, element) => {
      element.reset()
      onChange(list)
    },
  )
  return (
    <Section id="invite" title="Invite a person" className="mt-10 max-w-md">
      <form onSubmit={form.onSubmit} className="mt-4 grid grid-cols-1 gap-5">
        <ErrorNotice>{form.error}</ErrorNotice>
        <Field
          {...EMAIL_INPUT}
          label="E-mail"
          autoComplete="off"
          required
          hint="The address gets a link that works once, for 24 hours. For a staff member it renews password and app."
          error={form.fieldErrors.email}
        />
        <RoleField defaultValue="packer" />
        <Button type="submit" busy={form.isBusy} className="justify-self-start">
          {form.isBusy ? 'Inviting…' : 'Invite'}
        </Button>
      </form>
    </Section>
  )
}
