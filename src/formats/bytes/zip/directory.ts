/**
 * The central directory of a zip file: what is in the file is read here, before anything of it is unpacked. It is read by ourselves, since
 * copying the rest of a file byte by byte needs the place of each record and each of its values, which no reading library tells.
 */
import type { Ranges } from '../../format.ts'
import { bytesAt } from '../ranges.ts'
import { admission, MOST_ENTRIES } from './admission.ts'
import { type EndRecord, zipEndOf } from './end.ts'
import { damaged, entryNameOf, MOVED, readWide, wideIn, type ZipMember } from './entry.ts'

export interface ZipDirectory {
  /** In the order of their data in the file. */
  readonly entries: readonly ZipMember[]
  /** The central directory. */
  readonly bytes: Buffer
  /** Where it begins in the file. */
  readonly start: number
  readonly end: EndRecord
  /** What the offsets in the file are counted from: not 0 where something stands in front of the zip file. */
  readonly base: number
  /** The length of the file. */
  readonly length: number
}

const SIGNATURE = 0x02014b50
const RECORD_BYTES = 46
/** A directory of so many entries with long names and fields. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Reads and checks the directory. Nothing is unpacked.
 *
 * @throws {FormatError} malformed: no zip file, damaged, or made to harm; protected: encrypted; too_large: too many entries, or too large
 */
export async function readDirectory(ranges: Ranges): Promise<ZipDirectory> {
  const length = await ranges.size()
  const end = await zipEndOf(ranges, length)
  if (end.count > MOST_ENTRIES || end.directory_bytes > MOST_BYTES) throw admission.tooMany(end.count)
  const start = await startOf(ranges, end)
  const bytes = await bytesAt(ranges, start, start + end.directory_bytes)
  const base = start - end.directory_at
  const records = recordsIn(bytes, end.count, base)
  const entries = [...records].sort((one, other) => one.at - other.at)
  const placed = entries.map((entry, at) => ({ ...entry, next: entries[at + 1]?.at ?? start }))
  admission.all(placed, start)
  return { entries: placed, bytes, start, end, base, length }
}

/** The directory begins where the end record says, or right before it, where something stands in front of the zip file. */
async function startOf(ranges: Ranges, { at, directory_at, directory_bytes, count }: EndRecord): Promise<number> {
  for (const start of [directory_at, at - directory_bytes]) {
    if (start < 0 || start + directory_bytes > at) continue
    if (count === 0) return start
    const head = await bytesAt(ranges, start, Math.min(at, start + 4))
    if (head.length === 4 && head.readUInt32LE(0) === SIGNATURE) return start
  }
  throw damaged('its list of contents is not where it should be')
}

function recordsIn(bytes: Buffer, count: number, base: number): Omit<ZipMember, 'next'>[] {
  const records: Omit<ZipMember, 'next'>[] = []
  let at = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (at + RECORD_BYTES > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE) throw cut()
    const [name, extra, comment] = [28, 30, 32].map(field => bytes.readUInt16LE(at + field))
    const nameEnd = at + RECORD_BYTES + (name ?? 0)
    const extraEnd = nameEnd + (extra ?? 0)
    const end = extraEnd + (comment ?? 0)
    if (end > bytes.length) throw cut()
    records.push(recordAt(bytes, at, { nameEnd, extraEnd, base }))
    at = end
  }
  return records
}

function recordAt(
  bytes: Buffer,
  record: number,
  { nameEnd, extraEnd, base }: { nameEnd: number; extraEnd: number; base: number },
): Omit<ZipMember, 'next'> {
  const narrow = { packed: 20, size: 24, at: 42 } as const
  const value = (name: keyof typeof narrow): number => bytes.readUInt32LE(record + narrow[name])
  const moved = { size: value('size') === MOVED, packed: value('packed') === MOVED, at: value('at') === MOVED }
  const wide = wideIn(bytes, nameEnd, extraEnd, moved)
  const read = (name: keyof typeof narrow): number => {
    const place = wide[name]
    return place === undefined ? value(name) : readWide(bytes, place)
  }
  const flags = bytes.readUInt16LE(record + 8)
  const raw_name = bytes.subarray(record + RECORD_BYTES, nameEnd)
  return {
    name: entryNameOf(raw_name, flags),
    raw_name,
    flags,
    method: bytes.readUInt16LE(record + 10),
    crc: bytes.readUInt32LE(record + 16),
    packed: read('packed'),
    size: read('size'),
    at: base + read('at'),
    record,
    wide,
  }
}

function cut() {
  return damaged('its list of contents breaks off')
}
