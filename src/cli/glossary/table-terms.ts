/** Terms in a table, CSV or TSV: a column for each language, or the columns source and target; perhaps a note and case_sensitive. */
import { languageNamed, tagIn } from '../../formats/index.ts'
import { caseSensitivity, type TableRow, TermFileFault, tableRows } from '../../mcp/files/term-file.ts'
import { tableText } from '../exchange/file.ts'
import { usualTag } from '../exchange/languages.ts'
import type { Concept, ConceptFile, ConceptTerm } from './concept.ts'

/** The languages that a person names, where the table does not. */
export interface NamedPair {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Column = { readonly language: string } | 'note' | 'case_sensitive' | undefined

const MOST_COLUMNS = 1000

/** @throws {TermFileFault} the bytes are no text, the text is no CSV, nothing says which languages the columns are in */
export async function readTableTerms(bytes: Uint8Array, pair: NamedPair): Promise<ConceptFile> {
  const rows = await tableRows(tableText(bytes))
  const [first] = rows
  if (first === undefined) throw new TermFileFault('The file has no lines.')
  if (first.cells.length > MOST_COLUMNS) throw new TermFileFault('The file has more than 1,000 columns.')
  const headings = headingsOf(first, pair)
  const columns = headings ?? [...namedColumns(pair), 'note', 'case_sensitive']
  return { concepts: (headings ? rows.slice(1) : rows).map(row => conceptOf(row, columns)) }
}

/** A column of terms that names its language after that: `Term_en`, `Term [en-US]`. */
const OF_TERMS = /^terms?(?:[\s_:]{1,3}|(?=[[(]))[[(]?([a-z]{2,3}(?:[-_][a-z\d]{2,4}){0,2})[\])]?$/i

/** The columns that the first row names: two languages or more, or source and target. Undefined where it is a term. */
function headingsOf({ cells }: TableRow, pair: NamedPair): readonly Column[] | undefined {
  const names = cells.map(cell => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  const other = (name: string): Column => (name === 'note' || name === 'case_sensitive' ? name : undefined)
  if (names.includes('source') && names.includes('target')) {
    const [source, target] = namedColumns(pair)
    return names.map(name => (name === 'source' ? source : name === 'target' ? target : other(name)))
  }
  const columns = cells.map((cell, at): Column => {
    const language = tagIn(cell) ?? languageNamed(cell)?.tag ?? tagIn(OF_TERMS.exec(cell)?.[1] ?? '')
    return language === undefined ? other(names[at] ?? '') : { language }
  })
  const languages = new Set(columns.map(column => (typeof column === 'object' ? column.language : '')))
  languages.delete('')
  return languages.size > 1 ? columns : undefined
}

function namedColumns({ from, to }: NamedPair): readonly [Column, Column] {
  if (from !== undefined && to !== undefined) return [{ language: usualTag(from) }, { language: usualTag(to) }]
  throw new TermFileFault(
    'The first line names no two languages, as en,de or English,German do.',
    'Name them with --from and --to.',
  )
}

function conceptOf({ line, cells }: TableRow, columns: readonly Column[]): Concept {
  const terms = new Map<string, ConceptTerm[]>()
  const said: Partial<Record<'note' | 'case_sensitive', string>> = {}
  for (const [at, column] of columns.entries()) {
    const text = cells[at] ?? ''
    if (column === undefined || text === '') continue
    if (typeof column === 'string') said[column] = text
    else {
      const known = terms.get(column.language) ?? []
      known.push({ text, standing: 'unsaid' })
      terms.set(column.language, known)
    }
  }
  return { line, terms, note: said.note, case_sensitive: caseSensitivity(said.case_sensitive ?? '', line) }
}
