/** The end of a zip file: where its directory is. */
import type { Ranges } from '../../format.ts'
import { bytesAt } from '../ranges.ts'
import { damaged, MOVED, readWide } from './entry.ts'
import { noZip } from './no-zip.ts'

export interface EndRecord {
  /** Where the records at the end begin in the file: what is after the directory. */
  readonly at: number
  /** They, up to the end of the file. */
  readonly bytes: Buffer
  /** Offsets in `bytes` of the 4 or 8 bytes that hold an offset in the file, which moves when entries before it grow. */
  readonly moving: readonly { readonly at: number; readonly wide: boolean }[]
  readonly count: number
  readonly directory_bytes: number
  /** Where the directory begins, as the file says it. */
  readonly directory_at: number
}

const END = 0x06054b50
const END_BYTES = 22
const LOCATOR = 0x07064b50
const LOCATOR_BYTES = 20
const END64 = 0x06064b50
const END64_BYTES = 56
const LONGEST_COMMENT = 0xffff
const MANY = 0xffff

/** @throws {FormatError} malformed: the file is no zip file, which says what it is instead; it is one part of several */
export async function zipEndOf(ranges: Ranges, length: number): Promise<EndRecord> {
  const from = Math.max(0, length - END_BYTES - LONGEST_COMMENT - LOCATOR_BYTES)
  const tail = await bytesAt(ranges, from, length)
  const found = recordIn(tail)
  if (found === undefined) throw await noZip(ranges, length)
  const locator = found - LOCATOR_BYTES
  const isWide = locator >= 0 && tail.readUInt32LE(locator) === LOCATOR
  const values = {
    disk: tail.readUInt16LE(found + 4),
    count: tail.readUInt16LE(found + 10),
    directory_bytes: tail.readUInt32LE(found + 12),
    directory_at: tail.readUInt32LE(found + 16),
  }
  if (!isWide) {
    if (values.disk !== 0) throw parted()
    return { at: from + found, bytes: tail.subarray(found), moving: [{ at: 16, wide: false }], ...values }
  }
  return await wideEnd(ranges, { locatorAt: from + locator, length, ...values })
}

/** The last end record whose comment reaches to the end of the file. */
function recordIn(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END) continue
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  return undefined
}

interface Narrow {
  readonly locatorAt: number
  readonly length: number
  readonly count: number
  readonly directory_bytes: number
  readonly directory_at: number
}

async function wideEnd(ranges: Ranges, narrow: Narrow): Promise<EndRecord> {
  const { locatorAt, length } = narrow
  const locator = await bytesAt(ranges, locatorAt, locatorAt + LOCATOR_BYTES)
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) throw parted()
  const at = await wideAt(ranges, [readWide(locator, 8), locatorAt - END64_BYTES], locatorAt)
  const bytes = await bytesAt(ranges, at, length)
  const end = locatorAt - at + LOCATOR_BYTES
  const isMoved = narrow.directory_at === MOVED
  return {
    at,
    bytes,
    moving: [
      { at: 48, wide: true },
      { at: locatorAt - at + 8, wide: true },
      ...(isMoved ? [] : [{ at: end + 16, wide: false }]),
    ],
    count: narrow.count === MANY ? readWide(bytes, 32) : narrow.count,
    directory_bytes: narrow.directory_bytes === MOVED ? readWide(bytes, 40) : narrow.directory_bytes,
    directory_at: isMoved ? readWide(bytes, 48) : narrow.directory_at,
  }
}

async function wideAt(ranges: Ranges, places: readonly number[], before: number): Promise<number> {
  for (const at of places) {
    if (at < 0 || at + END64_BYTES > before) continue
    const head = await bytesAt(ranges, at, at + 4)
    if (head.readUInt32LE(0) === END64) return at
  }
  throw damaged('its list of contents is not where it should be')
}

function parted() {
  return damaged('it is one part of several, of which all are needed')
}
