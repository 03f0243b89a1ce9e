import type { CreditGrant } from '../../contract/account.ts'
import { grantsLine } from '../../mcp/render/credits.ts'
import { count, counted, moment } from '../../mcp/render/numbers.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

/** Shows the credits of a workspace of the service inside this program, or grants more (CRD-3). */
export async function credits(invocation: Invocation): Promise<0> {
  const { operands, settings } = invocation
  const [order, amount] = operands
  takesNoMore(`credits ${order}`, operands, order === 'show' ? 1 : 2)
  if (order === 'show') {
    if (settings.expires !== undefined) throw new UsageError('credits show does not take --expires.')
    await show(invocation)
  } else if (order === 'grant') {
    await grant(invocation, amount)
  } else {
    throw unknownOrder('credits', order, ['show', 'grant'])
  }
  return 0
}

async function show({ settings, stdout }: Invocation): Promise<void> {
  const { showCredits } = await import('../../service/admin/credits.ts')
  const view = await showCredits(await adminOptions(settings))
  if (settings.json) return void stdout.write(`${JSON.stringify(view)}\n`)
  const head = `${counted(view.balance, 'credit')} ${grantsLine(view)}.`
  stdout.write([head, ...view.grants.map(lineOf), ''].join('\n'))
}

async function grant({ settings, stdout }: Invocation, written: string | undefined): Promise<void> {
  if (written === undefined || !/^[1-9]\d{0,12}$/.test(written)) {
    const given = written === undefined ? '' : `, not "${written}"`
    throw new UsageError(`credits grant needs a whole number of credits above 0${given}.`)
  }
  const { grantCredits } = await import('../../service/admin/credits.ts')
  const wanted = { amount: Number(written), expires_at: settings.expires ?? null }
  const made = await grantCredits(await adminOptions(settings), wanted)
  stdout.write(settings.json ? `${JSON.stringify({ grant: made })}\n` : `Granted.\n${lineOf(made)}\n`)
}

function lineOf({ id, type, amount, remaining, expires_at }: CreditGrant): string {
  const end = expires_at === null ? 'does not expire' : `until ${moment(expires_at)}`
  return `${id}  ${type}  ${count(remaining)} of ${count(amount)} left, ${end}`
}
