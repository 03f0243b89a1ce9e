import * as z from 'zod'
import { Account, Credits } from '../../contract/account.ts'
import { isBatchStatus } from '../../contract/batch.ts'
import { ERRORS, isErrorCode } from '../../contract/errors.ts'
import { errorCode, givenData, mustRefuse, mustRefuseParam, shown, succeeded } from '../answer.ts'
import { type Answer, valueAt } from '../probe.ts'
import { mustBeExactly } from '../shape.ts'
import { type ContractCheck, INTO_GERMAN, pathOfBatch } from '../trial.ts'
import { broken, differs, must } from '../verdict.ts'

const ListEnvelope = z.object({
  data: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  limit: z.int(),
  request_id: z.string().min(1),
})
const ErrorAnswer = z.object({
  error: z.object({
    type: z.string(),
    code: z.string(),
    message: z.string().min(1),
    param: z.string().optional(),
    docs_url: z.string(),
  }),
  request_id: z.string().min(1),
})

function isWhole(what: string, path: string, schema: z.ZodType): ContractCheck {
  return {
    id: 'ENV-2',
    promise: `${what} every declared field, null-able ones too, and no other`,
    needs: ['account:read'],
    async run({ send }) {
      const answer = await send('GET', path)
      mustBeExactly(schema, givenData(answer), answer)
    },
  }
}

/** Envelopes and the strictness of requests. */
export const envelopes: readonly ContractCheck[] = [
  {
    id: 'ENV-1',
    promise: 'a single object is {data, request_id}, with nothing beside',
    needs: ['account:read'],
    async run({ send }) {
      const answer = await send('GET', '/v1/account')
      mustBeExactly(z.object({ data: z.unknown(), request_id: z.string().min(1) }), answer.json, answer)
    },
  },
  {
    id: 'ENV-1',
    promise: 'a list is {data, has_more, next_cursor, limit, request_id}, with nothing beside',
    needs: ['batches:read'],
    async run({ send }) {
      const answer = await send('GET', '/v1/batches')
      mustBeExactly(ListEnvelope, answer.json, answer)
    },
  },
  isWhole('the account has', '/v1/account', Account),
  isWhole('the credits have', '/v1/credits', Credits),
  {
    id: 'ENV-3',
    promise: 'query parameters that are not recognised are ignored',
    needs: ['batches:read'],
    async run({ send }) {
      const plain = givenData(await send('GET', '/v1/batches', { query: { limit: '1' } }))
      const answer = await send('GET', '/v1/batches', { query: { limit: '1', no_such_filter: 'x' } })
      const same = JSON.stringify(givenData(answer)) === JSON.stringify(plain)
      must(same, `${shown(answer)}: another list than without the parameter`)
    },
  },
  {
    id: 'ENV-3',
    promise: 'a creation with an unrecognised property is refused with unknown_field',
    needs: ['batches:create', 'creation'],
    async run({ create }) {
      mustRefuseParam(await create({ no_such_field: 'x' }), 'unknown_field', 'no_such_field')
    },
  },
  {
    id: 'ENV-3',
    promise: 'a plan with an unrecognised property is refused with unknown_field',
    needs: ['batches:create', 'creation'],
    async run(trial) {
      const { id } = await trial.planned()
      const body = { instruction: INTO_GERMAN, no_such_field: 'x' }
      const answer = await trial.send('POST', `${pathOfBatch(id)}/plan`, { body })
      mustRefuseParam(answer, 'unknown_field', 'no_such_field')
    },
  },
  {
    id: 'ENV-3',
    promise: 'a route that does not exist is refused with resource_not_found',
    needs: [],
    async run({ send }) {
      mustRefuse(await send('GET', '/v1/no-such-thing'), 'resource_not_found')
    },
  },
  {
    id: 'ERR-2',
    promise: 'a body that is not JSON is refused with invalid_request',
    needs: ['batches:create', 'creation'],
    async run({ createAs }) {
      mustRefuse(await createAs({ body: '{"content": ' }), 'invalid_request')
    },
  },
  {
    id: 'ERR-2',
    promise: 'a body that is JSON but no object is refused with invalid_request',
    needs: ['batches:create', 'creation'],
    async run({ createAs }) {
      mustRefuse(await createAs({ body: '["content"]' }), 'invalid_request')
    },
  },
]

/** Codes whose type or status the document does not give (contract, Codes of the creation and approval flow). */
const WITHOUT_TYPE: readonly string[] = [
  ...['file_retention_expired', 'idempotency_key_reused', 'no_plan_yet', 'plan_changed', 'batch_not_awaiting_approval'],
  ...['file_too_large', 'result_too_large', 'unsupported_format', 'file_fetch_failed', 'plan_invalid'],
  ...['insufficient_credits', 'file_expired'],
]
const WITHOUT_STATUS: readonly string[] = ['insufficient_credits', 'file_expired']
/** Statuses that the document speaks of (contract, Status meanings). Of another, as 405, it says nothing. */
const STATUSES: readonly number[] = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503]

