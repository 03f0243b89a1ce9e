/** What a file is that should be a zip file and is none. */
import type { FormatError, Ranges } from '../../format.ts'
import { HEAD_BYTES, isOldOffice, isWebPage, isXml, kindByBeginning, notAsNamed } from '../beginnings.ts'
import { bytesAt } from '../ranges.ts'
import { inOle } from './ole.ts'

const ZIP = Buffer.from('PK')

/** The refusal, which says what the file is. */
export async function noZip(ranges: Ranges, length: number): Promise<FormatError> {
  const head = await bytesAt(ranges, 0, Math.min(length, HEAD_BYTES))
  if (length === 0) return notAsNamed('it is empty')
  if (isOldOffice(head)) return await inOle(ranges, length)
  if (head.subarray(0, ZIP.length).equals(ZIP)) {
    return notAsNamed('it breaks off before its end, so it was not sent or not saved whole')
  }
  const known = kindByBeginning(head)
  if (known !== undefined) return notAsNamed(`it is ${known}`)
  if (isWebPage(head)) return notAsNamed('it is a web page')
  if (isXml(head)) return notAsNamed('it is an XML file')
  return notAsNamed(head.includes(0) ? 'it begins as none of the files of that kind do' : 'it is a text')
}
