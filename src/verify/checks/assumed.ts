import * as z from 'zod'
import { GlossarySummary } from '../../contract/glossary.ts'
import { Counts, NotIncluded } from '../../contract/plan.ts'
import { mustBeOffered, shown, succeeded } from '../answer.ts'
import { type Answer, valueAt } from '../probe.ts'
import { type ContractCheck, createdId, INTO_GERMAN, type Need, pathOfBatch, type Trial } from '../trial.ts'
import { differs, untried } from '../verdict.ts'
import { APPROVAL, approvedOnce, resultOf } from './approvals.ts'
import { GLOSSARY, ownPair } from './glossaries.ts'

const NEEDS: readonly Need[] = ['batches:create', 'batches:read', 'creation']
const PLAIN_ID = /^[\w-]+$/
const UTC_MS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** One thing that the document does not show: where it is looked for, and what it is assumed to be (assumptions.md). */
interface Assumption {
  readonly id: string
  /** What is assumed. */
  readonly promise: string
  readonly needs: readonly Need[]
  /** The answer that shows it. @throws {Ended} untried, there is none */
  from(trial: Trial): Promise<Answer>
  /** Below `data`. */
  readonly at: readonly string[]
  readonly schema: z.ZodType
}

const Shown = z.looseObject({})
const created = async (trial: Trial) => (await trial.planned()).answer
/** Of the one that is never approved: a service may give the same words another revision. */
const planned = async (trial: Trial) =>
  trial.send('POST', `${pathOfBatch((await trial.unplanned()).id)}/plan`, { body: { instruction: INTO_GERMAN } })

/** A translation whose plan leaves something out, where the service takes a format of several parts. */
async function leavingOut(trial: Trial): Promise<Answer> {
  const formats = valueAt(trial.account, 'capabilities', 'supported_formats')
  if (Array.isArray(formats) && !formats.includes('json')) throw untried('the service takes no JSON file')
  const content = '{\n  "open": "Open the file.",\n  "legal": "All rights reserved."\n}\n'
  const instruction = 'Translate into German (de). Leave out "legal".'
  const answer = await trial.createAs({ body: { filename: 'contract-suite.json', content, instruction } })
  const left = valueAt(answer.json, 'data', 'plan', 'not_included')
  if (!succeeded(answer) || left === undefined)
    throw untried(`${shown({ ...answer, text: '' })}: no plan that leaves something out`)
  return answer
}

const ASSUMED: readonly Assumption[] = [
  {
    ...{ id: 'CRE-8', promise: 'a creation answers with the translation in `batch`', needs: NEEDS, from: created },
    ...{ at: ['batch', 'id'], schema: z.string() },
  },
  {
    ...{ id: 'CRE-8', promise: 'a creation with an instruction answers with its plan in `plan`', needs: NEEDS },
    ...{ from: created, at: ['plan'], schema: Shown },
  },
  {
    ...{ id: 'PLN-1', promise: 'planning answers with the translation in `batch`', needs: NEEDS, from: planned },
    ...{ at: ['batch', 'id'], schema: z.string() },
  },
  {
    ...{ id: 'PLN-1', promise: 'planning answers with the plan in `plan`', needs: NEEDS, from: planned },
    ...{ at: ['plan'], schema: Shown },
  },
  {
    ...{ id: 'PLN-2', promise: 'plan_revision stands in the plan', needs: NEEDS, from: planned },
    ...{ at: ['plan', 'plan_revision'], schema: z.string() },
  },
  {
    ...{ id: 'PLN-2', promise: 'plan_revision stands beside the plan too', needs: NEEDS, from: planned },
    ...{ at: ['plan_revision'], schema: z.string() },
  },
  {
    ...{ id: 'CRE-8', promise: 'the cost of a plan stands in it as credit_cost', needs: NEEDS, from: planned },
    ...{ at: ['plan', 'credit_cost'], schema: z.int() },
  },
  {
    ...{ id: 'CRE-8', promise: 'counts has segments, words and characters, and selected_ ones', needs: NEEDS },
    ...{ from: planned, at: ['counts'], schema: Counts },
  },
  {
    ...{ id: 'CRE-8', promise: 'extraction_preview is a list of {part, text}', needs: NEEDS, from: planned },
    ...{ at: ['extraction_preview'], schema: z.array(z.object({ part: z.string(), text: z.string() })) },
  },
  {
    ...{
      id: 'PLN-2',
      promise: 'not_included is a list of {part, reason, words} that names what is left out',
      needs: NEEDS,
    },
    ...{ from: leavingOut, at: ['plan', 'not_included'] },
    schema: z.array(z.object({ ...NotIncluded.shape, reason: z.string(), words: z.int().nullable() })).min(1),
  },
  {
    ...{
      id: 'ENV-2',
      promise: 'an id is of letters, digits, _ and -',
      needs: NEEDS,
      at: ['id'],
      schema: z.string().regex(PLAIN_ID),
    },
    from: async trial => trial.send('GET', pathOfBatch((await trial.planned()).id)),
  },
  {
    ...{ id: 'ENV-2', promise: 'a timestamp is in UTC with milliseconds', needs: NEEDS, at: ['created_at'] },
    ...{ from: async trial => trial.send('GET', pathOfBatch((await trial.planned()).id)) },
    schema: z.string().regex(UTC_MS),
  },
  {
    ...{
      id: 'UPL-1',
      promise: 'an upload says until when it can be used, as expires_at',
      needs: ['batches:create', 'creation'],
    },
    from: async ({ send, file }) =>
      mustBeOffered(await send('POST', '/v1/uploads', { body: { filename: file?.filename ?? 'suite.txt' } })),
    ...{ at: ['expires_at'], schema: z.string() },
  },
  {
    ...{ id: 'GLO-1', promise: 'a glossary has pair, languages, name, term_count and times', needs: GLOSSARY },
    from: async trial => mustBeOffered(await trial.send('GET', `/v1/glossaries/${await ownPair(trial)}`)),
    ...{ at: [], schema: GlossarySummary },
  },
  {
    ...{ id: 'APR-1', promise: 'an approval answers with the translation in `batch`', needs: APPROVAL },
    ...{ from: approval, at: ['batch', 'id'], schema: z.string() },
  },
  {
    ...{ id: 'APR-1', promise: 'an approval answers with credits_reserved and credit_balance', needs: APPROVAL },
    ...{ from: approval, at: [], schema: z.object({ credits_reserved: z.int(), credit_balance: z.int() }) },
  },
  {
    ...{ id: 'RES-1', promise: 'a result says until when its link works, as expires_at', needs: APPROVAL },
    ...{ from: resultOf, at: ['expires_at'], schema: z.string() },
  },
  {
    ...{
      id: 'RES-1',
      promise: 'a result says name, type and size of its file',
      needs: APPROVAL,
      from: resultOf,
      at: [],
    },
    schema: z.object({ file_name: z.string(), media_type: z.string(), size_bytes: z.int() }),
  },
]

