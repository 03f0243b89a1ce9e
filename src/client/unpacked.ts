import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { bytesIn, headerValue, LARGEST_ANSWER_BYTES } from './transport.ts'

/** What undoes a coding, in node:zlib, which is imported when first needed: hardly any answer is packed. */
type Unpacker = 'createGunzip' | 'createInflate' | 'createBrotliDecompress'

/** By coding. Nothing is asked for packed, but what stands between may pack it all the same (RFC 9110 § 8.4.1). */
const UNPACK: ReadonlyMap<string, Unpacker> = new Map<string, Unpacker>([
  ['gzip', 'createGunzip'],
  ['x-gzip', 'createGunzip'],
  ['deflate', 'createInflate'],
  ['br', 'createBrotliDecompress'],
])

/** The codings that a Content-Encoding header names, in lower case, in the order they were put on; none where it came as it is. */
export function codingsOf(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map(name => name.trim().toLowerCase())
  return names.filter(name => name !== '' && name !== 'identity')
}

/**
 * The bytes without their codings, piece by piece. A failure of the bytes themselves stays what it is.
 *
 * @throws {Error} made by `unreadable` from words for what is wrong: a coding that is not known, or bytes that it did not make
 */
export function unpacked(
  bytes: AsyncIterable<Uint8Array>,
  header: string | undefined,
  unreadable: (what: string) => Error,
): AsyncIterable<Uint8Array> {
  const spoilt = () => unreadable(`${howPacked(header)}, and cannot be unpacked`)
  return codingsOf(header).reduceRight((rest, coding) => without(coding, rest, spoilt), bytes)
}

function howPacked(header: string | undefined): string {
  return `packed (Content-Encoding: ${header?.slice(0, 50)}), although it was asked for as it is`
}

/** The text of an answer, without its codings. @throws {Error} as `unpacked` does, also where it is far too large */
export async function textOf(
  { body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>,
  unreadable: (what: string) => Error,
): Promise<string> {
  const encoding = headerValue(headers, 'content-encoding')
  if (codingsOf(encoding).length === 0) return await body.text()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const bytes of unpacked(bytesIn(body), encoding, unreadable)) {
    length += bytes.length
    if (length > LARGEST_ANSWER_BYTES) throw unreadable(`${howPacked(encoding)}, and is far too large`)
    text += decoder.decode(bytes, { stream: true })
  }
  return text + decoder.decode()
}

async function* without(
  coding: string,
  packed: AsyncIterable<Uint8Array>,
  unreadable: () => Error,
): AsyncGenerator<Uint8Array> {
  const create = UNPACK.get(coding)
  if (create === undefined) throw unreadable()
  const unpack = (await import('node:zlib'))[create]()
  let broke: unknown
  async function* noted() {
    try {
      yield* packed
    } catch (error) {
      broke = error
      throw error
    }
  }
  const fed = pipeline(noted(), unpack).catch(() => undefined)
  try {
    yield* unpack
  } catch {
    throw broke ?? unreadable()
  } finally {
    unpack.destroy()
    await fed
  }
}
