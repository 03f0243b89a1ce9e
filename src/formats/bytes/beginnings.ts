/** What a file is by how it begins, where it is none of what its name says. */
import { FormatError } from '../format.ts'

/** So much of a file is looked at, in bytes. */
export const HEAD_BYTES = 1024

const PICTURE = 'a picture'
const FILM = 'a film or a recording'

/** By the first bytes, or by those from a place on. Long enough that no text begins so by chance. */
const BEGINNINGS: readonly (readonly [bytes: Buffer, is: string, at?: number])[] = [
  [Buffer.from('%PDF-'), 'a PDF'],
  [Buffer.from('{\\rtf1'), 'a file of rich text (RTF)'],
  [Buffer.from('\x89PNG', 'latin1'), PICTURE],
  [Buffer.from('\xff\xd8\xff', 'latin1'), PICTURE],
  [Buffer.from('GIF87a'), PICTURE],
  [Buffer.from('GIF89a'), PICTURE],
  [Buffer.from('II*\0', 'latin1'), PICTURE],
  [Buffer.from('MM\0*', 'latin1'), PICTURE],
  [Buffer.from('WEBPVP8'), PICTURE, 8],
  [Buffer.from('ftyp'), FILM, 4],
  [Buffer.from('ID3\x03', 'latin1'), FILM],
  [Buffer.from('Rar!\x1a\x07', 'latin1'), 'a RAR archive'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a 7z archive'],
  [Buffer.from('\x1f\x8b', 'latin1'), 'a gzip file'],
  [Buffer.from('\xfd7zXZ\0', 'latin1'), 'an xz file'],
  [Buffer.from('\x28\xb5\x2f\xfd', 'latin1'), 'a zstd file'],
  [Buffer.from('\x06\x06\xed\xf5', 'latin1'), 'an InDesign document (INDD); export it as IDML'],
]

/** The container of Office before 2007, which is also wrapped around a file with a password. What is in it, no beginning shows. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*(?:<!--[^>]*-->\s*)?<(?:!doctype html|html)[\s>]/i
const XML = /^(?:\xef\xbb\xbf)?\s*<\?xml\s/

/** What a file is that begins so: what no text and no package is. Undefined where the beginning does not say it. */
export function kindByBeginning(head: Buffer): string | undefined {
  const known = BEGINNINGS.find(([bytes, , at = 0]) => head.subarray(at, at + bytes.length).equals(bytes))
  return known?.[1]
}

export function isWebPage(head: Buffer): boolean {
  return WEB_PAGE.test(head.toString('latin1'))
}

export function isXml(head: Buffer): boolean {
  return XML.test(head.toString('latin1'))
}

export function isOldOffice(head: Buffer): boolean {
  return head.subarray(0, OLE.length).equals(OLE)
}

export function isPackage(head: Buffer): boolean {
  return head.subarray(0, ZIP.length).equals(ZIP)
}

/** The refusal of a file that is something else than its name says: `what` it is, as a clause. */
export function notAsNamed(what: string): FormatError {
  return new FormatError(
    'malformed',
    `The file is not what its name says: ${what}. Save it in the format of its name, or give it its own name.`,
  )
}
