/** The entries of a zip file, as its central directory lists them. */
import iconv from 'iconv-lite'
import { FormatError } from '../../format.ts'

export interface ZipMember {
  readonly name: string
  /** The name as the file has it. */
  readonly raw_name: Buffer
  readonly flags: number
  readonly method: number
  readonly crc: number
  /** Bytes of its data in the file, and unpacked. */
  readonly packed: number
  readonly size: number
  /** Where its local header begins in the file, and where what comes after it begins at the latest: the next entry, or the directory. */
  readonly at: number
  readonly next: number
  /** Where its record begins in the central directory, and the places in the directory of the values that zip64 moved there. */
  readonly record: number
  readonly wide: Wide
}

/** Offsets of values of 8 bytes; absent where the value stands in its usual place. */
export interface Wide {
  readonly size?: number | undefined
  readonly packed?: number | undefined
  readonly at?: number | undefined
}

export const STORED = 0
export const DEFLATED = 8

/** Bits of the flags. */
export const ENCRYPTED = 1 << 0
export const DESCRIPTOR = 1 << 3
export const STRONGLY_ENCRYPTED = 1 << 6
export const UTF8 = 1 << 11
export const MASKED = 1 << 13

/** Written in place of a value that stands in the zip64 field. */
export const MOVED = 0xffff_ffff
const ZIP64_FIELD = 1

/**
 * Where the values are that a zip64 field holds, in the order that is fixed for them: only those that are `MOVED` have one.
 *
 * @throws {FormatError} malformed: the field ends too early
 */
export function wideIn(bytes: Buffer, from: number, to: number, moved: Record<keyof Wide, boolean>): Wide {
  if (!moved.size && !moved.packed && !moved.at) return {}
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    if (bytes.readUInt16LE(at) === ZIP64_FIELD && end <= to) return valuesIn(at + 4, end, moved)
    at = end
  }
  throw damaged('a size of an entry is missing')
}

function valuesIn(from: number, end: number, moved: Record<keyof Wide, boolean>): Wide {
  let at = from
  const next = (isMoved: boolean): number | undefined => {
    if (!isMoved) return undefined
    if (at + 8 > end) throw damaged('a size of an entry is missing')
    at += 8
    return at - 8
  }
  return { size: next(moved.size), packed: next(moved.packed), at: next(moved.at) }
}

/** A value of 8 bytes. @throws {FormatError} malformed: no file is so large */
export function readWide(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw damaged('a size in it is impossible')
  return value
}

/**
 * The name of an entry. The flag says UTF-8; without it, bytes that are UTF-8 are taken for it, because many programs forget the flag,
 * and others for the charset of DOS.
 */
export function entryNameOf(raw: Buffer, flags: number): string {
  const utf8 = raw.toString('utf8')
  if (Buffer.from(utf8).equals(raw)) return utf8
  if (flags & UTF8) throw damaged('the name of an entry is no UTF-8')
  return iconv.decode(raw, 'cp437')
}

export function damaged(what: string): FormatError {
  return new FormatError(
    'malformed',
    `The file is damaged or incomplete: ${what}. Save it again in its program, and send that.`,
  )
}
