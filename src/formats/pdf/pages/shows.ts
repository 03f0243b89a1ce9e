/**
 * Where a page shows text: the operators that do, in the order in which they are drawn, each with the stream it stands in. pdf.js says what they
 * show; it counts them alike.
 */
import { type PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import { type Matrix, multiplied, SAME } from './geometry.ts'
import {
  dictionaryIn,
  FORM,
  nameOfEntry,
  numbersIn,
  pageContent,
  pageResources,
  resource,
  streamContent,
} from './objects.ts'
import { operationsIn, type PdfOperation } from './tokens.ts'

/** A stream that draws: the page's own, or that of a form. */
export interface Drawn {
  readonly text: string
  /** The form; undefined for the content of the page. */
  readonly form: PDFRef | undefined
  /** How many states it leaves open, and how many it closes that it has not opened. */
  readonly open: number
  readonly unopened: number
  readonly in_text: boolean
}

export interface Show {
  readonly operation: PdfOperation
  readonly stream: Drawn
  /** The marked contents around it in its stream that say their text once more. */
  readonly said_again: readonly PdfOperation[]
}

/** A picture that hides what is below it, with its place, and how many operators had shown text before. */
export interface Picture {
  readonly matrix: Matrix
  readonly after: number
}

export interface DrawnPage {
  readonly shows: readonly Show[]
  readonly pictures: readonly Picture[]
  readonly content: Drawn
  /** The forms that were drawn, as often as they were. */
  readonly forms: readonly PDFRef[]
}

/** Forms in forms, and the operators of one page: more is damage, or made to harm. */
const DEEPEST = 12
const MOST_SHOWS = 200_000
const MOST_FORMS = 5_000

interface Walk {
  readonly file: PDFDocument
  readonly shows: Show[]
  readonly pictures: Picture[]
  readonly forms: PDFRef[]
}

/** What a page draws; undefined where it cannot be followed. */
export function drawnPage(file: PDFDocument, index: number): DrawnPage | undefined {
  const page = file.getPage(index)
  const text = pageContent(page)
  if (text === undefined) return undefined
  const walk: Walk = { file, shows: [], pictures: [], forms: [] }
  const content = walkStream(walk, text, undefined, pageResources(page), SAME)
  return content && { ...walk, content }
}

/** How often each form is drawn, on all pages. */
export function formUses(pages: readonly (DrawnPage | undefined)[]): ReadonlyMap<PDFRef, number> {
  const uses = new Map<PDFRef, number>()
  for (const form of pages.flatMap(page => page?.forms ?? [])) uses.set(form, (uses.get(form) ?? 0) + 1)
  return uses
}

function walkStream(
  walk: Walk,
  text: string,
  form: PDFRef | undefined,
  resources: PDFDict | undefined,
  start: Matrix,
  depth = 0,
): Drawn | undefined {
  const stream = { text, form, open: 0, unopened: 0, in_text: false }
  const marked: (PdfOperation | undefined)[] = []
  const states: Matrix[] = []
  let matrix = start
  for (const operation of operationsIn(text)) {
    const { name, operands } = operation
    if (name === 'q') {
      states.push(matrix)
    } else if (name === 'Q') {
      if (states.length === 0) stream.unopened += 1
      matrix = states.pop() ?? matrix
    } else if (name === 'cm') {
      matrix = multiplied(matrix, matrixOf(operation) ?? SAME)
    } else if (name === 'BT' || name === 'ET') {
      stream.in_text = name === 'BT'
    } else if (name === 'BMC' || name === 'BDC') {
      marked.push(saysAgain(operation, text, resources) ? operation : undefined)
    } else if (name === 'EMC') {
      marked.pop()
    } else if (isShow(operation)) {
      walk.shows.push({ operation, stream, said_again: marked.filter(one => one !== undefined) })
      if (walk.shows.length > MOST_SHOWS) return undefined
    } else if (name === 'Do' && operands.at(-1)?.kind === 'name') {
      if (!walkObject(walk, operation, resources, matrix, depth)) return undefined
    }
  }
  stream.open = states.length
  return stream
}

/** Follows what a name draws. Gives false where that is more than can be followed. */
function walkObject(
  walk: Walk,
  { operands }: PdfOperation,
  resources: PDFDict | undefined,
  matrix: Matrix,
  depth: number,
): boolean {
  const operand = operands.at(-1)
  const { ref, object } = resource(resources, 'XObject', operand?.kind === 'name' ? operand.value : '')
  if (!(object instanceof PDFRawStream)) return true
  const kind = nameOfEntry(object.dict, 'Subtype')
  if (kind === 'Image' && !SEEN_THROUGH.some(entry => object.dict.has(PDFName.of(entry))))
    walk.pictures.push({ matrix, after: walk.shows.length })
  if (kind !== FORM) return true
  const text = streamContent(object)
  if (text === undefined || ref === undefined || depth >= DEEPEST || walk.forms.length >= MOST_FORMS) return false
  walk.forms.push(ref)
  const own = matrixFrom(numbersIn(object.dict, 'Matrix', 6)) ?? SAME
  const inside = dictionaryIn(object.dict, 'Resources') ?? resources
  return walkStream(walk, text, ref, inside, multiplied(matrix, own), depth + 1) !== undefined
}

/** What a picture has that covers no more than a part of its place. */
const SEEN_THROUGH = ['SMask', 'Mask', 'ImageMask', 'OC']

const SHOWS: Readonly<Record<string, number>> = { Tj: 1, TJ: 1, "'": 1, '"': 3 }

function isShow({ name, operands }: PdfOperation): boolean {
  const many = SHOWS[name]
  return many !== undefined && operands.length >= many
}

/** Whether a marked content says its text once more, for who copies or hears it. */
function saysAgain({ operands }: PdfOperation, text: string, resources: PDFDict | undefined): boolean {
  const properties = operands[1]
  if (properties?.kind === 'dictionary')
    return /\/(?:ActualText|Alt|E)\b/.test(text.slice(properties.from, properties.to))
  if (properties?.kind !== 'name') return false
  const named = dictionaryIn(dictionaryIn(resources, 'Properties'), properties.value)
  return named !== undefined && /\/(?:ActualText|Alt|E)\b/.test(named.toString())
}

function matrixOf({ operands }: PdfOperation): Matrix | undefined {
  return matrixFrom(operands.flatMap(operand => (operand.kind === 'number' ? [operand.value] : [])))
}

function matrixFrom(numbers: readonly number[] | undefined): Matrix | undefined {
  const [a, b, c, d, e, f] = numbers ?? []
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined)
    return undefined
  return [a, b, c, d, e, f]
}
