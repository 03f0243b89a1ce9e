import { errorCode, givenData, mustBeOffered, mustRefuse, shown, succeeded } from '../answer.ts'
import { type Answer, type Sending, valueAt } from '../probe.ts'
import { type ContractCheck, createdId, INTO_GERMAN, type Need, pathOfBatch, type Trial } from '../trial.ts'
import { broken, must, untried } from '../verdict.ts'
import { payable } from './approvals.ts'
import { ownPair } from './glossaries.ts'
import { uploaded } from './uploads.ts'

const NEEDS: readonly Need[] = ['batches:create', 'batches:read', 'creation', 'second']
const NOWHERE = 'no-such-translation'

/** Sends with the credential of the other workspace. */
function asSecond({ send, second }: Trial, method: string, path: string, asking: Sending = {}): Promise<Answer> {
  return send(method, path, { ...asking, key: second?.key ?? null })
}

/** A refusal in all that a caller sees of it, without the id that was asked for. */
function refusalOf({ status, json }: Answer, id: string): string {
  const [code, type, message, param] = ['code', 'type', 'message', 'param'].map(name => valueAt(json, 'error', name))
  const plain = String(message).replaceAll(id, '…').replaceAll(encodeURIComponent(id), '…')
  return JSON.stringify([status, code, type, plain, param])
}

/**
 * Checks that the other workspace is answered at `id` as where there is nothing.
 *
 * @throws {Ended} broken, otherwise; untried, where its credential may not ask
 */
function mustBeNothing(answer: Answer, id: string, nothing: Answer): void {
  if (errorCode(answer) === 'insufficient_scope') throw untried(`the second credential: ${shown(answer)}`)
  mustRefuse(answer, 'batch_not_found', 'with a credential of another workspace')
  const [got, wanted] = [refusalOf(answer, id), refusalOf(nothing, NOWHERE)]
  must(got === wanted, `${shown(answer)}: ${got}, and where there is nothing ${wanted}`)
}

/** A request about a translation of another workspace. */
function foreign(promise: string, method: string, below: string, body?: object): ContractCheck {
  return {
    id: 'ENV-5',
    promise: `${promise} a translation of another workspace is refused as where there is none`,
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.planned()
      const ask = (at: string) => asSecond(trial, method, `${pathOfBatch(at)}${below}`, body && { body })
      const [nothing, answer] = [await ask(NOWHERE), await ask(id)]
      mustBeNothing(mustBeOffered(answer), id, nothing)
    },
  }
}

/** What a credential of another workspace sees: nothing. They need TRANSLATION_SECOND_API_KEY. */
export const others: readonly ContractCheck[] = [
  foreign('reading', 'GET', ''),
  foreign('planning', 'POST', '/plan', { instruction: INTO_GERMAN }),
  foreign('fetching the result of', 'GET', '/result'),
  foreign('renaming', 'PATCH', '', { name: 'contract suite, of another' }),
  {
    id: 'ENV-5',
    promise: 'approving a translation of another workspace is refused as where there is none',
    needs: [...NEEDS, 'spend', 'account:read'],
    async run(trial) {
      const made = await trial.planned()
      await payable(trial, made)
      const body = { expected_plan_revision: 'no-such-revision' }
      const ask = (id: string) => asSecond(trial, 'POST', `${pathOfBatch(id)}/approve`, { body })
      mustBeNothing(await ask(made.id), made.id, await ask(NOWHERE))
    },
  },
  {
    id: 'ENV-5',
    promise: 'a list holds no translation of another workspace',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.planned()
      const answer = await asSecond(trial, 'GET', '/v1/batches')
      if (errorCode(answer) === 'insufficient_scope') throw untried(`the second credential: ${shown(answer)}`)
      const data = givenData(answer)
      const has = Array.isArray(data) && data.some(batch => valueAt(batch, 'id') === id)
      must(!has, `${shown({ ...answer, text: '' })}: it holds ${id}, which is of another workspace`)
    },
  },
  {
    id: 'ENV-5',
    promise: 'an idempotency key of another workspace finds none of its translations',
    needs: NEEDS,
    async run(trial) {
      const { id, key, body } = await trial.planned()
      const asking = { key: trial.second?.key ?? null, headers: { 'idempotency-key': key } }
      const answer = await trial.create(body, asking)
      if (errorCode(answer) === 'insufficient_scope') throw untried(`the second credential: ${shown(answer)}`)
      must(errorCode(answer) !== 'idempotency_key_reused', `${shown(answer)}: the key is of another workspace`)
      must(createdId(answer) !== id, `${shown({ ...answer, text: '' })}: it gave ${id}, which is of another workspace`)
    },
  },
  {
    id: 'CRE-4',
    promise: 'an upload of another credential is refused as one that does not exist',
    needs: NEEDS,
    async run(trial) {
      const key = trial.second?.key ?? null
      const upload_id = await uploaded(trial)
      const nothing = await trial.createAs({ body: { upload_id: 'no-such-upload' }, key })
      if (errorCode(nothing) === 'insufficient_scope') throw untried(`the second credential: ${shown(nothing)}`)
      const answer = await trial.createAs({ body: { upload_id }, key })
      if (succeeded(answer)) throw broken(`${shown({ ...answer, text: '' })}: it took the upload of another credential`)
      const [got, wanted] = [refusalOf(answer, upload_id), refusalOf(nothing, 'no-such-upload')]
      must(got === wanted, `${got}, and where there is nothing ${wanted}`)
    },
  },
  {
    id: 'ENV-5',
    promise: 'a glossary of another workspace is not read',
    needs: ['glossaries:read', 'glossaries:write', 'second'],
    async run(trial) {
      const pair = await ownPair(trial)
      const answer = mustBeOffered(await asSecond(trial, 'GET', `/v1/glossaries/${pair}`))
      if (errorCode(answer) === 'insufficient_scope') throw untried(`the second credential: ${shown(answer)}`)
      if (succeeded(answer) && !answer.text.includes('svíta')) return
      mustRefuse(answer, 'glossary_not_found', 'with a credential of another workspace')
    },
  },
]
