import type { Command, Invocation } from '../command.ts'
import { UsageError, unknownOrder } from '../usage.ts'

/** What is done about a review, by the first word. */
const ORDERS: ReadonlyMap<string, { readonly load: () => Promise<Command>; readonly refused: readonly Flag[] }> =
  new Map([
    [
      'export',
      {
        load: async () => (await import('../sync/review-export.ts')).exportForReview,
        refused: ['reviewer', 'dry_run', 'yes'],
      },
    ],
    [
      'import',
      {
        load: async () => (await import('../sync/review-import.ts')).importReview,
        refused: ['to', 'out', 'overwrite', 'review_format'],
      },
    ],
  ])
type Flag = 'reviewer' | 'dry_run' | 'yes' | 'to' | 'out' | 'overwrite' | 'review_format'

/** Gives the translations of a repository to reviewers as tables or XLIFF, and takes in what they send back. */
export async function review(invocation: Invocation): ReturnType<Command> {
  const [order = ''] = invocation.operands
  const found = ORDERS.get(order)
  if (found === undefined) throw unknownOrder('review', order, ORDERS.keys())
  const wrong = found.refused.find(name => isGiven(invocation.settings[name]))
  if (wrong !== undefined) throw new UsageError(`review ${order} does not take --${flagOf(wrong)}.`)
  return await (await found.load())(invocation)
}

function isGiven(value: Invocation['settings'][Flag]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

function flagOf(name: Flag): string {
  return name === 'review_format' ? 'format' : name.replaceAll('_', '-')
}
