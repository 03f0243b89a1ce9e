/** A file of translations from the disk, in any of its formats. */
import { beginsWithTag, exchangeBytes } from '../exchange/file.ts'
import type { MemoryFormat } from './formats.ts'
import { readTableUnits, type TableLanguages } from './table-units.ts'
import { readTmxUnits } from './tmx-units.ts'
import type { MemoryFile } from './unit.ts'

/**
 * Reads a file of translations as a whole. Where no format is named, a file that begins with a tag is TMX, and any other a table.
 *
 * @throws {TermFileFault} it cannot be read, is too large, or is no such file
 */
export async function readMemoryFile(
  path: string,
  { format, ...languages }: TableLanguages & { readonly format?: MemoryFormat | undefined },
): Promise<MemoryFile> {
  const bytes = await exchangeBytes(path)
  const isXml = format === undefined ? beginsWithTag(bytes) : format === 'tmx'
  return isXml ? await readTmxUnits(bytes) : await readTableUnits(bytes, languages)
}
