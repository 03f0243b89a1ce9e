/** A file of terms from the disk, in any of its formats. */
import { readFile, stat } from 'node:fs/promises'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import type { ConceptFile } from './concept.ts'
import type { GlossaryFormat } from './formats.ts'
import { type NamedPair, readTableTerms } from './table-terms.ts'
import { readXmlTerms } from './xml-terms.ts'

/** The most bytes of a file of terms. What a service takes at once is less. */
export const CONCEPT_FILE_BYTES = 64 * 1024 * 1024

/**
 * Reads a file of terms. Where no format is named, a file that begins with a tag is XML, and any other a table.
 *
 * @throws {TermFileFault} it cannot be read, is too large, or is no such file
 */
export async function readConceptFile(
  path: string,
  { format, ...pair }: NamedPair & { readonly format?: GlossaryFormat | undefined },
): Promise<ConceptFile> {
  const found = await stat(path).catch(unreadable)
  if (!found.isFile()) throw new TermFileFault('It is not a file.')
  if (found.size > CONCEPT_FILE_BYTES) throw new TermFileFault('The file is larger than 64 MB. Split it.')
  const bytes = await readFile(path).catch(unreadable)
  const isXml = format === undefined ? beginsWithTag(bytes) : format === 'tbx' || format === 'tmx'
  return isXml ? await readXmlTerms(bytes) : await readTableTerms(bytes, pair)
}

function unreadable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  throw new TermFileFault(`The file cannot be read${code}.`)
}

/** In UTF-8 or UTF-16: zeros and byte order marks are passed over. */
function beginsWithTag(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  return /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(head)
}
