/** A whole file is looked at before it is read: what is in its container is what its name says. */
import { extensionOf, familyOf } from '../../contract/formats.ts'
import { type ByteStream, FormatError } from '../format.ts'
import { HEAD_BYTES, isOldOffice, isPackage, notAsNamed } from './beginnings.ts'
import { flawOfHead } from './claim.ts'
import { isPackageKind, kindOfPackage, requireKind } from './parts/index.ts'
import { bytesAt, rangesOf, withRanges } from './ranges.ts'
import { inOle, noZip } from './zip/index.ts'

/** @throws {FormatError} the file is not what its name says, and is told what it is; protected; too_large */
export async function requireClaim(fileName: string, source: ByteStream): Promise<void> {
  const known = familyOf(fileName)
  if (known === undefined) return
  const ranges = await rangesOf(source)
  const length = await ranges.size()
  const head = await bytesAt(ranges, 0, Math.min(length, HEAD_BYTES))
  const whole = withRanges(ranges.read(0, length), ranges)
  const extension = extensionOf(fileName)
  if (isPackageKind(extension)) return await requireKind(whole, extension)
  if (isOldOffice(head)) throw await inOle(ranges, length)
  const flaw = flawOfHead(fileName, head)
  if (flaw !== undefined) throw flaw
  if (known.family === 'pdf') {
    if (isPackage(head)) throw notAsNamed(`it is ${await kindOfZip(whole)}`)
    if (!head.includes('%PDF-')) throw await noZip(ranges, length)
  } else if (isPackage(head) && !known.facts.binary) throw notAsNamed(`it is ${await kindOfZip(whole)}`)
}

async function kindOfZip(whole: ByteStream): Promise<string> {
  try {
    return (await kindOfPackage(whole)) ?? 'a zip file'
  } catch (error) {
    if (error instanceof FormatError) return 'a zip file'
    throw error
  }
}
