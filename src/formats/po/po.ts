/**
 * PO catalogues and their templates: a unit per message, or one per plural form that the target language has. The source is
 * `msgid`, but `msgstr` where `msgid` are keys or the catalogue is that of the source language. A translation replaces only the
 * `msgstr` block. Besides, what a message says of its state is corrected, and so is what the header says. In a catalogue that gets
 * another language, messages that are not translated are emptied, so that it never has two.
 */
import { binary, isText, notDecodable } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { piecesOf } from '../bytes/pieces.ts'
import { type ByteStream, type FileLanguages, type Format, FormatError, type ScanOptions } from '../format.ts'
import {
  type Catalogue,
  type CataloguePart,
  cataloguePart,
  isHeaderOf,
  partOf,
  type WantedCatalogue,
} from './catalogue.ts'
import { catalogueEncoding } from './encoding.ts'
import { poFacts } from './facts.ts'
import { catalogueHeadOf } from './head.ts'
import { sourceSaid } from './language.ts'
import { mergeCatalogues } from './merge.ts'
import { notingPo } from './noting.ts'
import { editsOfMessage, type PoUnit } from './place.ts'
import { type Entry, readEntries } from './reader.ts'
import { headerUnit, unitsOfEntry } from './units.ts'

export const po: Format<PoUnit> = {
  ...poFacts,
  encoding: catalogueEncoding,
  languages: languagesOf,
  scan: (source, options = {}) => new Flattened(() => unitBatches(source, options)),
  edits: (unit, translation) => (unit.place ? editsOfMessage(unit, unit.place, translation) : []),
  merge: async (there, change) => mergeCatalogues(there, change),
  noting: notingPo,
}

/** The longest entry, in bytes. An incomplete entry is read again with each piece of the file, so a longer one is refused. */
const ENTRY_CAP = 1_000_000

/** What a catalogue says of its languages. It is read no further than its first part. */
async function languagesOf(source: ByteStream): Promise<FileLanguages> {
  const { reading, said, header } = await beginningOf(source, {})
  return reading.source === 'msgstr' ? { source: said } : { source: sourceSaid(header.fields), target: said }
}

/** What the first part of a file shows. */
async function beginningOf(source: ByteStream, wanted: WantedCatalogue): Promise<Catalogue> {
  for await (const { bytes, last } of piecesOf(source)) return catalogueHeadOf(bytes, last, wanted).catalogue
  return catalogueHeadOf(Buffer.alloc(0), true, wanted).catalogue
}

async function* unitBatches(
  source: ByteStream,
  { target, source: language, held, original }: ScanOptions,
): AsyncGenerator<readonly PoUnit[]> {
  const before = original && (await beginningOf(original(), { target, source: language, held }))
  const wanted = { target, source: language, held, original: before?.reading }
  let catalogue: Catalogue | undefined
  let rest: Buffer | undefined
  let base = 0
  let line = 1
  let index = 0
  for await (const { bytes, last } of piecesOf(source)) {
    if (!catalogue) ({ base, catalogue } = catalogueHeadOf(bytes, last, wanted))
    const all = rest ? Buffer.concat([rest, bytes]) : bytes.subarray(base)
    if (all.includes(0)) throw binary('utf-8')
    const part = partOf(all, base, line, last)
    if (!isText(wholeLines(all, last), catalogue.charset)) throw notDecodable(catalogue.charset)
    const batch: PoUnit[] = []
    const read = readEntries(part, unitReader(cataloguePart(catalogue, all, part), index, batch))
    yield batch
    index += batch.length
    rest = all.subarray(read.used)
    if (rest.length > ENTRY_CAP) throw tooLong(read.line)
    base += read.used
    line = read.line
  }
}

/** The bytes up to the last line end. No character is cut there: in no charset that is read is LF a part of another character. */
function wholeLines(bytes: Buffer, last: boolean): Buffer {
  return last ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1)
}

const LF = 0x0a

/** Returns a function that adds the units of an entry to a batch, so that no entry is kept. The first unit has the index `from`. */
function unitReader(catalogue: CataloguePart, from: number, batch: PoUnit[]): (entry: Entry) => void {
  const index = (): number => from + batch.length
  const add = (unit: PoUnit): void => {
    batch.push(unit)
  }
  return entry => {
    if (isHeaderOf(catalogue, entry)) add(headerUnit(catalogue, index()))
    else {
      if (index() === 0 && !catalogue.header.entry) add(headerUnit(catalogue, 0))
      unitsOfEntry(catalogue, entry, index, add)
    }
  }
}

function tooLong(line: number): FormatError {
  const message = `The entry that begins in line ${line} is longer than ${ENTRY_CAP / 1_000_000} MB. Correct it and send the file again.`
  return new FormatError('too_long_record', message, { line, column: 1 })
}
