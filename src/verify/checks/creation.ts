import { randomUUID } from 'node:crypto'
import {
  errorCode,
  givenData,
  mustRefuse,
  mustRefuseParam,
  mustRefuseSomehow,
  plannedData,
  shown,
  succeeded,
} from '../answer.ts'
import { valueAt } from '../probe.ts'
import {
  balanceNow,
  type ContractCheck,
  createdId,
  INTO_GERMAN,
  type Need,
  pathOfBatch,
  planRevision,
  type Trial,
} from '../trial.ts'
import { differs, must, untried } from '../verdict.ts'

const NEEDS: readonly Need[] = ['batches:create', 'batches:read', 'creation']

/** A form with the file and these fields. */
async function formOf({ file }: Pick<Trial, 'file'>, fields: Readonly<Record<string, string>>) {
  if (file === undefined) throw untried('the service takes none of txt, md, json and csv')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([file.content], file.filename))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: new Uint8Array(await request.arrayBuffer()) }
}

/** The ceiling of a PO catalogue, which the document gives (contract, Limits), and the largest file that is sent to try a ceiling. */
const PO_BYTES = 4 * 1024 * 1024
const LARGEST_BYTES = 8 * 1024 * 1024

/** A file one byte over its ceiling. @throws {Ended} untried, no ceiling is known that is low enough */
function tooLarge({ account, file }: Trial): NonNullable<Trial['file']> {
  const formats = valueAt(account, 'capabilities', 'supported_formats')
  const most = valueAt(account, 'entitlements', 'max_upload_bytes')
  if (Array.isArray(formats) && formats.includes('po'))
    return { filename: 'contract-suite.po', content: lineOf(PO_BYTES + 1) }
  if (file !== undefined && typeof most === 'number' && most < LARGEST_BYTES)
    return { ...file, content: lineOf(most + 1) }
  throw untried(`it takes no PO catalogue, and ${String(most)} bytes are too many to send`)
}

/** A comment of a PO catalogue, which is a text like any other too, of so many bytes. */
function lineOf(bytes: number): string {
  return `${'# the contract suite '.repeat(Math.ceil(bytes / 21)).slice(0, bytes - 1)}\n`
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
      async run({ createAs }) {
        mustRefuseSomehow(await createAs({ body }), 'invalid_request', what)
      },
    }),
  ),
  {
    id: 'CRE-5',
    promise: 'a file can be sent as multipart/form-data',
    needs: NEEDS,
    async run(trial) {
      const answer = await trial.createAs(await formOf(trial, {}))
      must(createdId(answer) !== undefined, `${shown(answer)}; expected a translation`)
    },
  },
  {
    id: 'CRE-5',
    promise: 'a form may hold the instruction, and one with a second source beside the file is refused',
    needs: NEEDS,
    async run(trial) {
      const answer = await trial.createAs(await formOf(trial, { instruction: INTO_GERMAN }))
      plannedData(answer)
      const id = createdId(answer) ?? ''
      const plan = valueAt(answer.json, 'data', 'plan') ?? (await planRevision(trial, id))
      if (plan === undefined || plan === null) throw untried('no plan could be read after the creation')
      const two = await trial.createAs(await formOf(trial, { content: 'Open.' }))
      mustRefuseSomehow(two, 'invalid_request', 'a file and content')
    },
  },
  {
    id: 'CRE-2',
    promise: 'content may come without a filename',
    needs: NEEDS,
    async run(trial) {
      const answer = await trial.createAs({ body: { content: 'Open the file.\n' } })
      if (errorCode(answer) === 'unsupported_format')
        throw differs(`${shown(answer)}: it infers a format that it does not take`)
      must(createdId(answer) !== undefined, `${shown(answer)}; expected a translation`)
    },
  },
  {
    id: 'CRE-9',
    promise: 'a file over its ceiling is refused with file_too_large or request_too_large',
    needs: [...NEEDS, 'account:read'],
    async run(trial) {
      const file = tooLarge(trial)
      const answer = await trial.createAs(await formOf({ file }, {}))
      if (errorCode(answer) !== 'request_too_large')
        mustRefuse(answer, 'file_too_large', `${file.content.length} bytes`)
    },
  },
  {
    id: 'ACC-3',
    promise: 'creation is refused with feature_not_available only where capabilities.batch_creation is false',
    needs: ['batches:create', 'account:read'],
    async run(trial) {
      const can = valueAt(trial.account, 'capabilities', 'batch_creation') !== false
      const answer = await trial.create()
      if (!can) mustRefuse(answer, 'feature_not_available', 'batch_creation is false')
      must(!can || errorCode(answer) !== 'feature_not_available', `${shown(answer)}, and batch_creation is true`)
    },
  },
  {
    id: 'CRE-6',
    promise: 'a repeat with the same key gives the translation that the first made',
    needs: NEEDS,
    async run(trial) {
      const { id, key, body } = await trial.planned()
      const answer = await trial.create(body, { headers: { 'idempotency-key': key } })
      const again = createdId(answer)
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
      const [first, second] = [createdId(one), createdId(other)]
      must(first !== undefined, `${shown(one)}; expected a translation`)
      must(first === second, `the same idempotency_key made ${first} and ${second}`)
    },
  },
  reused('file', { content: 'Something else entirely.\n' }),
  reused('name', { filename: 'another-name.txt' }),
  reused('instruction', { instruction: 'Translate into French (fr).' }),
  {
    id: 'CRE-6',
    promise: 'a key may have 255 characters',
    needs: NEEDS,
    async run(trial) {
      const key = `${randomUUID()} `.padEnd(254, '~').concat('!')
      const answer = await trial.create({}, { headers: { 'idempotency-key': key } })
      must(createdId(answer) !== undefined, `${shown(answer)}; expected a translation`)
    },
  },
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
      const ids = new Set(both.filter(succeeded).map(createdId))
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
      async run({ createAs }) {
        mustRefuse(await createAs({ body: { file_url } }), 'file_fetch_failed')
      },
    }),
  ),
  {
    id: 'CRE-9',
    promise: 'an instruction that is no text is refused with invalid_parameter',
    needs: NEEDS,
    async run({ createAs, file }) {
      const answer = await createAs({ body: { ...file, instruction: 7 } })
      mustRefuseParam(answer, 'invalid_parameter', 'instruction')
    },
  },
]
