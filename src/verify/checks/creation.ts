import { randomUUID } from 'node:crypto'
import { givenData, mustRefuse, mustRefuseParam, mustRefuseSomehow, plannedData, shown, succeeded } from '../answer.ts'
import { valueAt } from '../probe.ts'
import { balanceNow, type ContractCheck, INTO_GERMAN, type Need, pathOfBatch, type Trial } from '../trial.ts'
import { differs, must, untried } from '../verdict.ts'

const NEEDS: readonly Need[] = ['batches:create', 'batches:read', 'creation']

/** A form with the file and these fields. */
async function formOf({ file }: Trial, fields: Readonly<Record<string, string>>) {
  if (file === undefined) throw untried('the service takes none of txt, md, json and csv')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([file.content], file.filename))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: new Uint8Array(await request.arrayBuffer()) }
}

/** A refusal of the same key with something else. */
function reused(what: string, other: Readonly<Record<string, string>>): ContractCheck {
  return {
    id: 'CRE-6',
    promise: `the same key with another ${what} is refused with idempotency_key_reused`,
    needs: NEEDS,
    async run(trial) {
      const { key, body } = await trial.planned()
      const answer = await trial.create({ ...body, ...other }, { headers: { 'idempotency-key': key } })
      mustRefuse(answer, 'idempotency_key_reused')
    },
  }
}

/** Creating a translation. */
export const creation: readonly ContractCheck[] = [
  {
    id: 'CRE-1',
    promise: 'a creation costs nothing',
    needs: [...NEEDS, 'account:read'],
    async run(trial) {
      const before = await balanceNow(trial)
      plannedData(await trial.create({ instruction: INTO_GERMAN }))
      const after = await balanceNow(trial)
      must(before === after, `the balance went from ${before} to ${after}`)
    },
  },
  {
    id: 'CRE-1',
    promise: 'a creation gives an id by which the translation can be read',
    needs: NEEDS,
    async run(trial) {
      const { id } = await trial.planned()
      const batch = givenData(await trial.send('GET', pathOfBatch(id)))
      must(valueAt(batch, 'id') === id, `${pathOfBatch(id)} is ${String(valueAt(batch, 'id'))}`)
      must(valueAt(batch, 'file_name') === trial.file?.filename, `file_name is ${String(valueAt(batch, 'file_name'))}`)
    },
  },
  ...Object.entries({
    'without a file': { filename: 'x.txt' },
    'with two sources': { filename: 'x.txt', content: 'Open.', file_url: 'https://example.com/x.txt' },
  }).map(
    ([what, body]): ContractCheck => ({
      id: 'CRE-1',
      promise: `a creation ${what} is refused`,
      needs: NEEDS,
      async run({ send, note }) {
        const answer = await send('POST', '/v1/batches', { body })
        note(answer)
        mustRefuseSomehow(answer, 'invalid_request', what)
      },
    }),
  ),
  {
    id: 'CRE-5',
    promise: 'a file can be sent as multipart/form-data',
    needs: NEEDS,
    async run(trial) {
      const answer = await trial.send('POST', '/v1/batches', await formOf(trial, {}))
      must(trial.note(answer) !== undefined, `${shown(answer)}; expected a translation`)
    },
  },
  {
    id: 'CRE-6',
    promise: 'a repeat with the same key gives the translation that the first made',
    needs: NEEDS,
    async run(trial) {
      const { id, key, body } = await trial.planned()
      const answer = await trial.create(body, { headers: { 'idempotency-key': key } })
      const again = trial.note(answer)
      must(again === id, `${shown({ ...answer, text: '' })}: ${again}, and the first made ${id}`)
    },
  },
  {
    id: 'CRE-6',
    promise: 'the key may stand in the body',
    needs: NEEDS,
    async run(trial) {
      const key = randomUUID()
      const [one, other] = [await trial.create({ idempotency_key: key }), await trial.create({ idempotency_key: key })]
      const [first, second] = [trial.note(one), trial.note(other)]
      must(first !== undefined, `${shown(one)}; expected a translation`)
      must(first === second, `the same idempotency_key made ${first} and ${second}`)
    },
  },
  reused('file', { content: 'Something else entirely.\n' }),
  reused('name', { filename: 'another-name.txt' }),
  reused('instruction', { instruction: 'Translate into French (fr).' }),
  {
    id: 'CRE-6',
    promise: 'a key of more than 255 characters is refused',
    needs: NEEDS,
    async run(trial) {
      const answer = await trial.create({}, { headers: { 'idempotency-key': 'k'.repeat(256) } })
      mustRefuseSomehow(answer, 'invalid_parameter', 'a key of 256 characters')
    },
  },
  {
    id: 'CRE-7',
    promise: 'two equal creations at once with one key make one translation',
    needs: NEEDS,
    async run(trial) {
      const headers = { 'idempotency-key': randomUUID() }
      const both = await Promise.all([trial.create({}, { headers }), trial.create({}, { headers })])
      const ids = new Set(both.filter(succeeded).map(answer => trial.note(answer)))
      must(ids.size === 1, `they made ${ids.size}: ${[...ids].join(', ')}`)
    },
  },
  {
    id: 'CRE-8',
    promise: 'a creation without an instruction suggests some',
    needs: NEEDS,
    async run(trial) {
      const { answer } = await trial.unplanned()
      const suggested = valueAt(givenData(answer), 'suggested_instructions')
      if (!Array.isArray(suggested)) throw differs(`${shown(answer)}: no suggested_instructions`)
    },
  },
  {
    id: 'CRE-9',
    promise: 'a file of an unknown extension is refused with unsupported_format',
    needs: NEEDS,
    async run(trial) {
      mustRefuse(await trial.create({ filename: 'suite.no-such-format' }), 'unsupported_format')
    },
  },
  ...['http://example.com/file.txt', 'https://no-such-host.invalid/file.txt'].map(
    (file_url): ContractCheck => ({
      id: 'CRE-3',
      promise: `a file_url that is not fetched is refused with file_fetch_failed: ${file_url}`,
      needs: NEEDS,
      async run({ send, note }) {
        const answer = await send('POST', '/v1/batches', { body: { file_url } })
        note(answer)
        mustRefuse(answer, 'file_fetch_failed')
      },
    }),
  ),
  {
    id: 'CRE-9',
    promise: 'an instruction that is no text is refused with invalid_parameter',
    needs: NEEDS,
    async run({ send, note, file }) {
      const answer = await send('POST', '/v1/batches', { body: { ...file, instruction: 7 } })
      note(answer)
      mustRefuseParam(answer, 'invalid_parameter', 'instruction')
    },
  },
]
