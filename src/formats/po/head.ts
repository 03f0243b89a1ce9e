/** The beginning of a catalogue, by which all of it is read. */
import { binary, charsetOf } from '../bytes/charset.ts'
import { FormatError } from '../format.ts'
import { type Catalogue, catalogueOf, partOf, type WantedCatalogue } from './catalogue.ts'

export interface CatalogueHead {
  /** The byte offset where the text begins: after a byte order mark. */
  readonly base: number
  readonly catalogue: Catalogue
}

/** Reads the first part of a file; `last`: it is the whole file. @throws {FormatError} not_decodable, malformed */
export function catalogueHeadOf(bytes: Buffer, last: boolean, wanted: WantedCatalogue): CatalogueHead {
  const base = beginOf(bytes)
  const text = bytes.subarray(base)
  if (text.includes(0)) throw binary('utf-8')
  return { base, catalogue: catalogueOf(text, partOf(text, base, 1, last), wanted) }
}

/** @throws {FormatError} not_decodable: the file is UTF-16 */
function beginOf(bytes: Uint8Array): number {
  const { charset, bom_bytes } = charsetOf(bytes)
  if (charset !== 'utf-8') throw wide()
  return bom_bytes
}

function wide(): FormatError {
  const message = 'The catalogue is UTF-16, which gettext does not read. Convert it to UTF-8 and send it again.'
  return new FormatError('not_decodable', message)
}
