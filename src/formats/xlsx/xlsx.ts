/**
 * Excel: the cells of all sheets, in the order of the workbook. What a column is for is judged as in any table. Formulas, their results, numbers
 * and what they name stay; so does all else of the workbook, byte for byte.
 */
import { type DrawnBeside, drawnReadsAs, editsOfDrawn, signOfDrawn } from '../bytes/drawing/index.ts'
import { Flattened, withIndexes } from '../bytes/flatten.ts'
import { readAsRuns, signOfRuns } from '../bytes/runs/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import { completeColumn } from '../content/table/languages.ts'
import { headingsOfSheet, layoutOfSheet } from '../content/table/sheet-layout.ts'
import type { ByteStream, FileLanguages, Format, ScanOptions } from '../format.ts'
import { asidesOf, closingOf } from './asides.ts'
import { drawnInBook, propertiesOfBook } from './drawings.ts'
import { xlsxFacts } from './facts.ts'
import { headOfSheet } from './head.ts'
import { Ledger } from './ledger.ts'
import { partOfSheet } from './naming.ts'
import { referredIn } from './referred.ts'
import { remarksOnSheets } from './remarks.ts'
import { piecesOfSheet } from './rows.ts'
import { SheetReading } from './sheet-units.ts'
import { sharedStringsOf } from './strings.ts'
import type { SheetUnit } from './unit.ts'
import { openWorkbook } from './workbook.ts'
import { editsOfSheet } from './writing.ts'

export const xlsx: Format<SheetUnit> = {
  ...xlsxFacts,
  packaging: zipPackaging,
  languages: languagesIn,
  remarks: remarksOnSheets,
  scan: (source, options = {}) => new Flattened(() => withIndexes(unitBatches(source, options))),
  edits: (unit, translation, target) =>
    unit.drawn ? editsOfDrawn({ ...unit, drawn: unit.drawn }, translation, target) : editsOfSheet(unit, translation),
  readsAs: ({ drawn, runs }, translation) => {
    if (drawn) return drawnReadsAs({ drawn }, translation)
    return runs ? readAsRuns(runs, translation) : translation
  },
  sign: ({ drawn, runs, text, target }, translation) => {
    if (drawn) return signOfDrawn({ drawn, text }, translation)
    if (target !== undefined) return runs?.codes.length ? undefined : `${text}\n\n${translation ?? target}`
    return runs ? signOfRuns(runs, translation) : (translation ?? text)
  },
}

async function* unitBatches(
  source: ByteStream,
  options: ScanOptions<SheetUnit>,
): AsyncGenerator<readonly Omit<SheetUnit, 'index'>[]> {
  const book = await openWorkbook(source)
  const strings = await sharedStringsOf(book)
  const before = options.original ? await openWorkbook(options.original()) : book
  const shown = options.original ? await sharedStringsOf(before) : strings
  const referred = await referredIn(before)
  const ledger = new Ledger(strings)
  for (const [nth, sheet] of book.sheets.entries()) {
    const part = partOfSheet(book, sheet)
    const head = await headOfSheet(before, before.sheets[nth] ?? sheet, shown)
    const layout = layoutOfSheet(head, options, part)
    const reading = new SheetReading({ sheet, head, layout, strings, ledger, referred, options, part })
    for await (const piece of piecesOfSheet(book, sheet)) {
      yield reading.take(piece)
      yield asidesOf(piece, sheet, part, ledger)
    }
    yield reading.end()
  }
  const { beside } = options
  const known: DrawnBeside = path => {
    const { drawn, keys } = beside?.(path) ?? {}
    return drawn && { drawn, keys }
  }
  yield* drawnInBook(book, beside && known)
  yield await propertiesOfBook(book)
  yield* closingOf(book, ledger, shown.readings)
}

/** What the first sheet with columns of languages says. */
async function languagesIn(source: ByteStream): Promise<FileLanguages> {
  const book = await openWorkbook(source)
  const strings = await sharedStringsOf(book)
  for (const sheet of book.sheets) {
    const head = await headOfSheet(book, sheet, strings)
    const { header, groups } = headingsOfSheet(head)
    if (groups.length === 0) continue
    const said = groups.map(group => completeColumn(group, head.sample.slice(header ? 1 : 0)))
    const [first] = said
    const clear = first !== undefined && said.every(tag => tag === first)
    return { several: true, ...(clear && { source: first }) }
  }
  return {}
}
