/** Zip files as packages of members. */
import type { ByteStream, Open, PackageEntry, Packaging, Ranges } from '../../format.ts'
import { rangesOf } from '../ranges.ts'
import { readDirectory, type ZipDirectory } from './directory.ts'
import { DESCRIPTOR, MOVED, wideIn, type ZipMember } from './entry.ts'
import { contentLater, dataOf } from './member.ts'
import { descriptorAt, repacked } from './repacking.ts'

export const zipPackaging: Packaging = { entries: entriesOf, repack: repacked }

/** Each member, and before it what stands between it and the one before: its header above all. The directory is the last. */
async function* entriesOf(open: Open): AsyncGenerator<PackageEntry> {
  const ranges = await rangesOf(open())
  const directory = await readDirectory(ranges)
  let from = 0
  for (const entry of directory.entries) {
    const { from: data, to, header } = await dataOf(entry, ranges)
    yield { content: between(ranges, from, entry.at, withoutSizes(header)) }
    const packed = between(ranges, data, to, Buffer.alloc(0))
    yield { member: entry.name, content: contentLater(entry, ranges), packed }
    const descriptor = entry.flags & DESCRIPTOR ? await descriptorAt(entry, ranges, to) : undefined
    from = to + (descriptor?.length ?? 0)
    yield { content: only(Buffer.from([descriptor?.length ?? 0])) }
  }
  yield { content: between(ranges, from, directory.start, closing(directory)) }
}

async function* between(ranges: Ranges, from: number, to: number, then: Uint8Array): AsyncGenerator<Uint8Array> {
  if (from < to) yield* ranges.read(from, to)
  yield then
}

function only(bytes: Uint8Array): ByteStream {
  return (async function* () {
    yield bytes
  })()
}

function withoutSizes(header: Buffer): Buffer {
  const made = Buffer.from(header)
  const from = 30 + made.readUInt16LE(26)
  const moved = { packed: made.readUInt32LE(18) === MOVED, size: made.readUInt32LE(22) === MOVED, at: false }
  const wide = wideIn(made, from, from + made.readUInt16LE(28), moved)
  for (const place of [wide.packed, wide.size]) if (place !== undefined) made.fill(0, place, place + 8)
  return made.fill(0, 14, 26)
}

/** The directory and what is behind it, without checksums, sizes and offsets. */
function closing({ entries, bytes, end }: ZipDirectory): Buffer {
  const records = Buffer.from(bytes)
  for (const entry of entries) blank(records, entry)
  const last = Buffer.from(end.bytes)
  for (const { at, wide } of end.moving) last.fill(0, at, at + (wide ? 8 : 4))
  return Buffer.concat([records, last])
}

function blank(records: Buffer, { record, wide }: ZipMember): void {
  records.fill(0, record + 16, record + 28).fill(0, record + 42, record + 46)
  for (const place of Object.values(wide)) if (place !== undefined) records.fill(0, place, place + 8)
}
