/** A file is looked at while it comes: by its first bytes, most of what is not as it is named can be refused before it is stored. */
import { familyOf } from '../../contract/formats.ts'
import type { FormatError } from '../format.ts'
import { HEAD_BYTES, isOldOffice, isPackage, isWebPage, kindByBeginning, notAsNamed } from './beginnings.ts'

/**
 * The same bytes. A file of another kind than its name says ends with the first of them.
 *
 * @throws {FormatError} what it is instead, and what to do
 */
export async function* lookedAt(fileName: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of source) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    refuseHead(fileName, head)
    yield head
    head = undefined
  }
  if (head === undefined) return
  refuseHead(fileName, head)
  if (head.length > 0) yield head
}

function refuseHead(fileName: string, head: Buffer): void {
  const flaw = flawOfHead(fileName, head.subarray(0, HEAD_BYTES))
  if (flaw !== undefined) throw flaw
}

/** What a beginning shows. Undefined, too, for containers in which anything may be: only the whole file shows what is in them. */
export function flawOfHead(fileName: string, head: Buffer): FormatError | undefined {
  const known = familyOf(fileName)
  if (known === undefined || isPackage(head) || isOldOffice(head)) return undefined
  if (known.family === 'pdf' && head.includes('%PDF-')) return undefined
  const kind = kindByBeginning(head)
  if (kind !== undefined) return notAsNamed(`it is ${kind}`)
  // A page for people who have to sign in first comes in place of many a file.
  return isWebPage(head) && !MAY_BEGIN_SO.has(known.family) ? notAsNamed('it is a web page') : undefined
}

/** Of text, Markdown too, what looks like a web page may be meant. */
const MAY_BEGIN_SO = new Set(['html', 'text'])
