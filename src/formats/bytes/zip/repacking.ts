/** Writing a zip file with some contents changed. Every byte that does not follow from them is copied. */
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { type ByteStream, type Edit, FormatError, type Open, type Ranges } from '../../format.ts'
import { bytesAt, heldBytes, rangesOf } from '../ranges.ts'
import { splice } from '../splice.ts'
import { readDirectory, type ZipDirectory } from './directory.ts'
import { DESCRIPTOR, MOVED, STORED, wideIn, type ZipMember } from './entry.ts'
import { contentLater, dataOf } from './member.ts'

type Changes = ReadonlyMap<string, (content: ByteStream) => ByteStream>

/**
 * The file with new contents of the entries that `changes` names. Prefix, gaps, order, headers and their fields stay as they are, and
 * each entry keeps its method. Memory holds one new content, packed.
 *
 * @throws {FormatError} as `readDirectory`, and what the changes throw
 */
export async function* repacked(open: Open, changes: Changes): AsyncGenerator<Uint8Array> {
  const ranges = await rangesOf(open())
  const directory = await readDirectory(ranges)
  yield* splice(open(), editsOf(directory, ranges, changes))
}

interface Written {
  readonly crc: number
  readonly packed: number
  readonly size: number
}

async function* editsOf(directory: ZipDirectory, ranges: Ranges, changes: Changes): AsyncGenerator<Edit> {
  const { entries, start, base, end } = directory
  const records = Buffer.from(directory.bytes)
  let shift = 0
  for (const entry of entries) {
    setValue(records, entry, 'at', entry.at - base + shift)
    const change = changes.get(entry.name)
    if (!change) continue
    const { edit, written } = await rewritten(entry, ranges, change)
    yield edit
    shift += edit.bytes.length - (edit.end - edit.start)
    records.writeUInt32LE(written.crc, entry.record + 16)
    setValue(records, entry, 'packed', written.packed)
    setValue(records, entry, 'size', written.size)
  }
  yield { start, end: start + records.length, bytes: records }
  const last = Buffer.from(end.bytes)
  for (const { at, wide } of end.moving) {
    if (wide) last.writeBigUInt64LE(last.readBigUInt64LE(at) + BigInt(shift), at)
    else last.writeUInt32LE(last.readUInt32LE(at) + shift, at)
  }
  yield { start: end.at, end: end.at + last.length, bytes: last }
}

const NARROW = { packed: 20, size: 24, at: 42 } as const

function setValue(records: Buffer, { record, wide }: ZipMember, name: keyof typeof NARROW, value: number): void {
  const place = wide[name]
  if (place !== undefined) records.writeBigUInt64LE(BigInt(value), place)
  else records.writeUInt32LE(value, record + NARROW[name])
}

/** An entry with its new content: header, data and what describes the data behind it. */
async function rewritten(
  entry: ZipMember,
  ranges: Ranges,
  change: (content: ByteStream) => ByteStream,
): Promise<{ edit: Edit & { bytes: Buffer }; written: Written }> {
  const { to, header } = await dataOf(entry, ranges)
  const { data, ...sums } = await packed(change(contentLater(entry, ranges)), entry.method)
  const written = { ...sums, packed: data.length }
  if (Math.max(written.size, written.packed) >= MOVED) throw tooLarge()
  const descriptor = entry.flags & DESCRIPTOR ? await descriptorAt(entry, ranges, to) : undefined
  const bytes = Buffer.concat([headerWith(header, written), data, describing(descriptor, written)])
  return { edit: { start: entry.at, end: to + (descriptor?.length ?? 0), bytes }, written }
}

async function packed(content: ByteStream, method: number): Promise<{ data: Buffer; crc: number; size: number }> {
  let crc = 0
  let size = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      crc = crc32(chunk, crc)
      size += chunk.length
      yield chunk
    }
  }
  const data = await (method === STORED ? heldBytes(counted()) : deflatedBytes(counted()))
  return { data, crc, size }
}

/** A small content is packed in one step: a zip may have thousands of them, and a stream for each takes far longer. */
const SMALL_BYTES = 65_536

async function deflatedBytes(content: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const begun: Uint8Array[] = []
  for (let size = 0; size <= SMALL_BYTES; ) {
    const next = await content.next()
    if (next.done) return deflateRawSync(Buffer.concat(begun))
    begun.push(next.value)
    size += next.value.length
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield* begun.splice(0)
    yield* content
  }
  return await heldBytes(deflated(all()))
}

async function* deflated(content: ByteStream): AsyncGenerator<Uint8Array> {
  const source = Readable.from(content)
  const deflate = createDeflateRaw()
  // An error of the content is the one to report, so it is passed on as it is.
  source.once('error', error => deflate.destroy(error))
  yield* source.pipe(deflate)
}

const SIZES = { crc: 14, packed: 18, size: 22 } as const
const NAME_AT = 30

/** A header whose sizes come behind the data has none. Others are told, in the field of zip64 where that has them. */
function headerWith(header: Buffer, written: Written): Buffer {
  const made = Buffer.from(header)
  const old = { packed: made.readUInt32LE(SIZES.packed), size: made.readUInt32LE(SIZES.size) }
  const isEmpty = made.readUInt32LE(SIZES.crc) === 0 && old.packed === 0 && old.size === 0
  if (isEmpty && made.readUInt16LE(6) & DESCRIPTOR) return made
  const from = NAME_AT + made.readUInt16LE(26)
  const moved = { packed: old.packed === MOVED, size: old.size === MOVED, at: false }
  const wide = wideIn(made, from, from + made.readUInt16LE(28), moved)
  made.writeUInt32LE(written.crc, SIZES.crc)
  for (const name of ['packed', 'size'] as const) {
    const place = wide[name]
    if (place !== undefined) made.writeBigUInt64LE(BigInt(written[name]), place)
    else made.writeUInt32LE(written[name], SIZES[name])
  }
  return made
}

/** What describes the data behind it, as it stands in the file: with a signature or without, and how wide its sizes are. */
interface Descriptor {
  readonly signature: Buffer
  readonly wide: boolean
  readonly length: number
}

const DESCRIBES = Buffer.from('PK\x07\x08', 'latin1')

/** Undefined where none of the forms that are in use has the values of the entry. */
export async function descriptorAt(entry: ZipMember, ranges: Ranges, at: number): Promise<Descriptor | undefined> {
  const found = await bytesAt(ranges, at, Math.min(entry.next, at + 24))
  for (const signature of [DESCRIBES, Buffer.alloc(0)]) {
    for (const wide of [false, true]) {
      const descriptor = { signature, wide, length: signature.length + (wide ? 20 : 12) }
      if (found.subarray(0, descriptor.length).equals(describing(descriptor, entry))) return descriptor
    }
  }
  return undefined
}

function describing(descriptor: Descriptor | undefined, { crc, packed, size }: Written): Buffer {
  if (!descriptor) return Buffer.alloc(0)
  const { signature, wide } = descriptor
  const values = Buffer.alloc(wide ? 20 : 12)
  values.writeUInt32LE(crc, 0)
  if (wide) {
    values.writeBigUInt64LE(BigInt(packed), 4)
    values.writeBigUInt64LE(BigInt(size), 12)
  } else {
    values.writeUInt32LE(packed, 4)
    values.writeUInt32LE(size, 8)
  }
  return Buffer.concat([signature, values])
}

function tooLarge(): FormatError {
  return new FormatError('too_large', 'Nothing was written: a part of the result would be larger than 4 GB.')
}
