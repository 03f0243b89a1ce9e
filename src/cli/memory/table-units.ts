/** Translations in a table, CSV or TSV: the columns source and target, or a column for each language. */
import { languageNamed, tagIn } from '../../formats/index.ts'
import { type TableRow, TermFileFault, tableRows } from '../../mcp/files/term-file.ts'
import { tableText } from '../exchange/file.ts'
import { usualTag } from '../exchange/languages.ts'
import { type FileUnit, type MemoryFile, momentIn, PROVENANCE, type Provenance } from './unit.ts'

/** The languages that a person names, for a table whose columns are source and target. */
export interface TableLanguages {
  readonly from?: string | undefined
  readonly to: readonly string[]
}

/** Languages, which the columns `source` and `target` are in; and the moment that the translation was made. */
export const TABLE_COLUMNS = ['source_language', 'target_language', 'source', 'target', 'created'] as const

const MOST_COLUMNS = 1000
/** Only our own exports have these columns beside each other. */
const OWN = ['engine', 'corrected', 'line']

/** @throws {TermFileFault} the bytes are no text, the text is no CSV, nothing says which languages the columns are in */
export async function readTableUnits(bytes: Uint8Array, named: TableLanguages): Promise<MemoryFile> {
  const [first, ...rows] = await tableRows(tableText(bytes))
  if (first === undefined) throw new TermFileFault('The file has no lines.')
  if (first.cells.length > MOST_COLUMNS) throw new TermFileFault('The file has more than 1,000 columns.')
  const names = first.cells.map(cell => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  if (names.includes('source') && names.includes('target')) {
    const units = rows.map(row => pairUnit(row, names, named))
    return { is_own: OWN.every(name => names.includes(name)), units }
  }
  const languages = first.cells.map(cell => tagIn(cell) ?? languageNamed(cell)?.tag)
  const [source, ...others] = new Set(languages.filter(language => language !== undefined))
  if (source === undefined || others.length === 0) {
    throw new TermFileFault(
      'The first line has to name the columns: source,target with --from and --to, or languages such as en,de.',
    )
  }
  return { source, is_own: false, units: rows.map(row => languagesUnit(row, languages)) }
}

function pairUnit({ line, cells }: TableRow, names: readonly string[], { from, to }: TableLanguages): FileUnit {
  const cell = (name: string) => cells[names.indexOf(name)] ?? ''
  const source = cell('source_language') || from
  const target = cell('target_language') || (to.length === 1 ? to[0] : undefined)
  if (source === undefined || target === undefined) {
    throw new TermFileFault(
      `Line ${line} does not say from which language into which it is: name them with --from and --to.`,
    )
  }
  const said: Partial<Record<keyof Provenance, string>> = {}
  for (const name of PROVENANCE) if (cell(name) !== '') said[name] = cell(name)
  return {
    ...{ line, said, source: tagOf(source), written: momentIn(cell('created')) },
    variants: [
      { language: tagOf(source), text: cell('source'), is_whole: true },
      { language: tagOf(target), text: cell('target'), is_whole: true },
    ],
  }
}

/** A language by its tag or its name: `en_us`, `German`. */
function tagOf(written: string): string {
  return languageNamed(written.trim())?.tag ?? usualTag(written)
}

function languagesUnit({ line, cells }: TableRow, languages: readonly (string | undefined)[]): FileUnit {
  const variants = languages.flatMap((language, at) => {
    const text = cells[at] ?? ''
    return language === undefined || text === '' ? [] : [{ language, text, is_whole: true }]
  })
  return { line, variants, said: {} }
}
