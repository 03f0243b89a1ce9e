/** Whether the first row of a table names its columns. */
import { leftOutOfData } from '../left-out.ts'

/** Rows of cells without the blanks around them. */
export type Sample = readonly (readonly string[])[]

const LABEL = /^[\p{L}_#?][\p{L}\p{M}\p{N}\s_.:/&()[\]'’#%+?,@-]{0,80}$/u
const SENTENCE = /[.!?。！？]$/u
const LONG = /\S\s+\S+\s+\S+\s+\S+\s+\S|, /u
const PROGRAMMED = /^[a-z][a-zA-Z\d]*(?:[_.-][a-zA-Z\d]+)+$|^[a-z]+(?:[A-Z][a-z\d]*)+$/
const USUAL =
  /^(?:id|key|name|title|label|text|value|type|kind|category|description|desc|summary|content|body|message|subject|comment|notes?|url|link|sku|code|price|amount|quantity|qty|date|time|email|phone|country|city|address|status|source|target|translation|original|context|language|lang|locale|term|definition|question|answer|first ?name|last ?name|product|image|tags?|msgid|msgstr)s?$/i

/** So many names that programs know, three in four of all cells, are headings whatever the other cells are. */
const FEWEST_NAMED = 3
const WORDS = /\S+/g
const QUESTION = /[?!？！]$/u
/** A question has at least so many words, other sentences so many: `In stock?` and `No. of pcs.` are labels. */
const QUESTION_WORDS = 3
const SENTENCE_WORDS = 4
const LONGEST_SENTENCE = 500
/** A sentence of characters that stand without spaces has at least so many. */
const WIDE_SENTENCE = /^[^\s]{5,}[？。！]$/u

/** True for a heading that is a question or a sentence, as the exports of surveys have them. People read it, and no program knows it. */
export function isSentenceHeading(heading: string): boolean {
  if (heading.length > LONGEST_SENTENCE || !SENTENCE.test(heading)) return false
  const words = heading.match(WORDS)?.length ?? 0
  return words >= (QUESTION.test(heading) ? QUESTION_WORDS : SENTENCE_WORDS) || WIDE_SENTENCE.test(heading)
}

/** Whether headings that are sentences are text: none of the others has a form that only programs write, like `post_title`. */
export function isReadByPeople(headings: readonly string[]): boolean {
  return headings.some(isSentenceHeading) && !headings.some(heading => PROGRAMMED.test(heading))
}

/**
 * True where every cell is a label, and something distinguishes the row from those below. `says`: its cells name languages, or it is the
 * header of a table that is known. In doubt it is data: people notice a heading that was translated by mistake, but not a row that was
 * left out by mistake. So a heading of five words needs usual ones beside it, and one that ends as a sentence needs below it numbers, answers to
 * choose from, or no question where it is one.
 */
export function hasHeader(sample: Sample, says: boolean): boolean {
  const [first = [], ...rows] = sample
  const cells = first.filter(cell => cell !== '')
  const named = cells.filter(cell => USUAL.test(cell) || PROGRAMMED.test(cell)).length
  if (rows.length === 0) return named === cells.length || says
  if (!says && cells.length * 2 <= first.length) return false
  if (named >= FEWEST_NAMED && named * 4 >= cells.length * 3) return true
  if (!cells.every(cell => LABEL.test(cell) || isSentenceHeading(cell))) return false
  if (says) return true
  const valuesBelow = (at: number): string[] => rows.map(row => row[at] ?? '').filter(value => value !== '')
  if (first.some((cell, at) => isAboveData(cell, valuesBelow(at)))) return true
  const sentences = first.flatMap((cell, at) => (isSentenceHeading(cell) ? [{ cell, values: valuesBelow(at) }] : []))
  const answered = sentences.filter(({ values }) => values.length > 0)
  if (answered.length > 0) return answered.every(({ cell, values }) => isAboveAnswers(cell, values))
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

/** Whether a sentence asks for the values below: it is a question and none of them is, or they are few that come again and again. */
function isAboveAnswers(cell: string, values: readonly string[]): boolean {
  if (QUESTION.test(cell)) return !values.some(value => QUESTION.test(value) && isSentenceHeading(value))
  const choices = new Set(values)
  return !choices.has(cell) && choices.size * 2 <= values.length && !values.some(isSentenceHeading)
}
