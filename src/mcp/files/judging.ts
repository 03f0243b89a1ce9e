import type { FileHandle } from 'node:fs/promises'
import { type ExpectedFile, mediaTypeOf, wrongResult } from '../../client/expected.ts'
import type { Batch, Result } from '../../contract/batch.ts'
import { extensionOf, FAMILIES, type Family, familyOf, MAX_UPLOAD_BYTES } from '../../contract/formats.ts'
import type { Plan } from '../../contract/plan.ts'
import type { FetchedContent, LookedAt } from './result-content.ts'
import { lookAtResult } from './result-look.ts'

const ZIP = /^application\/(?:x-)?zip(?:-compressed)?$/

/** Of what a result is: its translation, and the languages of the plan, where that can be read. */
export interface ResultOf {
  readonly batch: Pick<Batch, 'file_name'>
  readonly languages?: Pick<Plan, 'target_languages'> | undefined
}

/**
 * True for several languages in one zip, by what the service says or by the name. A packed document is a zip, too, but none of these; nor is
 * a zip of files that was translated into one language.
 */
export function isZip({ media_type }: Pick<Result, 'media_type'>, name: string, of: ResultOf): boolean {
  if (familyOf(of.batch.file_name ?? '')?.family === 'zip' && of.languages?.target_languages.length === 1) return false
  const said = ZIP.test(mediaTypeOf(media_type ?? undefined)) && familyOf(name)?.facts.binary !== true
  return said || extensionOf(name) === 'zip'
}

/** Says what is in a fetched file, and why it is not what it claims to be. @throws {Error} when it cannot be read */
export type JudgeContent = (content: FetchedContent) => Promise<LookedAt>

/** Up to this size, in bytes, a file is read in the thread that serves: that takes less time than starting another. */
const SMALL_BYTES = 32 * 1024
/** What a thread may use to read one file. Reading is quick: 60 MB of CSV take about three seconds. */
const LIMITS = { first_ms: 20_000, megabyte_ms: 1000, memory_mb: 1024 }
const MB = 1024 * 1024

/** Judges small files here and others in a thread of their own, which is ended when it takes too long. `entry` is its program. */
export function judgeInThread(entry: URL, limits = LIMITS): JudgeContent {
  return content => (content.size_bytes <= SMALL_BYTES ? lookAtResult(content) : askThread(entry, content, limits))
}

/**
 * Judges nothing again: for results of the service inside this program, which reads each of them, and compares it with its original,
 * before anyone may fetch it (RES-2). Their size is compared all the same while they come.
 */
export const judgedAlready: JudgeContent = async () => ({ flaw: undefined, beside: [] })

async function askThread(entry: URL, content: FetchedContent, limits: typeof LIMITS): Promise<LookedAt> {
  const { Worker } = await import('node:worker_threads')
  const ms = limits.first_ms + Math.ceil(content.size_bytes / MB) * limits.megabyte_ms
  const resourceLimits = { maxOldGenerationSizeMb: limits.memory_mb }
  const thread = new Worker(entry, { workerData: content, resourceLimits })
  return new Promise<LookedAt>((resolve, reject) => {
    const refuse = (flaw: string) => resolve({ flaw, beside: [] })
    const timer = setTimeout(() => refuse(`it could not be read within ${Math.round(ms / 1000)} seconds`), ms)
    thread.once('message', (found: LookedAt) => resolve(found))
    thread.once('error', (error: Error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('it takes too much memory to read')
      else reject(error)
    })
    thread.once('exit', () => clearTimeout(timer))
  }).finally(() => thread.terminate())
}

/** What the answer to a link has to be, by what the service said of the result and of the translation. */
export function expectedOf(of: ResultOf & { result: Result; batch: Batch; name: string }): ExpectedFile {
  const { result, batch, name } = of
  const { size_bytes, sha256 } = result
  const known = familyOf(name)
  const zip = isZip(result, name, of)
  const words = batch.word_count
  return {
    size_bytes,
    most_bytes: zip ? MAX_UPLOAD_BYTES * LANGUAGES : (known?.family === 'po' ? PO_BYTES : MAX_UPLOAD_BYTES) * GROWTH,
    sha256: hexOf(sha256 ?? ''),
    may_be_empty: size_bytes === 0 ? words === null || words === 0 : size_bytes === null && words === 0,
    admits: mediaType => (!zip && mediaType === known?.media_type) || admits(mediaType, zip ? 'zip' : known?.family),
  }
}

/** A SHA-256 in hex or base64, also with its name before it, as lower-case hex; null for text that is none, such as another hash. */
function hexOf(sha256: string): string | null {
  const [, hex, base64] = /^(?:sha-?256[:=-])?(?:([0-9a-f]{64})|([A-Za-z0-9+/]{43}=))$/i.exec(sha256.trim()) ?? []
  return hex?.toLowerCase() ?? (base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex'))
}

/** Of a catalogue the contract says how large it may be; of other files another service may take more than ours does. */
const PO_BYTES = FAMILIES.po.ceiling_bytes
/** A translated file may be longer than its source, and a zip holds one for each language. */
const GROWTH = 4
const LANGUAGES = 16

/**
 * Media types that say for certain what a file is, and the families of which it may be one. All others, such as text/plain and
 * application/octet-stream, say too little to refuse a file.
 */
const CERTAIN: readonly (readonly [RegExp, readonly Family[]])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, ['html']],
  [/^(?:application\/(?:.+\+)?json|text\/json)$/, ['json']],
  [/^(?:application|text)\/(?:.+\+)?xml$/, ['html', 'xliff', 'catalogue']],
  [/^application\/pdf$/, ['pdf']],
  [ZIP, ['zip', 'docx', 'pptx', 'xlsx', 'odf', 'idml']],
  [/^(?:image|audio|video|font)\//, []],
]

function admits(mediaType: string, claimed: Family | undefined): boolean {
  const [, families] = CERTAIN.find(([pattern]) => pattern.test(mediaType)) ?? []
  return families === undefined || claimed === undefined || families.includes(claimed)
}

/** How much of the source is looked at to read a table as it was read then. */
const HEAD_BYTES = 256 * 1024

/** The beginning of an open file; undefined where it cannot be read. */
export async function firstBytesOf(handle: FileHandle): Promise<Uint8Array | undefined> {
  const buffer = Buffer.alloc(HEAD_BYTES)
  const read = await handle.read(buffer, 0, HEAD_BYTES, 0).catch(() => undefined)
  return read === undefined ? undefined : buffer.subarray(0, read.bytesRead)
}

/**
 * Judges a fetched file by its content before it is kept. Gives the names of what a zip holds beside translations.
 *
 * @throws {ApiError} wrong_result, with what it is instead; file_error
 */
export async function requireContent(content: FetchedContent, judge: JudgeContent): Promise<readonly string[]> {
  if (content.size_bytes === 0) return []
  const { flaw, beside } = await judge(content)
  if (flaw !== undefined) throw wrongResult(flaw)
  return beside
}
