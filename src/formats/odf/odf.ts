/**
 * OpenDocument: texts, workbooks, presentations and drawings as LibreOffice has them. A paragraph is written anew from its first text to its last
 * one, in the styles that its runs have; styles say the language and the direction of the translation; all else stays byte for byte.
 */
import { Flattened, withIndexes } from '../bytes/flatten.ts'
import { openOpenDocument } from '../bytes/parts/index.ts'
import { readAsRuns, signOfRuns } from '../bytes/runs/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import type { ByteStream, Format, FormatFacts, ScanOptions } from '../format.ts'
import { type OdfKind, type OdfReading, unitsOfContent, unitsOfMasters } from './document.ts'
import { odgFacts, odpFacts, odsFacts, odtFacts } from './facts.ts'
import { placesOfLanguage } from './language.ts'
import { withEvenBlanks } from './paragraph.ts'
import { unitsOfProperties } from './properties.ts'
import { remarksOnDocument } from './remarks.ts'
import { unitsOfSheets } from './sheets.ts'
import { CONTENT, STYLES, stylesOfDocument } from './styles.ts'
import type { NewOdfUnit, OdfLedger, OdfUnit } from './unit.ts'
import { editsOfDocument } from './writing.ts'

export const odt = openDocumentFormat('odt', odtFacts)
export const ods = openDocumentFormat('ods', odsFacts)
export const odp = openDocumentFormat('odp', odpFacts)
export const odg = openDocumentFormat('odg', odgFacts)

const TURNS = { odt: 'pages', ods: 'nothing', odp: 'lines', odg: 'lines' } as const

function openDocumentFormat(kind: OdfKind, facts: FormatFacts): Format<OdfUnit> {
  return {
    ...facts,
    packaging: zipPackaging,
    remarks: async (source, targets, spoken) => await remarksOnDocument(kind, source, targets, spoken),
    scan: (source, options = {}) => new Flattened(() => withIndexes(withLedger(unitBatches(kind, source, options)))),
    edits: editsOfDocument,
    readsAs: ({ target_place: place }, translation) =>
      place.in === 'line' ? readAsRuns(place.runs, withEvenBlanks(place.runs, translation)) : translation.trim(),
    sign: ({ target_place: place, text }, translation) => {
      if (place.in !== 'line') return translation?.trim() ?? text
      const said = translation === undefined ? place.runs.text : withEvenBlanks(place.runs, translation)
      return signOfRuns(place.runs, said)
    },
  }
}

/** They are made for this. */
async function* withLedger(
  batches: AsyncIterable<readonly NewOdfUnit[]>,
): AsyncGenerator<readonly Omit<OdfUnit, 'index'>[]> {
  const ledger: OdfLedger = { written: false }
  for await (const units of batches) yield units.map(unit => Object.assign(unit, { ledger }))
}

async function* unitBatches(
  kind: OdfKind,
  source: ByteStream,
  options: ScanOptions<OdfUnit>,
): AsyncGenerator<readonly NewOdfUnit[]> {
  const file = await openOpenDocument(source, kind)
  const styles = await stylesOfDocument(file)
  const reading: OdfReading = { kind, file, styles, beside: options.beside }
  if (kind === 'ods') yield* unitsOfSheets(reading, options)
  else yield* unitsOfContent(reading)
  yield* unitsOfMasters(reading)
  yield* unitsOfProperties(reading)
  const member = file.archive.named(STYLES) ?? file.archive.named(CONTENT)
  const places = await placesOfLanguage(file, styles, TURNS[kind])
  yield [
    {
      ...{ path: `${kind}:/language`, part: 'language', member, charset: 'utf-8', start: 0, end: 0, text: '' },
      left_out: 'empty',
      target_place: { in: 'language', places },
    },
  ]
}
