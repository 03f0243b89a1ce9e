/** Whether the first row of a table names its columns. */
import { leftOutOfData } from '../content/left-out.ts'

/** Rows of cells without the blanks around them. */
export type Sample = readonly (readonly string[])[]

const LABEL = /^[\p{L}_#?][\p{L}\p{M}\p{N}\s_.:/&()[\]'’#%+?,@-]{0,80}$/u
const SENTENCE = /[.!?。！？]$/u
const LONG = /\S\s+\S+\s+\S+\s+\S+\s+\S|, /u
const PROGRAMMED = /^[a-z][a-zA-Z\d]*(?:[_.-][a-zA-Z\d]+)+$|^[a-z]+(?:[A-Z][a-z\d]*)+$/
const USUAL =
  /^(?:id|key|name|title|label|text|value|type|kind|category|description|desc|summary|content|body|message|subject|comment|notes?|url|link|sku|code|price|amount|quantity|qty|date|time|email|phone|country|city|address|status|source|target|translation|original|context|language|lang|locale|term|definition|question|answer|first ?name|last ?name|product|image|tags?|msgid|msgstr)s?$/i

/**
 * True where every cell is a label, and something distinguishes the row from those below. `says`: its cells name languages, or it is the
 * header of a table that is known. In doubt it is data: people notice a heading that was translated by mistake, but not a row that was
 * left out by mistake. So a heading of five words needs usual ones beside it, and one that ends as a sentence needs numbers below.
 */
export function hasHeader(sample: Sample, says: boolean): boolean {
  const [first = [], ...rows] = sample
  const cells = first.filter(cell => cell !== '')
  const named = cells.filter(cell => USUAL.test(cell) || PROGRAMMED.test(cell)).length
  if (rows.length === 0) return named === cells.length || says
  if (cells.length * 2 <= first.length) return false
  if (!cells.every(cell => LABEL.test(cell))) return false
  if (says) return true
  const valuesBelow = (at: number): string[] => rows.map(row => row[at] ?? '').filter(value => value !== '')
  if (first.some((cell, at) => isAboveData(cell, valuesBelow(at)))) return true
  if (cells.some(cell => SENTENCE.test(cell))) return false
  if (cells.some(cell => LONG.test(cell))) return named * 2 > cells.length
  return named > 0 || first.some((cell, at) => isShort(cell, valuesBelow(at)))
}

/** Whether a cell is text, and none of the values below is. */
function isAboveData(cell: string, values: readonly string[]): boolean {
  if (cell === '' || values.length < 2 || leftOutOfData(cell) !== undefined) return false
  return values.every(value => leftOutOfData(value) !== undefined)
}

/** Whether half of the values below are over three times as long. */
function isShort(cell: string, values: readonly string[]): boolean {
  if (cell === '' || values.length < 2) return false
  const lengths = values.map(value => value.length).sort((a, b) => a - b)
  return (lengths[lengths.length >> 1] ?? 0) > 3 * cell.length
}
