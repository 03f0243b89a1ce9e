/** What a file is that should be a zip file and is none. */
import { FormatError, type Ranges } from '../../format.ts'
import { bytesAt } from '../ranges.ts'

/** By how a file begins. */
const BEGINNINGS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('%PDF'), 'a PDF'],
  [Buffer.from('{\\rtf'), 'a file of rich text (RTF)'],
  [Buffer.from('\x89PNG', 'latin1'), 'a picture'],
  [Buffer.from('\xff\xd8\xff', 'latin1'), 'a picture'],
  [Buffer.from('GIF8'), 'a picture'],
  [Buffer.from('Rar!'), 'a RAR archive'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a 7z archive'],
  [Buffer.from('\x1f\x8b', 'latin1'), 'a gzip file'],
  [Buffer.from('\x06\x06\xed\xf5', 'latin1'), 'an InDesign document (INDD); export it as IDML'],
]

/** The container of Office before 2007, which is also wrapped around a file with a password. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const WRAPPED = ['EncryptedPackage', 'EncryptionInfo'].map(name => Buffer.from(name, 'utf16le'))
/** By the stream that holds the document. */
const OLD: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('WordDocument', 'utf16le'), 'a document of Word before 2007 (DOC)'],
  [Buffer.from('Workbook', 'utf16le'), 'a workbook of Excel before 2007 (XLS)'],
  [Buffer.from('PowerPoint Document', 'utf16le'), 'a presentation of PowerPoint before 2007 (PPT)'],
]
const ZIP = Buffer.from('PK')
/** The directory of an OLE container may lie anywhere in it. */
const LOOKED_AT = 64 * 1024 * 1024
const HEAD = 1024

/** The refusal, which says what the file is. */
export async function noZip(ranges: Ranges, length: number): Promise<FormatError> {
  const head = await bytesAt(ranges, 0, Math.min(length, HEAD))
  const starts = (bytes: Buffer): boolean => head.subarray(0, bytes.length).equals(bytes)
  if (length === 0) return refusal('it is empty')
  if (starts(OLE)) return inside(await bytesAt(ranges, 0, Math.min(length, LOOKED_AT)))
  if (starts(ZIP)) return refusal('it breaks off before its end, so it was not sent or not saved whole')
  const known = BEGINNINGS.find(([bytes]) => starts(bytes))
  if (known) return refusal(`it is ${known[1]}`)
  const text = head.toString('latin1').trimStart()
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i.test(text)) return refusal('it is a web page')
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml/.test(text)) return refusal('it is an XML file')
  return refusal(head.includes(0) ? 'it is none of the files that its name says' : 'it is a text')
}

function inside(bytes: Buffer): FormatError {
  if (WRAPPED.some(name => bytes.includes(name))) {
    const message = 'The file is protected by a password. Save it without one in its program, and send that.'
    return new FormatError('protected', message)
  }
  const old = OLD.find(([name]) => bytes.includes(name))
  return refusal(`it is ${old?.[1] ?? 'a file of Office before 2007'}`)
}

function refusal(what: string): FormatError {
  return new FormatError(
    'malformed',
    `The file is not what its name says: ${what}. Save it in the format of its name, or give it its own name.`,
  )
}
