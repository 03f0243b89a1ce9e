/** The content of one entry. */
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { ByteStream, Ranges } from '../../format.ts'
import { bytesAt } from '../ranges.ts'
import { nameShown } from './admission.ts'
import { damaged, STORED, type ZipMember } from './entry.ts'

const SIGNATURE = 0x04034b50
const HEADER_BYTES = 30
const CHUNK_BYTES = 65_536

export interface ZipData {
  /** Where the data begins and ends in the file. */
  readonly from: number
  readonly to: number
  /** The local header: all from the beginning of the entry up to the data. */
  readonly header: Buffer
}

/** Where the data of an entry is. @throws {FormatError} malformed: the header in front of it is not that of the entry */
export async function dataOf(entry: ZipMember, ranges: Ranges): Promise<ZipData> {
  const { at, next, packed } = entry
  const from = at + headerLength(entry, await bytesAt(ranges, at, Math.min(next, at + HEADER_BYTES)))
  const header = await bytesAt(ranges, at, from)
  checkHeader(entry, header)
  return { from, to: from + packed, header }
}

/** How long the local header is, its data behind it. `start` is what the entry begins with. */
function headerLength({ at, next, packed, name }: ZipMember, start: Buffer): number {
  if (start.length < HEADER_BYTES || start.readUInt32LE(0) !== SIGNATURE) throw wrong(name)
  const length = HEADER_BYTES + start.readUInt16LE(26) + start.readUInt16LE(28)
  if (at + length + packed > next) throw wrong(name)
  return length
}

/** Programs that read an archive from its beginning would see another entry here than we. */
function checkHeader({ raw_name, method, name }: ZipMember, header: Buffer): void {
  const own = header.subarray(HEADER_BYTES, HEADER_BYTES + header.readUInt16LE(26))
  if (!own.equals(raw_name) || header.readUInt16LE(8) !== method) throw wrong(name)
}

/**
 * The content of an entry, unpacked while it is read. What the directory says of it is not believed: no more is unpacked than it says.
 *
 * @throws {FormatError} malformed: it is damaged, or not what the directory says
 */
export async function* unpackedContent(entry: ZipMember, ranges: Ranges): AsyncGenerator<Uint8Array> {
  const { name, at, next, size, crc } = entry
  let length = 0
  let sum = 0
  const isSmall = next - at <= SMALL_BYTES && size <= SMALL_BYTES
  for await (const chunk of isSmall ? [await smallContent(entry, ranges)] : largeContent(entry, ranges)) {
    length += chunk.length
    if (length > size) throw wrong(name)
    sum = crc32(chunk, sum)
    if (chunk.length > 0) yield chunk
  }
  if (length !== size || sum !== crc) throw wrong(name)
}

/** A small entry is read and unpacked in one step: a zip may have thousands of them, and a stream for each takes far longer. */
export const SMALL_BYTES = 65_536
/** zlib takes no smaller buffers. */
const LEAST_CHUNK = 64

async function smallContent(entry: ZipMember, ranges: Ranges): Promise<Buffer> {
  const { at, next, packed, method, name, size } = entry
  const bytes = await bytesAt(ranges, at, next)
  const from = headerLength(entry, bytes)
  checkHeader(entry, bytes)
  const data = bytes.subarray(from, from + packed)
  return method === STORED || data.length === 0 ? data : unpackedAtOnce(data, name, size)
}

async function* largeContent(entry: ZipMember, ranges: Ranges): AsyncGenerator<Uint8Array> {
  const { from, to } = await dataOf(entry, ranges)
  const data = from === to ? [] : ranges.read(from, to)
  yield* entry.method === STORED ? data : inflated(data, entry)
}

type Packed = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

function unpackedAtOnce(packed: Buffer, name: string, size: number): Buffer {
  try {
    // A byte more than it says is enough to know that it lies, and one buffer takes all of it.
    const most = size + 1
    return inflateRawSync(packed, { maxOutputLength: most, chunkSize: Math.max(LEAST_CHUNK, most) })
  } catch {
    throw wrong(name)
  }
}

async function* inflated(packed: Packed, { name }: ZipMember): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  const source = Readable.from(packed)
  // The error of the source comes out of the loop below.
  pipeline(source, inflate, () => undefined)
  let failure: unknown
  source.once('error', error => {
    failure = error
  })
  try {
    for await (const chunk of inflate) yield chunk
  } catch (error) {
    throw failure ?? (isOfZlib(error) ? wrong(name) : error)
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

function wrong(name: string) {
  return damaged(`“${nameShown(name)}” in it cannot be read`)
}

/** An open content, which nobody has begun to read. */
export function contentLater(entry: ZipMember, ranges: Ranges): ByteStream {
  return { [Symbol.asyncIterator]: () => unpackedContent(entry, ranges) }
}