/** What holds for every answer of the whole run. They run last. */
export const everyAnswer: readonly ContractCheck[] = [
  {
    id: 'ENV-1',
    promise: 'every refusal is {error: {type, code, message, param?, docs_url}, request_id}',
    needs: [],
    run({ answers: all }) {
      const odd: string[] = []
      for (const answer of all.filter(({ status }) => status >= 400)) {
        if (answer.json === undefined && !answer.stated) odd.push(shown(answer))
        else mustBeExactly(ErrorAnswer, answer.json, answer)
      }
      if (odd[0] !== undefined) throw differs(`${odd[0]}: no error of the API, where the document gives no path`)
    },
  },
  {
    id: 'ENV-1',
    promise: 'every success carries data and a request_id',
    needs: [],
    run({ answers: all }) {
      const bare = all.filter(({ status, text }) => status === 204 && text === '')
      for (const answer of all.filter(one => succeeded(one) && !bare.includes(one))) {
        const id = valueAt(answer.json, 'request_id')
        must(valueAt(answer.json, 'data') !== undefined, `${shown(answer)}: no data`)
        must(typeof id === 'string' && id !== '', `${shown(answer)}: no request_id`)
      }
      const [first] = bare
      if (first !== undefined) throw differs(`${shown(first)}: no body. The document gives no body there`)
    },
  },
  {
    id: 'ENV-1',
    promise: 'no two answers have the same request_id',
    needs: [],
    run({ answers: all }) {
      const ids = all.map(({ json }) => valueAt(json, 'request_id')).filter(id => typeof id === 'string')
      const twice = ids.find((id, index) => ids.indexOf(id) !== index)
      if (twice !== undefined) throw differs(`${twice} came twice. The document says only that it is kept for reports`)
    },
  },
  {
    id: 'ERR-2',
    promise: 'every error code comes with its status',
    needs: [],
    run({ answers: all }) {
      const odd = all.filter(answer => {
        const code = errorCode(answer)
        return isErrorCode(code) && !WITHOUT_STATUS.includes(code) && ERRORS[code].status !== answer.status
      })
      const wrong = odd.find(({ status }) => STATUSES.includes(status) || status < 400)
      if (wrong !== undefined) throw broken(`${shown(wrong)}; the document gives that code another status`)
      if (odd[0] !== undefined) throw differs(`${shown(odd[0])}: a status that the document does not speak of`)
    },
  },
  {
    id: 'ERR-2',
    promise: 'every error code comes with its type',
    needs: [],
    run({ answers: all }) {
      for (const answer of all) {
        const [code, type] = [errorCode(answer), valueAt(answer.json, 'error', 'type')]
        if (!isErrorCode(code) || WITHOUT_TYPE.includes(code)) continue
        must(type === ERRORS[code].type, `${shown(answer)} has the type ${String(type)}; expected ${ERRORS[code].type}`)
      }
    },
  },
  {
    id: 'ERR-1',
    promise: 'every error code is one of the document',
    needs: [],
    run({ answers: all }) {
      const other = all.find(answer => errorCode(answer) !== '' && !isErrorCode(errorCode(answer)))
      if (other !== undefined) throw differs(`${shown(other)}. The document does not say that there are no others`)
    },
  },
  {
    id: 'ERR-2',
    promise: 'every docs_url is {docs_url}/errors#<code>',
    needs: [],
    run({ answers: all }) {
      for (const answer of all.filter(one => errorCode(one) !== '')) {
        const address = String(valueAt(answer.json, 'error', 'docs_url'))
        must(address.endsWith(`/errors#${errorCode(answer)}`), `${shown(answer)} has the docs_url ${address}`)
      }
    },
  },
  {
    id: 'ERR-2',
    promise: 'nothing is answered with 5xx',
    needs: [],
    run({ answers: all }) {
      const fault = all.find(({ status }) => status >= 500)
      if (fault !== undefined) throw broken(shown(fault))
    },
  },
  {
    id: 'KEY-3',
    promise: 'no answer repeats the credential',
    needs: [],
    run({ answers: all, own }) {
      const told = all.find(({ text }) => text.includes(own))
      if (told !== undefined) throw broken(`${told.method} ${told.path} answered ${told.status} with it`)
    },
  },
  {
    id: 'ENV-1',
    promise: 'every answer of JSON says so in Content-Type',
    needs: [],
    run({ answers: all }) {
      const isJson = ({ headers }: Answer) =>
        /^application\/(?:[\w.-]+\+)?json\b/i.test(String(headers['content-type']))
      const odd = all.find(answer => answer.json !== undefined && !isJson(answer))
      if (odd !== undefined) throw differs(`${shown(odd)} is ${String(odd.headers['content-type'])}`)
    },
  },
  {
    id: 'BAT-5',
    promise: 'every status of a translation is one of the document',
    needs: [],
    run({ answers: all }) {
      for (const { method, path, json } of all) {
        const status = method === 'GET' && /^\/v1\/batches\/[^/]+$/.test(path) && valueAt(json, 'data', 'status')
        if (typeof status === 'string' && !isBatchStatus(status))
          throw differs(`${method} ${path} has the status ${status}`)
      }
    },
  },
]
