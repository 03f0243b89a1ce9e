import * as z from 'zod'
import { GRANULARITIES, type Usage } from '../../contract/account.ts'
import { instantOf } from '../../contract/finding.ts'
import { api } from '../../contract/operations.ts'
import { counted } from '../render/numbers.ts'
import { common, momentInput } from '../shapes.ts'
import { step } from '../steps.ts'
import { tool } from '../tool.ts'

type Counters = Usage['totals']

/** The most points that one answer shows: hosts cut longer answers off. */
const SHOWN_POINTS = 100

export const getUsage = tool({
  name: 'get_usage',
  title: 'Usage over time',
  description:
    'Shows credits used, translations completed and words translated in a period: the totals, then each day, week or month that had any. ' +
    'The last 30 days unless said. For the balance use get_account.',
  effect: 'read',
  calls: [api.usage.get],
  input: z.strictObject({
    from: momentInput.optional().describe('first day, e.g. 2026-11-01'),
    to: momentInput.optional().describe('end; else now'),
    granularity: z.enum(GRANULARITIES).optional(),
  }),
  output: z.looseObject({
    from: z.string(),
    to: z.string(),
    granularity: z.string(),
    totals: z.looseObject({ credits_used: z.number(), batches_completed: z.number(), words_translated: z.number() }),
    points: z.array(z.looseObject({ date: z.string() })),
    ...common,
  }),
  run: async (asked, context) => {
    const { data, request_id } = await context.parts.client.call(
      api.usage.get,
      { query: asked },
      { signal: context.signal },
    )
    const { from, to, granularity, totals } = data
    const used = data.points.filter(isUsed)
    const points = used.slice(-SHOWN_POINTS)
    const hidden = used.length - points.length
    return {
      data: {
        from,
        to,
        granularity,
        totals,
        points,
        ...(hidden > 0
          ? {
              warnings: [
                `${counted(hidden, `earlier ${granularity}`)} left out of points, not of totals: ask for a shorter period.`,
              ],
            }
          : {}),
        request_id,
        next_step: step('get_account', {}),
      },
      lines: [
        `From ${day(from)} to ${lastDay(to)}: ${inWords(totals)}.`,
        ...(points.length > 0 ? [`Each ${granularity} with any use:`] : []),
        ...points.map(point => `${day(point.date)}: ${inWords(point)}`),
      ],
    }
  },
})

function isUsed({ credits_used, batches_completed, words_translated }: Counters): boolean {
  return credits_used !== 0 || batches_completed !== 0 || words_translated !== 0
}

function inWords({ credits_used, batches_completed, words_translated }: Counters): string {
  return `${counted(credits_used, 'credit')} used, ${counted(batches_completed, 'translation')} completed, ${counted(words_translated, 'word')} translated`
}

/** The last day of a period. `end` is the first moment after the period. */
function lastDay(end: string): string {
  const at = instantOf(end)
  return at === undefined ? end : day(new Date(at - 1).toISOString())
}

/** The date of a timestamp as the service wrote it; in UTC where it counts seconds. */
function day(timestamp: string): string {
  const at = /^\d{4}-/.test(timestamp) ? undefined : instantOf(timestamp)
  return (at === undefined ? timestamp : new Date(at).toISOString()).slice(0, 10)
}
