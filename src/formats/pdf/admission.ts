/** What is looked at in the bytes of a PDF before it is opened. */
import { inflateRawSync } from 'node:zlib'
import { FormatError } from '../format.ts'

/** The most bytes that one stream may have unpacked, and that all may have. Pages have kilobytes; pictures have some ten megabytes. */
const LARGEST_STREAM = 128 * 1024 * 1024
const LARGEST_FILE = 1024 * 1024 * 1024
/** Deflate makes no more than this of a byte, so that shorter streams need not be tried. */
const MOST_RATIO = 1032
/** So far from the beginning a header may stand: programs allow for what mail and servers put in front. */
const HEADER_WITHIN = 1024

/**
 * Refuses what is no PDF, and what is made to fill the memory.
 * @throws {FormatError} malformed; too_large
 */
export function admitPdf(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, HEADER_WITHIN).includes('%PDF-')) {
    throw new FormatError('malformed', 'This file is no PDF, whatever its name says.')
  }
  let unpacked = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start = at + (file[at + 6] === 13 ? 8 : 7)
    // Of `endstream` the second half is no beginning.
    if (file[at - 1] === 100 || !isDeflated(file, start)) continue
    if (isDeflatedTwice(file, at)) throw tooLarge()
    const end = file.indexOf('endstream', start)
    const length = (end < 0 ? file.length : end) - start
    const most = length * MOST_RATIO
    unpacked += most <= LARGEST_STREAM / 4 ? 0 : sizeOf(file.subarray(start + 2, start + length))
    if (unpacked > LARGEST_FILE) throw tooLarge()
    at = Math.max(at, start + length - 6)
  }
}

/** A PDF ends with this, and programs that write behind it write little. */
const END = '%%EOF'
const END_WITHIN = 2048

/** Whether a file has no end where a PDF has it: it was not saved or sent whole, and what it had behind that is not known. */
export function endsEarly(bytes: Uint8Array): boolean {
  return !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-END_WITHIN).includes(END)
}

function isDeflated(file: Buffer, start: number): boolean {
  const [method = 0, flags = 0] = file.subarray(start, start + 2)
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

/** Whether the dictionary in front of a stream packs it twice, as a small stream does that becomes a huge one. */
function isDeflatedTwice(file: Buffer, at: number): boolean {
  const before = file.toString('latin1', Math.max(0, at - 512), at)
  return /\/Filter\s*\[[^\]]*(?:\/Fl(?:ateDecode)?\b|\/LZW)[^\]]*(?:\/Fl(?:ateDecode)?\b|\/LZW)[^\]]*\][^\]]*$/.test(
    before,
  )
}

/** @throws {FormatError} too_large */
function sizeOf(packed: Buffer): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: LARGEST_STREAM }).length
  } catch (error) {
    if (
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    )
      throw tooLarge()
    // Damage, which is for the reader to judge.
    return 0
  }
}

function tooLarge(): FormatError {
  const message = 'This PDF has parts that become far larger unpacked than any page or picture. It is not read.'
  return new FormatError('too_large', message)
}
