/**
 * PO catalogues and their templates: a unit per message, and one per plural form the target language has. The source is
 * `msgid`; a translation replaces the `msgstr` block and nothing else, but that `fuzzy` falls from what was written and the
 * header names the language and its plural forms.
 */
import { binary, charsetOf, isText, notDecodable } from './charset.ts'
import { Flattened } from './flatten.ts'
import { editsOfMessage } from './po-place.ts'
import { entriesOf } from './po-reader.ts'
import { catalogueOf, headerUnit, isHeaderOf, unitsOfEntry } from './po-units.ts'
import { type Format, FormatError, type ScanOptions, type Source, type Unit } from './unit.ts'

export const po: Format = {
  family: 'po',
  extensions: ['po', 'pot'],
  scan: (source, options = {}) => new Flattened(() => unitBatches(source, options)),
  edits: (unit, translation) => (unit.place?.kind === 'po' ? editsOfMessage(unit, unit.place, translation) : []),
}

const ENTRIES_TOGETHER = 500

async function* unitBatches(source: Source, { target }: ScanOptions): AsyncGenerator<readonly Unit[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const { charset, bom_bytes } = charsetOf(bytes)
  if (charset !== 'utf-8') throw wide()
  if (bytes.includes(0)) throw binary(charset)
  const catalogue = catalogueOf(bytes, bom_bytes, target?.language)
  if (!isText(bytes, catalogue.charset)) throw notDecodable(catalogue.charset)
  let batch: Unit[] = []
  let index = 0
  const add = (unit: Unit): void => {
    batch.push(unit)
    index += 1
  }
  for (const entry of entriesOf(catalogue.view, bom_bytes)) {
    if (isHeaderOf(catalogue, entry)) add(headerUnit(catalogue, index))
    else {
      if (index === 0 && !catalogue.header.entry) add(headerUnit(catalogue, index))
      unitsOfEntry(catalogue, entry, () => index, add)
    }
    if (batch.length < ENTRIES_TOGETHER) continue
    yield batch
    batch = []
  }
  yield batch
}

function wide(): FormatError {
  const message = 'The catalogue is UTF-16, which gettext does not read. Convert it to UTF-8 and send it again.'
  return new FormatError('not_decodable', message)
}
