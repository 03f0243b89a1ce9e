import { realpath } from 'node:fs/promises'
import { moneyText } from '../../mcp/render/amount.ts'
import { visible } from '../../mcp/render/data.ts'
import { counted, moment } from '../../mcp/render/numbers.ts'
import type { AllowanceView, NewAllowance } from '../../service/admin/allowances.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import type { Settings } from '../settings.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/**
 * Allows amounts that assistants on this machine may spend without a question; lists what is allowed, or ends it. A new allowance is
 * taken only at a terminal: through a pipe a program might allow itself to spend.
 */
export async function allow(invocation: Invocation): Promise<0> {
  const { operands, settings, stdout } = invocation
  const [order, id] = operands
  const { listAllowances, revokeAllowance } = await import('../../service/admin/allowances.ts')
  if (order === undefined) return await make(invocation)
  if (order === 'list') {
    takesNoMore('allow list', operands, 1)
    const allowances = await listAllowances(await adminOptions(settings))
    if (settings.json) stdout.write(`${JSON.stringify({ allowances })}\n`)
    else stdout.write(allowances.length === 0 ? 'Nothing is allowed ahead.\n' : allowances.map(lineOf).join(''))
    return 0
  }
  if (order !== 'revoke' || id === undefined) throw new UsageError('allow takes an amount, or one of list, revoke ID.')
  takesNoMore('allow revoke', operands, 2)
  await revokeAllowance(await adminOptions(settings), id)
  stdout.write(settings.json ? `${JSON.stringify({ revoked: id })}\n` : 'Revoked.\n')
  return 0
}

async function make({ settings, stdout }: Invocation): Promise<0> {
  const { unit, amount } = amountIn(settings)
  if (process.stdin.isTTY !== true) {
    throw new UsageError('allow takes an amount only at a terminal: a person has to allow it, not a program.')
  }
  const { allowAhead, listAllowances } = await import('../../service/admin/allowances.ts')
  const wanted: NewAllowance = {
    ...{ unit, amount },
    period: settings.day ? 'day' : 'once',
    folder: settings.folder === undefined ? null : await folderAt(settings.folder),
    until: settings.until ?? null,
  }
  const options = await adminOptions(settings)
  const earlier = (await listAllowances(options)).filter(one => one.unit === unit && one.left > 0)
  const made = await allowAhead(options, wanted)
  stdout.write(
    settings.json ? `${JSON.stringify({ allowance: made })}\n` : `Allowed.\n${lineOf(made)}${besides(earlier)}`,
  )
  return 0
}

/** What was allowed before goes on to hold: allowances add up. Empty where there is none. */
function besides(earlier: readonly AllowanceView[]): string {
  if (earlier.length === 0) return ''
  const those = counted(earlier.length, 'earlier allowance')
  return `It comes on top of ${those}; translation-mcp allow revoke ID ends one:\n${earlier.map(lineOf).join('')}`
}

/** @throws {UsageError} no amount, or several */
function amountIn({ credits, characters, tokens, money }: Settings): { unit: string; amount: number } {
  const amounts = [
    ...Object.entries({ credits, characters, tokens }).flatMap(([unit, amount]) =>
      amount === undefined ? [] : [{ unit, amount }],
    ),
    ...(money === undefined ? [] : [{ unit: money.currency, amount: money.amount }]),
  ]
  const [only, ...more] = amounts
  if (only !== undefined && more.length === 0) return only
  throw new UsageError('allow takes one of --credits N, --characters N, --tokens N, --money "N CURRENCY".')
}

/** The folder as the system knows it. @throws {UsageError} there is none */
async function folderAt(folder: string): Promise<string> {
  return await realpath(folder).catch(() => {
    throw new UsageError(`--folder ${visible(folder, 200)}: there is no such folder.`)
  })
}

function lineOf({ id, unit, amount, left, period, folder, until }: AllowanceView): string {
  const isUnit = unit === 'credits' || unit === 'characters' || unit === 'tokens'
  const text = (number: number) =>
    isUnit ? counted(number, unit.slice(0, -1)) : moneyText({ amount: number, currency: unit })
  const facts = [
    `${id}  ${text(amount)}${period === 'day' ? ' a day' : ''}, ${text(left)} left`,
    folder === null ? '' : `for files in ${visible(folder, 300)}`,
    until === null ? '' : `until ${moment(new Date(until).toISOString())}`,
  ]
  return `${facts.filter(Boolean).join(', ')}\n`
}
