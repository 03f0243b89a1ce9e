import { createHash } from 'node:crypto'
import { ApiError } from '../client/errors.ts'
import { hashFile } from '../client/hash.ts'
import type { Account } from '../contract/account.ts'
import { instantOf } from '../contract/finding.ts'
import { extensionOf, FILE_KINDS, familyOf, kindWithExtension, playTagOf } from '../contract/formats.ts'
import { api } from '../contract/operations.ts'
import type { Created } from '../contract/plan.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { projectOfFile } from './files/project.ts'
import type { ReadableFile } from './files/reading.ts'

/** The file as a caller gives it: exactly one of the first four, and perhaps a name. */
export interface GivenFile {
  readonly file_path?: string | undefined
  readonly content?: string | undefined
  readonly file_url?: string | undefined
  readonly upload_id?: string | undefined
  readonly filename?: string | undefined
}

/** A file that is ready to send. In the idempotency key, the fingerprint stands for its content. The caller closes `file.handle`. */
export interface FileToSend {
  readonly fingerprint: string | undefined
  readonly name: string | undefined
  readonly file?: ReadableFile
  /** The label of the project that the file belongs to. */
  readonly project?: string
  readonly body: { content?: string; file_url?: string; upload_id?: string; filename?: string }
}

/**
 * Makes the file ready to send.
 *
 * @throws {ToolRefusal} one_file, when none or several are given; filename_with_upload; no_local_files; other_extension
 * @throws {FileRefused} when the file may not be read
 * @throws {ApiError} file_error, when the file cannot be read
 */
