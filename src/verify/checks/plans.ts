import {
  givenData,
  mustBeOffered,
  mustRefuse,
  mustRefuseParam,
  mustRefuseSomehow,
  plannedData,
  shown,
  succeeded,
} from '../answer.ts'
import { valueAt } from '../probe.ts'
import {
  type ContractCheck,
  INTO_GERMAN,
  type Need,
  pathOfBatch,
  planRevision,
  revisionIn,
  type Trial,
} from '../trial.ts'
import { broken, differs, must, untried } from '../verdict.ts'

const NEEDS: readonly Need[] = ['batches:create', 'batches:read', 'creation']
const CHANGES: readonly Need[] = [...NEEDS, 'batches:write']

/** The most pages of the list that are read for one translation. */
const PAGES = 40

/** Whether a translation is in the list, on whatever page. */
async function isListed({ send }: Trial, id: string, query: Readonly<Record<string, string>>): Promise<boolean> {
  let cursor: unknown
  for (let page = 0; page < PAGES; page += 1) {
    const at = typeof cursor === 'string' ? { ...query, cursor } : query
    const answer = await send('GET', '/v1/batches', { query: at })
    const data = givenData(answer)
    if (Array.isArray(data) && data.some(batch => valueAt(batch, 'id') === id)) return true
    cursor = valueAt(answer.json, 'next_cursor')
    if (typeof cursor !== 'string') return false
  }
  return false
}

/** Planning, results that are not there yet, renaming and archiving. */
export const plans: readonly ContractCheck[] = [
  {
    id: 'CRE-8',
    promise: 'a creation with an instruction leads to a plan with a plan_revision',
    needs: NEEDS,
    async run(trial) {
      const { revision, answer } = await trial.planned()
      if (revision === undefined) throw differs(`${shown(answer)}: no plan_revision there, nor where a plan is read`)
    },
  },
  {
    id: 'PLN-2',
    promise: 'a plan says what is not included',
    needs: NEEDS,
    async run(trial) {
      const { answer } = await trial.planned()
      const data = givenData(answer)
      const left = valueAt(data, 'plan', 'not_included') ?? valueAt(data, 'not_included')
      if (left === undefined && revisionIn(answer.json) === undefined) throw untried('the creation gives no plan')
      must(left !== undefined, `${shown(answer)}: a plan without not_included`)
    },
  },
  {
    id: 'PLN-1',
    promise: 'an instruction that says nothing of use is refused with plan_invalid',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.unplanned()
      const body = { instruction: 'Qwzx vbnm.' }
      mustRefuse(await trial.send('POST', `${pathOfBatch(id)}/plan`, { body }), 'plan_invalid')
    },
  },
  {
    id: 'PLN-2',
    promise: 'another plan has another plan_revision, and the same words leave it',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.unplanned()
      const plan = async (instruction: string) => {
        const answer = await trial.send('POST', `${pathOfBatch(id)}/plan`, { body: { instruction } })
        plannedData(answer)
        return revisionIn(answer.json) ?? (await planRevision(trial, id))
      }
      const [first, again] = [await plan(INTO_GERMAN), await plan(INTO_GERMAN)]
      const other = await plan('Translate into French (fr) instead.')
      if (first === undefined) throw differs('planning answers without plan_revision')
      must(other !== first, `the plans into German and into French both have the revision ${first}`)
      if (again !== first)
        throw differs('the same instruction again gave another revision; the document does not forbid it')
    },
  },
  {
    id: 'PLN-1',
    promise: 'a plan without an instruction is refused',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.unplanned()
      const answer = await trial.send('POST', `${pathOfBatch(id)}/plan`, { body: {} })
      mustRefuseSomehow(answer, 'invalid_parameter', 'an empty body')
    },
  },
  {
    id: 'PLN-1',
    promise: 'the current plan can be read at GET /v1/batches/{batch_id}/plan',
    needs: NEEDS,
    async run(trial) {
      const { id, revision } = await trial.planned()
      const answer = mustBeOffered(await trial.send('GET', `${pathOfBatch(id)}/plan`))
      givenData(answer)
      const read = revisionIn(answer.json)
      must(read === revision, `${shown(answer)}: the revision ${read}, and planning gave ${revision}`)
    },
  },
  {
    id: 'RES-1',
    promise: 'the result of what is not completed is refused with result_not_ready',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.planned()
      mustRefuse(await trial.send('GET', `${pathOfBatch(id)}/result`), 'result_not_ready')
    },
  },
  {
    id: 'BAT-6',
    promise: 'a translation can be renamed by PATCH',
    needs: CHANGES,
    async run(trial) {
      const { id } = await trial.planned()
      const name = 'contract suite, renamed'
      const answer = mustBeOffered(await trial.send('PATCH', pathOfBatch(id), { body: { name } }))
      must(succeeded(answer), `${shown(answer)}; expected a success`)
      const got = valueAt(givenData(await trial.send('GET', pathOfBatch(id))), 'name')
      must(got === name, `after PATCH its name is ${String(got)}`)
    },
  },
  {
    id: 'ENV-3',
    promise: 'a change with an unrecognised property is refused with unknown_field, and changes nothing',
    needs: CHANGES,
    async run(trial) {
      const { id } = await trial.planned()
      const body = { name: 'contract suite, not to be', no_such_field: 1 }
      const answer = mustBeOffered(await trial.send('PATCH', pathOfBatch(id), { body }))
      const got = valueAt(givenData(await trial.send('GET', pathOfBatch(id))), 'name')
      if (got === body.name) throw broken(`${shown(answer)}: and the name was changed`)
      mustRefuseParam(answer, 'unknown_field', 'no_such_field')
    },
  },
  {
    id: 'BAT-6',
    promise: 'an archived translation is left out of the list, and brought back it is there',
    needs: CHANGES,
    async run(trial) {
      const { id } = await trial.unplanned()
      const listed = (query: Readonly<Record<string, string>>) => isListed(trial, id, query)
      const answer = mustBeOffered(await trial.send('PATCH', pathOfBatch(id), { body: { archived: true } }))
      must(succeeded(answer), `${shown(answer)}; expected a success`)
      must(!(await listed({})), `${id} is archived and in the list`)
      must(await listed({ archived: 'true' }), `${id} is archived and not in the list of archived=true`)
      const back = await trial.send('PATCH', pathOfBatch(id), { body: { archived: false } })
      must(succeeded(back), `${shown(back)}; expected a success`)
      must(await listed({}), `${id} was brought back and is not in the list`)
    },
  },
  {
    id: 'BAT-6',
    promise: 'a change of a translation that does not exist is refused with batch_not_found',
    needs: ['batches:write'],
    async run({ send }) {
      const answer = await send('PATCH', '/v1/batches/no-such-translation', { body: { name: 'x' } })
      mustRefuse(mustBeOffered(answer), 'batch_not_found')
    },
  },
]
