import { SCOPE_NAMES } from '../../contract/scopes.ts'
import { counted, moment } from '../../mcp/render/numbers.ts'
import type { AdminOptions } from '../../service/admin/desk.ts'
import type { MemberView } from '../../service/admin/members.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { limitLine } from '../limit-line.ts'
import { limitsIn } from '../limit-settings.ts'
import { readScopeChange } from '../scopes.ts'
import { askSecret } from '../secret.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

/** Makes the data folder where it is missing, so it is called only after the operands are checked. */
type Options = () => Promise<AdminOptions>
type Order = (invocation: Invocation, options: Options) => Promise<void>

const ORDERS: ReadonlyMap<string, Order> = new Map(
  Object.entries({ list, invite, set, password, remove, 'end-connections': endConnections }),
)

/**
 * Lists, invites, changes and removes members of a workspace of the service inside this program, and sets their passwords. A
 * password is typed or comes from the environment. It is never a command-line argument.
 */
export async function members(invocation: Invocation): Promise<0> {
  const { operands, settings } = invocation
  const [word = ''] = operands
  const order = ORDERS.get(word)
  if (!order) throw unknownOrder('members', word, ORDERS.keys())
  if (word !== 'invite' && word !== 'set' && (settings.role !== undefined || settings.scopes.length > 0)) {
    throw new UsageError(`members ${word} does not take --role or --scopes.`)
  }
  if (word !== 'set' && limitsIn(settings).length > 0)
    throw new UsageError(`members ${word} takes no limits: members set does.`)
  await order(invocation, () => adminOptions(settings))
  return 0
}

async function list({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  takesNoMore(`members ${operands[0]}`, operands, 1)
  const { listMembers } = await import('../../service/admin/members.ts')
  const { showMemberLimits } = await import('../../service/admin/limits.ts')
  const desk = await options()
  const limits = await showMemberLimits(desk)
  const found = (await listMembers(desk)).map(member => ({ ...member, limits: limits.get(member.id) ?? [] }))
  if (settings.json) return void stdout.write(`${JSON.stringify({ members: found })}\n`)
  const lines = found.flatMap(member => [lineOf(member), ...member.limits.map(limitLine)])
  stdout.write(lines.map(line => `${line}\n`).join(''))
}

async function invite({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const wanted = { name: nameOf(operands), ...change(settings), origin: settings.public_url }
  const { inviteMember } = await import('../../service/admin/members.ts')
  const invited = await inviteMember(await options(), wanted)
  const { member, invitation } = invited
  const line = `Send ${member.name} this link. It sets a password, once, until ${moment(invitation.expires_at)}:\n${invitation.url}`
  const lines = [lineOf(member), line, ...(invitation.guessed ? [GUESSED] : [])]
  stdout.write(settings.json ? `${JSON.stringify(invited)}\n` : `${lines.join('\n')}\n`)
}

const GUESSED =
  'No server with sign-in has run on this data folder yet, so the link has the usual address. Name another one with --public-url.'

async function set({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const wanted = { name: nameOf(operands), ...change(settings) }
  const limits = limitsIn(settings)
  if (wanted.role === undefined && settings.scopes.length === 0 && limits.length === 0) {
    throw new UsageError(
      'members set needs --scopes SCOPES, --scopes +SCOPE, --role admin|member, or a limit such as --monthly-credits N.',
    )
  }
  const desk = await options()
  const { setMember } = await import('../../service/admin/members.ts')
  const member = await setMember(desk, wanted)
  const { setLimits } = await import('../../service/admin/limits.ts')
  const held = limits.length === 0 ? [] : await setLimits(desk, { member: wanted.name }, limits)
  const facts = limits.length === 0 ? { member } : { member, limits: held }
  stdout.write(
    settings.json ? `${JSON.stringify(facts)}\n` : `${[lineOf(member), ...held.map(limitLine)].join('\n')}\n`,
  )
}

async function remove({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const name = nameOf(operands)
  const { removeMember } = await import('../../service/admin/members.ts')
  const member = await removeMember(await options(), name)
  const said = `${member.name} is removed; her connections are ended.\n`
  stdout.write(settings.json ? `${JSON.stringify({ removed: member })}\n` : said)
}

const TYPED = 'Type the password at a terminal, or set TRANSLATION_MEMBER_PASSWORD.'

async function password({ operands, settings, stdout, stderr }: Invocation, options: Options): Promise<void> {
  const name = nameOf(operands)
  const { findMember, setMemberPassword } = await import('../../service/admin/members.ts')
  const desk = await options()
  await findMember(desk, name)
  const typed = settings.member_password ?? (await askSecret(`New password for ${name}`, process.stdin, stderr, TYPED))
  const done = await setMemberPassword(desk, name, typed)
  const { member, ended_connections: ended } = done
  const before = ended === 0 ? '' : ` ${counted(ended, 'connection')} made before ended.`
  stdout.write(settings.json ? `${JSON.stringify(done)}\n` : `${member.name} can sign in with it now.${before}\n`)
}

async function endConnections({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const name = nameOf(operands)
  const { endMemberConnections } = await import('../../service/admin/members.ts')
  const done = await endMemberConnections(await options(), name)
  const { member, ended_connections: ended } = done
  const said = `${counted(ended, 'connection')} of ${member.name} ended. Every browser has to sign in again.\n`
  stdout.write(settings.json ? `${JSON.stringify(done)}\n` : said)
}

function change({ role, scopes }: Invocation['settings']) {
  return { role, ...readScopeChange(scopes) }
}

function lineOf({ name, role, state, has_password, scopes }: MemberView): string {
  const facts = state === 'removed' ? ['removed'] : [role, has_password ? '' : 'no password yet', mayOf(scopes)]
  return [JSON.stringify(name), ...facts].filter(Boolean).join('  ')
}

/** The scopes of a member in short: the missing ones, where those are fewer. */
function mayOf(scopes: MemberView['scopes']): string {
  const missing = SCOPE_NAMES.filter(scope => !scopes.includes(scope))
  if (missing.length === 0) return 'all scopes'
  if (scopes.length === 0) return 'no scopes'
  return missing.length < scopes.length ? `all but ${missing.join(',')}` : scopes.join(',')
}

function nameOf(operands: readonly string[]): string {
  const [order, name] = operands
  if (name === undefined) throw new UsageError(`members ${order} needs the NAME of a member.`)
  takesNoMore(`members ${operands[0]}`, operands, 2)
  return name
}