async function approval(trial: Trial): Promise<Answer> {
  const { taken } = await approvedOnce(trial)
  if (taken === undefined) throw untried('nothing was approved')
  return taken
}

function assumption({ id, promise, needs, from, at, schema }: Assumption): ContractCheck {
  return {
    id,
    promise,
    needs,
    async run(trial) {
      const answer = await from(trial)
      if (!succeeded(answer)) throw untried(shown(answer))
      const read = z.safeParse(schema, valueAt(answer.json, 'data', ...at))
      if (read.success) return
      const [issue] = read.error.issues
      const where = [...at, ...(issue?.path ?? [])].join('.')
      throw differs(
        `${shown({ ...answer, text: '' })}: ${where || 'data'}: ${issue?.message}. The document does not show it`,
      )
    },
  }
}

/** What the document does not show, and how this program reads it. A service that chose otherwise keeps the contract all the same. */
export const assumed: readonly ContractCheck[] = [
  ...ASSUMED.map(assumption),
  {
    id: 'BAT-1',
    promise: 'a page of the list may have 100 translations',
    needs: ['batches:read'],
    async run({ send }) {
      const answer = await send('GET', '/v1/batches', { query: { limit: '100' } })
      const limit = valueAt(answer.json, 'limit')
      if (!succeeded(answer)) throw differs(`${shown(answer)}. The document gives no bounds`)
      if (limit !== 100)
        throw differs(`${shown({ ...answer, text: '' })}: limit is ${String(limit)}. The document gives no bounds`)
    },
  },
  {
    id: 'BAT-1',
    promise: 'a cursor is of characters that need no encoding in an address',
    needs: [...NEEDS],
    async run(trial) {
      await trial.planned()
      await trial.unplanned()
      const cursor = valueAt((await trial.send('GET', '/v1/batches', { query: { limit: '1' } })).json, 'next_cursor')
      if (typeof cursor !== 'string') throw untried('there is no cursor')
      if (!/^[\w.~-]+$/.test(cursor)) throw differs(`${cursor}: the document does not give their form`)
    },
  },
  {
    id: 'BAT-6',
    promise: 'two translations may have one name',
    needs: [...NEEDS, 'batches:write'],
    async run(trial) {
      const both = [createdId(await trial.create()), (await trial.unplanned()).id]
      for (const id of both) {
        if (id === undefined) throw untried('no translation could be created')
        const body = { name: 'contract suite, twice' }
        const answer = mustBeOffered(await trial.send('PATCH', pathOfBatch(id), { body }))
        if (!succeeded(answer))
          throw differs(`${shown(answer)}: the document does not say that a name may be there once`)
      }
    },
  },
  {
    id: 'ENV-1',
    promise: 'a change answers 201 where something is made, else 200',
    needs: NEEDS,
    async run(trial) {
      const { answer: made, key, body } = await trial.planned()
      const repeated = await trial.create(body, { headers: { 'idempotency-key': key } })
      const odd = [made.status === 201 ? undefined : made, repeated.status === 200 ? undefined : repeated]
      const [first] = odd.filter(answer => answer !== undefined)
      if (first !== undefined) throw differs(`${shown({ ...first, text: '' })}. The document does not give the status`)
    },
  },
]
