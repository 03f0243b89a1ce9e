/** The container of Office before 2007 (OLE), which is also wrapped around a file with a password. */
import { FormatError, type Ranges } from '../../format.ts'
import { notAsNamed } from '../beginnings.ts'
import { bytesAt } from '../ranges.ts'

const WRAPPED = ['EncryptedPackage', 'EncryptionInfo'].map(name => Buffer.from(name, 'utf16le'))
/** By the stream that holds the document. */
const OLD: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('WordDocument', 'utf16le'), 'a document of Word before 2007 (DOC)'],
  [Buffer.from('Workbook', 'utf16le'), 'a workbook of Excel before 2007 (XLS)'],
  [Buffer.from('PowerPoint Document', 'utf16le'), 'a presentation of PowerPoint before 2007 (PPT)'],
]
/** The directory of a container may lie anywhere in it. */
const LOOKED_AT = 64 * 1024 * 1024

/** The refusal of a file that is such a container: what is in it. */
export async function inOle(ranges: Ranges, length: number): Promise<FormatError> {
  const bytes = await bytesAt(ranges, 0, Math.min(length, LOOKED_AT))
  if (WRAPPED.some(name => bytes.includes(name))) {
    const message = 'The file is protected by a password. Save it without one in its program, and send that.'
    return new FormatError('protected', message)
  }
  const old = OLD.find(([name]) => bytes.includes(name))
  return notAsNamed(`it is ${old?.[1] ?? 'a file of Office before 2007'}`)
}
