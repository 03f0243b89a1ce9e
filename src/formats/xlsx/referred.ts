/** Cells whose words something else in the workbook names: headings of tables and of what pivot tables are made from, and words that formulas compare. */
import { readMember, relatedTo } from '../bytes/parts/index.ts'
import { attributesOf, localName, textOfNode } from '../bytes/xml/index.ts'
import { type CellRange, rangeNamed } from '../content/table/cell-names.ts'
import { comparedWords } from '../content/table/compared-words.ts'
import type { Sheet, Workbook } from './workbook.ts'

export interface Referred {
  /** The rows of headings that are named, by the name of their sheet. */
  readonly ranges: ReadonlyMap<string, readonly CellRange[]>
  /** What pivot tables show, which they make anew of what they are made from. */
  readonly made: ReadonlyMap<string, readonly CellRange[]>
  /** Words that formulas, filters and choices have. */
  readonly words: ReadonlySet<string>
}

export async function referredIn(book: Workbook): Promise<Referred> {
  const ranges = new Map<string, CellRange[]>()
  const made = new Map<string, CellRange[]>()
  const add = (sheet: string, reference: string): void => {
    const range = rangeNamed(reference)
    if (!range) return
    const known = ranges.get(sheet)
    const head = { from: range.from, to: { ...range.to, row: range.from.row } }
    if (known) known.push(head)
    else ranges.set(sheet, [head])
  }
  const words = new Set<string>()
  for (const sheet of book.sheets) {
    for (const table of await relatedTo(book.file, sheet.member, 'table')) await tableIn(book, sheet, table, add)
    made.set(sheet.name, await madeIn(book, sheet.member))
    await wordsIn(book, sheet.member, words)
  }
  for (const cache of await relatedTo(book.file, book.file.main, 'pivotCacheDefinition'))
    await sourceOf(book, cache, add)
  return { ranges, made, words }
}

async function tableIn(
  book: Workbook,
  { name }: Sheet,
  member: string,
  add: (sheet: string, reference: string) => void,
): Promise<void> {
  for await (const { nodes } of readMember(book.file.archive, member)) {
    for (const node of nodes) {
      if (node.kind !== 'open' || localName(node.name) !== 'table') continue
      const attributes = attributesOf(node)
      if (attributes.get('headerRowCount')?.value !== '0') add(name, attributes.get('ref')?.value ?? '')
    }
  }
}

async function madeIn({ file }: Workbook, sheet: string): Promise<CellRange[]> {
  const found: CellRange[] = []
  for (const member of await relatedTo(file, sheet, 'pivotTable')) {
    for await (const { nodes } of readMember(file.archive, member)) {
      for (const node of nodes) {
        if (node.kind !== 'open' || localName(node.name) !== 'location') continue
        const range = rangeNamed(attributesOf(node).get('ref')?.value ?? '')
        if (range) found.push(range)
      }
    }
  }
  return found
}

async function sourceOf(
  book: Workbook,
  member: string,
  add: (sheet: string, reference: string) => void,
): Promise<void> {
  for await (const { nodes } of readMember(book.file.archive, member)) {
    for (const node of nodes) {
      if (node.kind !== 'open' || localName(node.name) !== 'worksheetSource') continue
      const attributes = attributesOf(node)
      add(attributes.get('sheet')?.value ?? '', attributes.get('ref')?.value ?? '')
    }
  }
}

/** Elements that hold formulas. */
const FORMULAS: ReadonlySet<string> = new Set(['f', 'formula', 'formula1', 'formula2'])
async function wordsIn({ file }: Workbook, member: string, words: Set<string>): Promise<void> {
  if (!(await mayHaveFormulas(file.archive.content(member)))) return
  let formula: string | undefined
  for await (const { nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty && FORMULAS.has(localName(node.name))) formula = ''
      else if (node.kind === 'open' && localName(node.name) === 'filter')
        add(words, attributesOf(node).get('val')?.value)
      else if (node.kind === 'close' && formula !== undefined) {
        for (const word of comparedWords(formula, localName(node.name).startsWith('formula1'))) add(words, word)
        formula = undefined
      } else if (formula !== undefined) formula += textOfNode(node)
    }
  }
}

/** Whether the bytes of a sheet have a tag of which the name may begin with an f. Most large sheets have none, and are not read twice. */
async function mayHaveFormulas(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let last = ''
  for await (const chunk of content) {
    const text = last + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    if (/[<:]f/.test(text)) return true
    last = text.slice(-1)
  }
  return false
}

function add(words: Set<string>, word: string | undefined): void {
  if (word !== undefined && word.trim() !== '') words.add(word.trim().toLowerCase())
}
