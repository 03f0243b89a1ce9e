import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { BATCH_STATUSES, Batch } from '../../contract/batch.ts'
import { givenData, mustBeOffered, mustRefuse, mustRefuseParam, shown, succeeded } from '../answer.ts'
import { valueAt } from '../probe.ts'
import { mustBeExactly } from '../shape.ts'
import { type ContractCheck, createdId, pathOfBatch, type Trial } from '../trial.ts'
import { broken, differs, must, untried } from '../verdict.ts'

const BATCHES = '/v1/batches'

/** The ids of one page. */
async function idsOf({ send }: Trial, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const data = givenData(await send('GET', BATCHES, { query }))
  if (!Array.isArray(data)) throw broken('data is no list')
  return data.map(batch => String(valueAt(batch, 'id')))
}

/** The first two pages of one translation each, with the cursor between them. Two translations of the suite are there for them. */
async function twoPages(trial: Trial): Promise<{ first: string; second: string; cursor: string }> {
  await trial.planned()
  await trial.unplanned()
  const page = await trial.send('GET', BATCHES, { query: { limit: '1' } })
  const [data, cursor] = [givenData(page), valueAt(page.json, 'next_cursor')]
  must(valueAt(page.json, 'has_more') === true, `${shown(page)}: has_more is not true, and there are two`)
  if (typeof cursor !== 'string') throw broken(`${shown(page)}: has_more without next_cursor`)
  const [second = ''] = await idsOf(trial, { limit: '1', cursor })
  return { first: String(valueAt(Array.isArray(data) ? data[0] : undefined, 'id')), second, cursor }
}

const BAD: Readonly<Record<string, readonly string[]>> = {
  limit: ['0', '-1', 'many'],
  status: ['done'],
  archived: ['yes'],
  quality_tier: ['best'],
  created_after: ['yesterday'],
  created_before: ['2025-13-45'],
  search: ['', 'x'.repeat(201)],
}

