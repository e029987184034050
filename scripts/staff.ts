/**
 * `npm run staff -- invite EMAIL --role ROLE`, `list`, `disable EMAIL`: manages access to the desk. See docs/desk.md.
 */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Email } from '#contract/shared.ts'
import { ROLES, type Role } from '#domain/permissions.ts'
import type { Database } from '#server/db/open.ts'
import { setAccess, findStaff, inviteStaff, listStaff, type ActDeps } from '#server/desk/staff-members.ts'
import { CommandError, openConfiguredDatabase, runCommand } from './command.ts'

const USAGE = `npm run staff -- invite EMAIL --role ${ROLES.join('|')}
npm run staff -- list
npm run staff -- disable EMAIL`

type Command = (acting: ActDeps, siteUrl: string) => Promise<void>

await runCommand(async (env) => {
  const command = readCommand(process.argv.slice(2))
  const database = await openConfiguredDatabase(env)
  await command(actingIn(database.db), env.siteUrl).finally(() => database.close())
})

function actingIn(db: Database): ActDeps {
  const name = `command line: ${userInfo().username}`
  return { db, actor: { staffId: null, name, ip: null }, now: new Date() }
}

function readCommand(args: string[]): Command {
  const [verb, email, role] = parse(args)
  switch (verb) {
    case 'list':
      return list
    case 'invite': {
      const [checkedEmail, checkedRole] = [emailOf(email), roleOf(role)]
      return (acting, siteUrl) => sendInvitation(acting, checkedEmail, checkedRole, siteUrl)
    }
    case 'disable': {
      const checkedEmail = emailOf(email)
      return (acting) => disable(acting, checkedEmail)
    }
    default:
      throw new CommandError(USAGE)
  }
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' } },
    })
    return [...positionals.slice(0, 1), positionals[1], values.role]
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(USAGE) : error
  }
}

function emailOf(text: string | undefined): string {
  const parsed = Email.safeParse(text)
  if (!parsed.success) throw new CommandError(USAGE)
  return parsed.data
}

function roleOf(text: string | undefined): Role {
  const role = ROLES.find((each) => each === text)
  if (!role) throw new CommandError(USAGE)
  return role
}

async function list({ db, now }: ActDeps): Promise<void> {
  const { staff, invitations } = await listStaff(db, now)
  for (const { email, name, role, isDisabled } of staff)
    say(`${email}  ${role}  ${name}${isDisabled ? '  (disabled)' : ''}`)
  for (const { email, role, expiresAt } of invitations) say(`${email}  ${role}  (invited until ${expiresAt})`)
  if (staff.length + invitations.length === 0) say('Nobody yet. npm start prints a link for the owner.')
}

async function sendInvitation(acting: ActDeps, email: string, role: Role, siteUrl: string): Promise<void> {
  const invited = await inviteStaff(acting, { email, role, siteUrl })
  if (!invited.ok) throw new CommandError(invited.error.message)
  say(
    invited.value === null
      ? `${email} has an open invitation already.`
      : `${email} gets this link by e-mail. It works once, within 24 hours:\n${invited.value}`,
  )
}

async function disable(acting: ActDeps, email: string): Promise<void> {
  const staffMember = await findStaff(acting.db, email)
  if (!staffMember) throw new CommandError('Nobody of the staff has this address.')
  const disabled = await setAccess(acting, staffMember.id, true)
  if (!disabled.ok) throw new CommandError(disabled.error.message)
  say(`${email} is signed out and cannot sign in.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
