import { givenData, mustBeOffered, mustRefuse, mustRefuseSomehow, shown, succeeded } from '../answer.ts'
import { valueAt } from '../probe.ts'
import { type ContractCheck, createdId, INTO_GERMAN, type Need, type Trial } from '../trial.ts'
import { differs, must, untried } from '../verdict.ts'

const NEEDS: readonly Need[] = ['batches:create', 'creation']

/** An upload with its bytes, completed; its id. @throws {Ended} differs, uploads are elsewhere or look otherwise */
export async function uploaded(trial: Trial): Promise<string> {
  if (trial.file === undefined) throw untried('the service takes none of txt, md, json and csv')
  const { filename, content } = trial.file
  const opened = mustBeOffered(await trial.send('POST', '/v1/uploads', { body: { filename } }))
  const data = givenData(opened)
  const [id, url] = [valueAt(data, 'id'), valueAt(data, 'url')]
  if (typeof id !== 'string' || typeof url !== 'string') throw differs('an upload has other fields than id and url')
  const sent = await trial.plain('PUT', url, content)
  must(sent.status < 300, `PUT of the bytes answered ${sent.status}`)
  const done = mustBeOffered(await trial.send('POST', `/v1/uploads/${encodeURIComponent(id)}/complete`))
  must(succeeded(done), `${shown(done)}; expected a success`)
  return id
}

/** Temporary uploads. Their endpoints are assumed. */
export const uploads: readonly ContractCheck[] = [
  {
    id: 'CRE-4',
    promise: 'a completed upload makes a translation, and again the same one',
    needs: NEEDS,
    async run(trial) {
      const upload_id = await uploaded(trial)
      const [one, other] = [
        await trial.createAs({ body: { upload_id } }),
        await trial.createAs({ body: { upload_id, instruction: INTO_GERMAN } }),
      ]
      const [first, second] = [createdId(one), createdId(other)]
      must(first !== undefined, `${shown(one)}; expected a translation`)
      must(first === second, `the same upload_id made ${first} and ${second}`)
      const plan = valueAt(givenData(other), 'plan')
      must(plan === null || plan === undefined, 'the repeat changed the instruction: it has a plan now')
    },
  },
  {
    id: 'CRE-4',
    promise: 'a filename beside an upload_id is refused',
    needs: NEEDS,
    async run(trial) {
      const body = { upload_id: await uploaded(trial), filename: 'other.txt' }
      mustRefuseSomehow(await trial.createAs({ body }), 'invalid_request', 'upload_id with filename')
    },
  },
  {
    id: 'CRE-4',
    promise: 'an upload that does not exist is refused',
    needs: NEEDS,
    async run({ createAs }) {
      const answer = await createAs({ body: { upload_id: 'no-such-upload' } })
      mustRefuseSomehow(answer, 'resource_not_found', 'an unknown upload_id')
    },
  },
  {
    id: 'UPL-1',
    promise: 'an upload without bytes cannot be completed',
    needs: NEEDS,
    async run({ send, file }) {
      const body = { filename: file?.filename ?? 'suite.txt' }
      const opened = mustBeOffered(await send('POST', '/v1/uploads', { body }))
      const id = valueAt(givenData(opened), 'id')
      if (typeof id !== 'string') throw differs('an upload has no id')
      const answer = await send('POST', `/v1/uploads/${encodeURIComponent(id)}/complete`)
      mustRefuseSomehow(answer, 'invalid_request', 'complete without bytes')
    },
  },
  {
    id: 'UPL-1',
    promise: 'an upload with an unrecognised property is refused with unknown_field',
    needs: NEEDS,
    async run({ send }) {
      const body = { filename: 'suite.txt', no_such_field: 1 }
      mustRefuse(mustBeOffered(await send('POST', '/v1/uploads', { body })), 'unknown_field')
    },
  },
]