/** The list of translations, its pages and filters, and one translation. */
export const lists: readonly ContractCheck[] = [
  {
    id: 'BAT-4',
    promise: 'a translation has every declared field, null-able ones too, and no other',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run(trial) {
      const { id } = await trial.planned()
      const answer = await trial.send('GET', pathOfBatch(id))
      mustBeExactly(Batch, givenData(answer), answer)
    },
  },
  {
    id: 'BAT-4',
    promise: 'a list shows a translation in the same shape',
    needs: ['batches:read'],
    async run({ send }) {
      const answer = await send('GET', BATCHES)
      mustBeExactly(z.array(Batch), givenData(answer), answer)
    },
  },
  {
    id: 'BAT-4',
    promise: 'a translation that does not exist is refused with batch_not_found',
    needs: ['batches:read'],
    async run({ send }) {
      mustRefuse(await send('GET', `${BATCHES}/no-such-translation`), 'batch_not_found')
    },
  },
  {
    id: 'BAT-1',
    promise: 'the newest translation comes first, and pages neither skip nor repeat',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run(trial) {
      const { first, second } = await twoPages(trial)
      const both = await idsOf(trial, { limit: '2' })
      must(both.join() === [first, second].join(), `two pages: ${first}, ${second}; one page: ${both.join(', ')}`)
      const [older, newer] = [(await trial.planned()).id, (await trial.unplanned()).id]
      const all = await idsOf(trial, {})
      if (!all.includes(older)) return
      must(all.indexOf(newer) < all.indexOf(older), `${older} was created before ${newer} and is listed before it`)
    },
  },
  {
    id: 'BAT-1',
    promise: 'a translation that is created between two pages makes none come twice',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run(trial) {
      const { first, second, cursor } = await twoPages(trial)
      const id = createdId(await trial.create())
      if (id === undefined) throw untried('no translation could be created')
      const [next = ''] = await idsOf(trial, { limit: '1', cursor })
      if (next !== second)
        throw differs(
          `after ${first} came ${second}; once ${id} was created, ${next}. The document does not say that pages stand`,
        )
    },
  },
  {
    id: 'BAT-1',
    promise: 'a page has as many as its limit says, and the last page has no cursor',
    needs: ['batches:read'],
    async run({ send }) {
      const answer = await send('GET', BATCHES, { query: { limit: '2' } })
      const data = givenData(answer)
      must(Array.isArray(data) && data.length <= 2, `${shown(answer)}: more than two`)
      must(
        valueAt(answer.json, 'limit') === 2,
        `limit=2 was answered with limit ${String(valueAt(answer.json, 'limit'))}`,
      )
      const [more, next] = [valueAt(answer.json, 'has_more'), valueAt(answer.json, 'next_cursor')]
      must((more === true) === (typeof next === 'string'), `has_more is ${String(more)}, next_cursor ${String(next)}`)
    },
  },
  {
    id: 'BAT-3',
    promise: 'a cursor that the service never gave is refused with invalid_cursor',
    needs: ['batches:read'],
    async run({ send }) {
      mustRefuse(await send('GET', BATCHES, { query: { cursor: 'no-such-cursor' } }), 'invalid_cursor')
    },
  },
  {
    id: 'BAT-3',
    promise: 'a cursor that was altered is refused with invalid_cursor',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run(trial) {
      const { cursor } = await twoPages(trial)
      mustRefuse(await trial.send('GET', BATCHES, { query: { cursor: `${cursor}x` } }), 'invalid_cursor')
    },
  },
  ...Object.entries(BAD).flatMap(([param, values]) =>
    values.map(
      (value): ContractCheck => ({
        id: 'BAT-2',
        promise: `a list with ${param}=${value.length > 20 ? `${value.length} characters` : value} is refused with invalid_parameter`,
        needs: ['batches:read'],
        async run({ send }) {
          mustRefuseParam(await send('GET', BATCHES, { query: { [param]: value } }), 'invalid_parameter', param)
        },
      }),
    ),
  ),
  ...['0', '1', 'true', 'false'].map(
    (value): ContractCheck => ({
      id: 'BAT-2',
      promise: `a list with archived=${value} holds only such translations`,
      needs: ['batches:read'],
      async run({ send }) {
        const data = givenData(await send('GET', BATCHES, { query: { archived: value } }))
        const wrong = Array.isArray(data)
          ? data.find(batch => valueAt(batch, 'archived') !== (value === '1' || value === 'true'))
          : 'no list'
        must(wrong === undefined, `archived=${value} gave ${JSON.stringify(wrong)}`)
      },
    }),
  ),
  {
    id: 'BAT-2',
    promise: 'a list can be filtered by status, by time and by search',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run(trial) {
      const { id } = await trial.planned()
      const batch = givenData(await trial.send('GET', pathOfBatch(id)))
      const [status, made] = [valueAt(batch, 'status'), valueAt(batch, 'created_at')]
      const search = String(valueAt(batch, 'name') ?? valueAt(batch, 'file_name'))
      must((await idsOf(trial, { status: String(status) })).includes(id), `status=${String(status)} leaves out ${id}`)
      must(!(await idsOf(trial, { status: 'failed' })).includes(id), `status=failed holds ${id}, which did not fail`)
      must((await idsOf(trial, { search })).includes(id), `search=${search} leaves out ${id}`)
      const none = await idsOf(trial, { search: `no such name ${id}` })
      must(none.length === 0, `search for a name that nothing has gave ${none.length}`)
      if (typeof made !== 'string' || Number.isNaN(Date.parse(made)))
        throw untried('created_at is no time that is read here')
      const hour = (hours: number) => new Date(Date.parse(made) + hours * 3_600_000).toISOString()
      must((await idsOf(trial, { created_after: hour(-1) })).includes(id), `created_after leaves out ${id}`)
      must(!(await idsOf(trial, { created_before: hour(-1) })).includes(id), `created_before holds ${id}`)
    },
  },
  ...['standard', 'lite'].map(
    (quality_tier): ContractCheck => ({
      id: 'BAT-2',
      promise: `a list with quality_tier=${quality_tier} holds only such translations`,
      needs: ['batches:read'],
      async run({ send }) {
        const data = givenData(await send('GET', BATCHES, { query: { quality_tier } }))
        const tiers = Array.isArray(data) ? data.map(batch => valueAt(batch, 'quality_tier')) : ['no list']
        const wrong = tiers.find(tier => tier !== quality_tier)
        must(wrong === undefined, `quality_tier=${quality_tier} gave one of ${String(wrong)}`)
      },
    }),
  ),
  {
    id: 'BAT-2',
    promise: 'a search may have 200 characters',
    needs: ['batches:read'],
    async run({ send }) {
      const answer = await send('GET', BATCHES, { query: { search: 'x'.repeat(200) } })
      must(succeeded(answer), `${shown(answer)}; expected a success`)
    },
  },
  {
    id: 'BAT-2',
    promise: 'a search finds the name of a translation, and its file name only where it has no name',
    needs: ['batches:read', 'batches:create', 'batches:write', 'creation'],
    async run(trial) {
      const filename = `suite-${randomUUID().slice(0, 8)}`
      const id = createdId(await trial.create({ filename: `${filename}.${trial.file?.filename.split('.').at(-1)}` }))
      if (id === undefined) throw untried('no translation could be created')
      const nameless = valueAt(givenData(await trial.send('GET', pathOfBatch(id))), 'name') === null
      if (nameless) must((await idsOf(trial, { search: filename })).includes(id), `search=${filename} leaves out ${id}`)
      const name = `of ${randomUUID().slice(0, 8)}`
      const renamed = mustBeOffered(await trial.send('PATCH', pathOfBatch(id), { body: { name } }))
      must(succeeded(renamed), `${shown(renamed)}; expected a success`)
      must((await idsOf(trial, { search: name })).includes(id), `search=${name} leaves out ${id}, which has that name`)
      const found = await idsOf(trial, { search: filename })
      must(!found.includes(id), `search=${filename} finds ${id} by its file name, and it has a name`)
    },
  },
  {
    id: 'BAT-5',
    promise: 'a list holds no translation of a status that was not asked for',
    needs: ['batches:read'],
    async run({ send }) {
      for (const status of BATCH_STATUSES) {
        const data = givenData(await send('GET', BATCHES, { query: { status } }))
        const wrong = Array.isArray(data) ? data.find(batch => valueAt(batch, 'status') !== status) : 'no list'
        must(wrong === undefined, `status=${status} gave ${JSON.stringify(wrong)}`)
      }
    },
  },
  {
    id: 'BAT-4',
    promise: 'the plan, approval and result of a translation that does not exist are refused with batch_not_found',
    needs: ['batches:read', 'batches:create', 'creation'],
    async run({ send }) {
      const none = `${BATCHES}/no-such-translation`
      const asked = [
        await send('POST', `${none}/plan`, { body: { instruction: 'Translate into German (de).' } }),
        await send('POST', `${none}/approve`, { body: { expected_plan_revision: 'none' } }),
        await send('GET', `${none}/result`),
      ]
      for (const answer of asked) mustRefuse(answer, 'batch_not_found')
    },
  },
]
