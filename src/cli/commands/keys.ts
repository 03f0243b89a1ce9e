import { withCodes } from '../../contract/hidden.ts'
import { SCOPE_NAMES, SCOPES } from '../../contract/scopes.ts'
import { moment } from '../../mcp/render/numbers.ts'
import type { AdminOptions } from '../../service/admin/desk.ts'
import type { KeyView } from '../../service/admin/keys.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { readScopeFlags } from '../scopes.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

/** Makes the data folder where it is missing, so it is called only after the operands are checked. */
type Options = () => Promise<AdminOptions>
type Order = (invocation: Invocation, options: Options) => Promise<void>

const ORDERS: ReadonlyMap<string, Order> = new Map(
  Object.entries({ list, create, rotate, revoke, 'rotate-signing': rotateSigning }),
)

/**
 * Workspace keys of the service inside this program, and the key that signs the tokens of its sign-in. The secret of a new workspace
 * key is printed once, on stdout.
 */
export async function keys(invocation: Invocation): Promise<0> {
  const [word = ''] = invocation.operands
  const order = ORDERS.get(word)
  if (!order) throw unknownOrder('keys', word, ORDERS.keys())
  if (word !== 'create' && (invocation.settings.name !== undefined || invocation.settings.scopes.length > 0)) {
    throw new UsageError(`keys ${word} does not take --name or --scopes.`)
  }
  await order(invocation, () => adminOptions(invocation.settings))
  return 0
}

async function list({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  takesNoMore(`keys ${operands[0]}`, operands, 1)
  const { listKeys } = await import('../../service/admin/keys.ts')
  const found = await listKeys(await options())
  if (settings.json) return void stdout.write(`${JSON.stringify({ keys: found })}\n`)
  stdout.write(found.map(key => `${lineOf(key)}\n`).join(''))
}

async function create({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  takesNoMore(`keys ${operands[0]}`, operands, 1)
  if (settings.name === undefined) throw new UsageError('keys create needs --name TEXT.')
  const named = readScopeFlags(settings.scopes)
  const scopes = named.length === 0 ? DEFAULT_SCOPES : named
  const wanted = { name: settings.name, scopes, expires_at: settings.expires ?? null }
  const { createKey } = await import('../../service/admin/keys.ts')
  tell(await createKey(await options(), wanted), { settings, stdout })
}

async function rotate({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const id = idOf(operands)
  const { rotateKey } = await import('../../service/admin/keys.ts')
  tell(await rotateKey(await options(), id), { settings, stdout })
}

async function revoke({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  const id = idOf(operands)
  const { revokeKey } = await import('../../service/admin/keys.ts')
  await revokeKey(await options(), id)
  stdout.write(settings.json ? `${JSON.stringify({ revoked: id })}\n` : `${id} is revoked.\n`)
}

async function rotateSigning({ operands, settings, stdout }: Invocation, options: Options): Promise<void> {
  takesNoMore(`keys ${operands[0]}`, operands, 1)
  const { rotateSigningKeys } = await import('../../service/admin/signing-keys.ts')
  const planned = await rotateSigningKeys(await options())
  const { signs_from, earlier_until } = planned
  const said = `A new key signs tokens from ${moment(signs_from)} on. Those of the earlier key hold until they end; it is dropped at ${moment(earlier_until)}.\n`
  stdout.write(settings.json ? `${JSON.stringify({ signing: planned })}\n` : said)
}

function tell(
  { key, secret }: { key: KeyView; secret: string },
  { settings, stdout }: Pick<Invocation, 'settings' | 'stdout'>,
): void {
  if (settings.json) return void stdout.write(`${JSON.stringify({ key, secret })}\n`)
  stdout.write(`${lineOf(key)}\n${secret}\nThis is shown once.\n`)
}

function lineOf({ id, name, prefix, state, scopes, own, expires_at, replaced_by }: KeyView): string {
  const facts = [
    own ? 'used by this program itself' : '',
    expires_at === null ? '' : `until ${expires_at}`,
    replaced_by === null ? '' : `replaced by ${replaced_by}`,
  ]
  return [id, state, `${prefix}…`, withCodes(JSON.stringify(name)), scopes.join(','), ...facts]
    .filter(Boolean)
    .join('  ')
}

const DEFAULT_SCOPES = SCOPE_NAMES.filter(name => SCOPES[name].default_ceiling)

function idOf(operands: readonly string[]): string {
  const [order, id] = operands
  if (id === undefined) throw new UsageError(`keys ${order} needs the ID of a key: keys list shows them.`)
  takesNoMore(`keys ${operands[0]}`, operands, 2)
  return id
}
