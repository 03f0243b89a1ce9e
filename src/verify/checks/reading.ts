import { Usage } from '../../contract/account.ts'
import { isMoment } from '../../contract/fields.ts'
import { givenData, mustRefuse, mustRefuseParam, shown } from '../answer.ts'
import { type Answer, type Probe, valueAt } from '../probe.ts'
import { mustBeExactly } from '../shape.ts'
import { balanceNow, type ContractCheck } from '../trial.ts'
import { broken, differs, must } from '../verdict.ts'

const DAY_MS = 86_400_000

async function usage(send: Probe['send'], query: Readonly<Record<string, string>> = {}): Promise<[Answer, unknown]> {
  const answer = await send('GET', '/v1/usage', { query })
  const data = givenData(answer)
  mustBeExactly(Usage, data, answer)
  return [answer, data]
}

/** The range of so many days that ended at the beginning of 2025. */
function rangeOf(days: number): { from: string; to: string } {
  const to = Date.parse('2025-01-01T00:00:00Z')
  return { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() }
}

/** Account, credits, languages and usage. */
export const reading: readonly ContractCheck[] = [
  {
    id: 'CRD-1',
    promise: 'the balance of the credits is that of the account',
    needs: ['account:read'],
    async run(trial) {
      const account = givenData(await trial.send('GET', '/v1/account'))
      const [one, other] = [valueAt(account, 'credit_balance'), await balanceNow(trial)]
      must(one === other, `account.credit_balance is ${String(one)}, credits.balance ${other}`)
    },
  },
  {
    id: 'CRD-1',
    promise: 'next_refill_estimated_at is when one of the grants ends',
    needs: ['account:read'],
    async run({ send }) {
      const credits = givenData(await send('GET', '/v1/credits'))
      const [next, grants] = [valueAt(credits, 'next_refill_estimated_at'), valueAt(credits, 'grants')]
      if (typeof next !== 'string') return
      const ends = Array.isArray(grants) ? grants.map(grant => valueAt(grant, 'expires_at')) : []
      if (!ends.includes(next)) throw differs(`it is ${next}, and the grants end ${ends.join(', ') || 'never'}`)
    },
  },
  {
    id: 'ENV-2',
    promise: 'timestamps are RFC 3339',
    needs: ['account:read'],
    async run({ send, account }) {
      const credits = givenData(await send('GET', '/v1/credits'))
      const times = [valueAt(account, 'credential', 'created_at'), valueAt(credits, 'next_refill_estimated_at')]
      const odd = times.find(time => typeof time === 'string' && !isMoment(time))
      if (odd !== undefined) throw differs(`${String(odd)}: the document does not give their form`)
    },
  },
  {
    id: 'LNG-1',
    promise: 'the languages are a list of {tag, name}, of BCP 47 tags',
    needs: ['account:read'],
    async run({ send }) {
      const answer = await send('GET', '/v1/languages')
      const data = givenData(answer)
      if (!Array.isArray(data)) throw differs(`${shown(answer)}: no list. The document does not give the shape`)
      must(data.length > 0, `${shown(answer)}: no language`)
      for (const language of data) mustBeLanguage(language)
    },
  },
  {
    id: 'LIM-2',
    promise: 'max_upload_bytes is between 4 MB and 60 MB',
    needs: ['account:read'],
    run({ account }) {
      const most = valueAt(account, 'entitlements', 'max_upload_bytes')
      must(typeof most === 'number' && most > 0, `max_upload_bytes is ${String(most)}`)
      const isUsual = Number(most) >= 4_000_000 && Number(most) <= 60 * 1024 * 1024
      if (!isUsual) throw differs(`max_upload_bytes is ${String(most)}; the document gives the range for formats alone`)
    },
  },
  {
    id: 'LIM-3',
    promise: 'supported_formats names at least one format, each once',
    needs: ['account:read'],
    run({ account }) {
      const formats = valueAt(account, 'capabilities', 'supported_formats')
      must(Array.isArray(formats) && formats.length > 0, 'supported_formats is empty')
      must(Array.isArray(formats) && new Set(formats).size === formats.length, `twice in ${JSON.stringify(formats)}`)
    },
  },
  {
    id: 'EVT-1',
    promise: 'there are no webhooks yet',
    needs: ['account:read'],
    run({ account }) {
      if (valueAt(account, 'capabilities', 'webhooks') !== false) throw differs('capabilities.webhooks is true')
    },
  },
  {
    id: 'USE-1',
    promise: 'usage without parameters is of the last 30 days, by day',
    needs: ['usage:read'],
    async run({ send }) {
      const [answer, data] = await usage(send)
      const [from, to] = [valueAt(data, 'from'), valueAt(data, 'to')].map(time => Date.parse(String(time)))
      must(valueAt(data, 'granularity') === 'day', `${shown(answer)}: not by day`)
      if (from === undefined || to === undefined || Number.isNaN(from + to)) return
      const days = (to - from) / DAY_MS
      must(days >= 29 && days <= 31, `${shown(answer)}: ${days} days`)
      must(Math.abs(to - Date.now()) < 2 * DAY_MS, `${shown(answer)}: it does not end now`)
    },
  },
  ...(
    [
      [30, 'day'],
      [31, 'day'],
      [32, 'week'],
      [180, 'week'],
      [181, 'month'],
    ] as const
  ).map(
    ([days, granularity]): ContractCheck => ({
      id: 'USE-1',
      promise: `usage over ${days} days is by ${granularity} unless told otherwise`,
      needs: ['usage:read'],
      async run({ send }) {
        const [answer, data] = await usage(send, rangeOf(days))
        const got = valueAt(data, 'granularity')
        must(got === granularity, `${shown({ ...answer, text: '' })}: by ${String(got)}`)
      },
    }),
  ),
  {
    id: 'USE-1',
    promise: 'usage is by the granularity that is asked for',
    needs: ['usage:read'],
    async run({ send }) {
      const [answer, data] = await usage(send, { ...rangeOf(30), granularity: 'month' })
      must(valueAt(data, 'granularity') === 'month', `${shown({ ...answer, text: '' })}: by another`)
    },
  },
  {
    id: 'USE-1',
    promise: 'usage is of the range that is asked for',
    needs: ['usage:read'],
    async run({ send }) {
      const asked = rangeOf(14)
      const [answer, data] = await usage(send, asked)
      for (const name of ['from', 'to'] as const) {
        const got = Date.parse(String(valueAt(data, name)))
        const isNear = Number.isNaN(got) || Math.abs(got - Date.parse(asked[name])) <= DAY_MS
        must(
          isNear,
          `${shown({ ...answer, text: '' })}: ${name} is ${String(valueAt(data, name))}, asked ${asked[name]}`,
        )
      }
    },
  },
  {
    id: 'USE-2',
    promise: 'the totals of usage are the sums of its points',
    needs: ['usage:read'],
    async run({ send }) {
      const [, data] = await usage(send)
      const points = valueAt(data, 'points')
      if (!Array.isArray(points)) throw broken('points is no list')
      for (const name of ['credits_used', 'batches_completed', 'words_translated']) {
        const sum = points.reduce((all: number, point: unknown) => all + Number(valueAt(point, name)), 0)
        const total = valueAt(data, 'totals', name)
        must(sum === total, `totals.${name} is ${String(total)}, its points are ${sum} together`)
      }
    },
  },
  ...Object.entries({
    from: { from: 'yesterday' },
    to: { to: '2025-13-45' },
    granularity: { granularity: 'hour' },
  }).map(
    ([param, query]): ContractCheck => ({
      id: 'USE-2',
      promise: `usage with a bad ${param} is refused with invalid_parameter`,
      needs: ['usage:read'],
      async run({ send }) {
        mustRefuseParam(await send('GET', '/v1/usage', { query }), 'invalid_parameter', param)
      },
    }),
  ),
  {
    id: 'USE-2',
    promise: 'usage that begins after its end is refused with invalid_parameter',
    needs: ['usage:read'],
    async run({ send }) {
      const query = { from: '2025-02-01', to: '2025-01-01' }
      mustRefuse(await send('GET', '/v1/usage', { query }), 'invalid_parameter')
    },
  },
]

function mustBeLanguage(language: unknown): void {
  const tag = valueAt(language, 'tag')
  if (typeof tag !== 'string') throw differs(`${JSON.stringify(language)}: the document does not give the shape`)
  try {
    new Intl.Locale(tag)
  } catch {
    throw broken(`${tag} is no BCP 47 tag`)
  }
}
