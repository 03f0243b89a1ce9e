/** A file of terms from the disk, in any of its formats. */
import { beginsWithTag, exchangeBytes } from '../exchange/file.ts'
import type { ConceptFile } from './concept.ts'
import type { GlossaryFormat } from './formats.ts'
import { type NamedPair, readTableTerms } from './table-terms.ts'
import { readXmlTerms } from './xml-terms.ts'

/**
 * Reads a file of terms. Where no format is named, a file that begins with a tag is XML, and any other a table.
 *
 * @throws {TermFileFault} it cannot be read, is too large, or is no such file
 */
export async function readConceptFile(
  path: string,
  { format, ...pair }: NamedPair & { readonly format?: GlossaryFormat | undefined },
): Promise<ConceptFile> {
  const bytes = await exchangeBytes(path)
  const isXml = format === undefined ? beginsWithTag(bytes) : format === 'tbx' || format === 'tmx'
  return isXml ? await readXmlTerms(bytes) : await readTableTerms(bytes, pair)
}