export async function readyToSend(asked: GivenFile, context: CallContext): Promise<FileToSend> {
  const { file_path, content, file_url, upload_id, filename } = asked
  const given = Object.entries({ file_path, content, file_url, upload_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (given.length !== 1) {
    throw new ToolRefusal('one_file', [
      `Nothing was done: ${given.length === 0 ? 'no file was given' : `${given.join(' and ')} were given together`}.`,
      context.parts.settings.transport === 'stdio'
        ? 'Give exactly one of file_path (a file on this machine), content with filename, file_url or upload_id.'
        : 'Give exactly one of content with filename, file_url or upload_id.',
    ])
  }
  if (file_path !== undefined) return openFile(file_path, filename, context)
  if (upload_id !== undefined) {
    if (filename !== undefined) throw namedTwice()
    return { fingerprint: undefined, name: undefined, body: { upload_id } }
  }
  const name = filename === undefined ? {} : { filename }
  if (file_url !== undefined) return { fingerprint: `url ${file_url}`, name: filename, body: { file_url, ...name } }
  const text = content ?? ''
  return {
    fingerprint: createHash('sha256').update(text).digest('hex'),
    name: filename,
    body: { content: text, ...name },
  }
}

/** The refusal of a file name together with an upload, which already has a name (CRE-4). */
export function namedTwice(): ToolRefusal {
  return new ToolRefusal('filename_with_upload', [
    'Nothing was done: an upload has its name already; leave filename out.',
  ])
}

async function openFile(given: string, filename: string | undefined, context: CallContext): Promise<FileToSend> {
  if (context.parts.settings.transport !== 'stdio') {
    throw new ToolRefusal('no_local_files', [
      'Nothing was done: this server runs elsewhere and cannot read files of your machine.',
      'Pass small text as content with filename, or a public file_url, or call create_batch without a file for an address to upload it to.',
    ])
  }
  const found = await context.parts.folders.forReading(given)
  try {
    if (filename !== undefined) checkExtension(filename, [found.name, found.path])
    const file = { ...found, name: filename ?? found.name }
    const { sha256 } = await hashFile(file.handle, context.signal)
    return { fingerprint: sha256, name: file.name, file, project: await projectOfFile(found.path), body: {} }
  } catch (error) {
    await found.handle.close()
    throw error
  }
}

/**
 * Checks that a name has the extension of the file. With another, the file would be read in the wrong format, for example settings as
 * plain text.
 *
 * @throws {ToolRefusal} other_extension
 */
function checkExtension(filename: string, own: readonly string[]): void {
  if (own.some(name => extensionOf(name) === extensionOf(filename))) return
  const [name = ''] = own
  const extension = extensionOf(name)
  const ending = playTagOf(name) === undefined ? extension && `.${extension}` : 'messages'
  throw new ToolRefusal('other_extension', [
    `Nothing was done: filename must end like the file itself (${ending || 'without an extension'}).`,
    'Leave filename out, or ask the person to copy the file under the name it should have.',
  ])
}

/** The families of what a service lists: extensions mostly, or names of families. Undefined for what is neither. */
function listedFamily(format: string): string | undefined {
  const name = format.toLowerCase().replace(/^\./, '')
  return Object.hasOwn(FILE_KINDS, name) ? name : familyOf(`a.${name}`)?.family
}

/**
 * Whether a service may take a file of this name: its family is one that it lists. What a service means by a list with other names is left to
 * the service.
 */
export function isTakenBy(name: string | undefined, { capabilities }: WithFormats): boolean {
  const ending = extensionOf((name ?? '').trim())
  const formats = capabilities.supported_formats
  if (ending === '' || formats.some(format => bareExtension(format) === ending)) return true
  const listed = formats.map(listedFamily)
  const own = listedFamily(ending)
  return listed.length === 0 || listed.includes(undefined) || (own !== undefined && listed.includes(own))
}

/**
 * Refuses a file before it is sent, where the service will not take it, and says what would do in its place.
 *
 * @throws {ApiError} unsupported_format
 */
export async function requireListed(source: FileToSend, account: WithFormats): Promise<void> {
  const name = (source.name ?? '').trim()
  if (isTakenBy(name, account)) return
  const { adviceOnKind } = await import('../contract/near-kinds.ts')
  const formats = account.capabilities.supported_formats
  const near = adviceOnKind({ name, head: await headOf(source) }, formats.map(bareExtension))
  throw new ApiError({
    code: 'unsupported_format',
    param: 'filename',
    message: `${kindWithExtension(extensionOf(name), true)} are not accepted, so it was not sent.${near ?? ` Accepted: ${formats.join(', ')}.`}`,
  })
}

/** The first bytes of a file that is at hand, for a look at what it is. */
async function headOf({ file, body }: FileToSend): Promise<Uint8Array | undefined> {
  if (file === undefined) return body.content === undefined ? undefined : Buffer.from(body.content.slice(0, HEAD))
  const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
  return buffer.subarray(0, bytesRead)
}

/** No more of an unknown file is looked at, in bytes or characters. */
const HEAD = 65_536

/** What tells the formats of a service. */
export interface WithFormats {
  readonly capabilities: Pick<Account['capabilities'], 'supported_formats'>
}

function bareExtension(format: string): string {
  return format.toLowerCase().replace(/^\./, '')
}

/** The idempotency key of a creation. The same parts give the same key: a call repeated after a lost answer finds its batch (CRE-10). */
export function repeatKey(parts: readonly (string | undefined)[]): string {
  return `mcp-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/** How many times, at most, a batch that is no longer useful is replaced by a new one. Each new one has its own key. */
const GENERATIONS = 20

/**
 * Creates the batch of a file, or finds the batch that an earlier call with the same key made (`reused`). A batch that is no longer
 * useful, or whose file is gone, is replaced by a new one.
 *
 * @throws {ApiError} as `call` does
 */
export async function create(source: FileToSend, instruction: string | undefined, key: string, context: CallContext) {
  const most = source.body.upload_id === undefined ? GENERATIONS : 0
  for (let generation = 0; ; generation += 1) {
    const last = generation === most
    const name = generation === 0 ? key : repeatKey([key, String(generation)])
    try {
      const { data, request_id } = await send(source, instruction, name, context)
      const reused = data.reused ?? isOld(data, context)
      if (!reused || isUseful(data) || last) return { created: data, reused, request_id }
    } catch (error) {
      if (last || !(error instanceof ApiError && FILE_GONE.has(error.code))) throw error
    }
  }
}

const FILE_GONE = new Set<string>(['file_expired', 'file_retention_expired'])

/** How long before a call a batch was made that this call cannot have made, in milliseconds: the clocks of two machines may differ. */
const OLD_MS = 10 * 60_000

/** True for a batch that an earlier call must have made, where the service does not say it: by its state, or by its age. */
function isOld({ batch: { archived, status, created_at } }: Created, { parts }: CallContext): boolean {
  if (archived || status === 'translating' || status === 'completed') return true
  const made = created_at === null ? undefined : instantOf(created_at)
  return made !== undefined && made < parts.clock() - OLD_MS
}

/** False for a batch that failed or is archived: a repeated call makes a new one instead. */
function isUseful({ batch }: Created): boolean {
  return !batch.archived && batch.status !== 'failed'
}

function send(source: FileToSend, instruction: string | undefined, idempotencyKey: string, context: CallContext) {
  const words = instruction === undefined ? {} : { instruction }
  const keyed = source.body.upload_id === undefined ? { idempotencyKey } : {}
  return context.parts.client.call(
    api.batches.create,
    { body: { ...source.body, ...words } },
    {
      signal: context.signal,
      ...keyed,
      file: source.file,
      project: source.project,
      onProgress: (sent, total) => {
        if (total) void context.progress((sent / total) * 100, 'sending the file', 'often')
      },
    },
  )
}
