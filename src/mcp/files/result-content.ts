import { setImmediate } from 'node:timers/promises'
import { parseJson } from '../../client/errors.ts'
import { ErrorEnvelope } from '../../contract/envelope.ts'
import { extensionOf, type Family, familyOf, kindWithExtension, playTagOf } from '../../contract/formats.ts'

/** A file that was fetched and is not in its place yet, and what it claims to be. */
export interface FetchedContent {
  readonly path: string
  /** Its extension says the format; for a zip that of its members. */
  readonly name: string
  readonly zip: boolean
  readonly size_bytes: number
  /** True where the service said beforehand how long the file is, and it is. */
  readonly announced: boolean
  /** The beginning of the file that was translated, by which a table is read as that was; undefined where it is not there. */
  readonly original: Uint8Array | undefined
}

/** What was found in a fetched file. */
export interface LookedAt {
  /** Why it is not what it claims to be, in words that end a sentence; undefined where it is. */
  readonly flaw: string | undefined
  /** The names of files in a zip that are no translations, which nobody has read. */
  readonly beside: readonly string[]
}

type Bytes = () => AsyncIterable<Uint8Array>

/**
 * Why the bytes of a file that is not empty are not what its name claims, in words that end a sentence; undefined where they are. They
 * are read in a stream.
 */
export async function flawOfFile(
  open: Bytes,
  { name, announced, original }: Pick<FetchedContent, 'name' | 'announced' | 'original'>,
): Promise<string | undefined> {
  const family = familyOf(name)?.family
  const begins = decodedStart(await startOf(open))
  const instead = announced ? undefined : insteadOf(family, begins, original)
  if (instead !== undefined) return instead
  const { FormatError, loadFormat } = await import('../formats.ts')
  const format = await loadFormat(name)
  if (format === undefined) return undefined
  const read = async (from?: Bytes): Promise<string | undefined> => {
    try {
      let units = 0
      for await (const _ of format.scan(open(), from === undefined ? {} : { original: from })) {
        units += 1
        if (units % STRIDE === 0) await setImmediate()
      }
      return undefined
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      // What is only long or deep is of the format all the same: a service may take more than this program does.
      return NOT_ONE.has(error.code) ? error.message : undefined
    }
  }
  // A table reads as its source did; one that does not may still be a table in a form of its own.
  const asSource = original && { flaw: await read(() => once(original)) }
  const flaw = asSource !== undefined && asSource.flaw === undefined ? undefined : await read()
  return flaw === undefined ? undefined : `it cannot be read as ${asKind(name)}: ${flaw.replace(/\.$/, '')}`
}

/** What no file of the format is, or nobody can read. */
const NOT_ONE = new Set<string>(['malformed', 'not_decodable', 'protected'])
/** How many units are read between two pauses, in which others may work. */
const STRIDE = 500
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype\s+html|html)[\s>]/i
const SIGN_IN = /<input\b[^>]{0,300}\btype\s*=\s*["']?password\b/i
const START_BYTES = 32 * 1024

/** What came in place of a file, by its beginning; undefined where nothing shows it. */
function insteadOf(family: Family | undefined, begins: string, original: Uint8Array | undefined): string | undefined {
  if (family !== 'html') {
    if (PAGE.test(begins)) return 'it is a web page, such as one to sign in'
    const code = errorIn(begins)
    return code === undefined ? undefined : `it is an error of the service: ${code}`
  }
  const isNew = original !== undefined && !SIGN_IN.test(decodedStart(Buffer.from(original)))
  return isNew && SIGN_IN.test(begins) ? 'it is a web page to sign in, and its source is none' : undefined
}

/** The code of an error in the envelope of the API, where a text is one. */
function errorIn(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  const envelope = ErrorEnvelope.safeParse(parseJson(text))
  return envelope.success ? envelope.data.error.code : undefined
}

async function startOf(open: Bytes): Promise<Buffer> {
  for await (const chunk of open()) return Buffer.from(chunk.subarray(0, START_BYTES))
  return Buffer.alloc(0)
}

/** The beginning as text, for a look at its first characters: in UTF-16 every second byte of these is zero. */
function decodedStart(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le').slice(1)
  if (first === 0xfe && second === 0xff) return bytes.toString('latin1', 2).replaceAll('\0', '')
  return bytes.toString('utf8').replace(/^\ufeff/, '')
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function asKind(name: string): string {
  return playTagOf(name) === undefined ? `.${extensionOf(name)}` : kindWithExtension(extensionOf(name))
}
