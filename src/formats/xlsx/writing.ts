/** The edits of a translation in a workbook. */
import { encodeLater } from '../bytes/charset.ts'
import { type CodedRuns, editsOfRuns } from '../bytes/runs/index.ts'
import { setAttribute, writeText } from '../bytes/xml/index.ts'
import { becomesFormula } from '../content/formula.ts'
import { isNumeric, isWord } from '../content/table/kinds.ts'
import type { Edit } from '../format.ts'
import type { Ledger } from './ledger.ts'
import { contentFor } from './runs.ts'
import type { SheetPlace, SheetUnit } from './unit.ts'

const NONE: readonly Edit[] = []

/** Most edits of cells are known only when all cells are: they come with the last unit of the workbook. */
export function editsOfSheet(unit: SheetUnit, translation: string | undefined): readonly Edit[] {
  const { ledger, runs, place, member } = unit
  if (unit.closing) return ledger?.edits() ?? NONE
  if (translation === undefined || translation === (unit.target ?? unit.text)) return NONE
  if (place?.in === 'attribute') return inAttribute(unit, place, translation)
  if (!ledger || !runs || !place || member === undefined || isRefused(unit, translation)) return NONE
  const { start, end } = place
  if (place.in === 'print') return printed(unit, runs, translation)
  const inList = place.in === 'shared' || (place.in === 'cell' && ledger.open)
  const { charset, prefix } = inList ? ledger : { charset: unit.charset, prefix: prefixOf(unit) }
  const content = contentFor(runs, translation, prefix, charset)
  if (content === undefined) return NONE
  if (place.in === 'shared') {
    ledger.replace(place.at, content, { member, start, end, before: '', after: '' })
    return NONE
  }
  if (place.in === 'runs') return [{ member, start, end, bytes: encodeLater(content, charset) }]
  if (place.in === 'value')
    return runs.codes.length > 0 ? NONE : [{ member, start, end, bytes: encodeLater(bare(content), charset) }]
  const headed = headingOf(unit, ledger)
  const written = { member, start, end, before: place.open, after: place.close }
  if (!ledger.open) return [...headed, { member, start, end, bytes: encodeLater(inlineIn(written, content), charset) }]
  ledger.name(content, written)
  return headed
}

function inAttribute(
  { member, charset }: SheetUnit,
  { tag, name, longest }: Extract<SheetPlace, { in: 'attribute' }>,
  translation: string,
): readonly Edit[] {
  // Excel calls a workbook damaged that has a longer one.
  const edit = translation.length > longest ? undefined : setAttribute(tag, name, translation, charset)
  return edit ? [{ ...edit, member }] : NONE
}

/** A header of print: there `&` begins a code. */
function printed({ member, charset }: SheetUnit, runs: CodedRuns, translation: string): readonly Edit[] {
  const escaped = (text: string): string | undefined =>
    writeText(text.replaceAll('&', '&&'), { like: '', charset, where: 'text' })
  const edits = editsOfRuns(runs, translation, escaped)
  return edits.map(({ start, end, text }) => ({ member, start, end, bytes: encodeLater(text, charset) }))
}

/** The heading of a column that is made gets its cell with the first text in it. */
function headingOf({ made, runs, charset }: SheetUnit, ledger: Ledger): readonly Edit[] {
  if (!made || !runs || !ledger.make(made)) return NONE
  const { member, at, to, open, close, heading, around } = made
  const plain = { ...runs, codes: [], lead: '', trail: '', text: '', before: [], after: [], base: undefined }
  const prefix = ledger.open ? ledger.prefix : prefixOf({ runs })
  const shell = { key: '', open: `<${prefix}t xml:space="preserve">`, close: `</${prefix}t>` }
  const content = contentFor({ ...plain, base: shell }, heading, prefix, charset)
  if (content === undefined) return NONE
  const written = { member, start: at, end: to, before: open, after: close }
  if (!ledger.open)
    return [...around, { member, start: at, end: to, bytes: encodeLater(inlineIn(written, content), charset) }]
  ledger.name(content, written)
  return around
}

/** A cell with its own text, by how one that names a shared string is written. */
function inlineIn({ before, after }: { readonly before: string; readonly after: string }, content: string): string {
  const open = before.replace(/ t="s"/, ' t="inlineStr"').replace(/v>$/, 'is>')
  return `${open}${content}${after.replace(/v>/, 'is>')}`
}

/** The prefix of the elements of a text, which its runs have. */
function prefixOf({ runs }: Pick<SheetUnit, 'runs'>): string {
  return /^<([\w.-]+:)?[tr]>?/.exec(runs?.base?.open ?? '')?.[1] ?? ''
}

function bare(content: string): string {
  return content.replace(/<[^<>]*>/g, '')
}

/** A cell never begins with the sign of a formula for a translation, and none reads back as something that is left out. */
function isRefused({ text, target, words = true }: SheetUnit, translation: string): boolean {
  if (translation.trim() === '' || becomesFormula(text, translation)) return true
  return target === undefined && (isNumeric(translation) || (!words && isWord(translation)))
}
