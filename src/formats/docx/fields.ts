/**
 * Fields: marks in a line where Word puts what it computes. Begin, instruction, separator, cached result, end: five runs or more. The result of
 * some is text of the document: the words of a link, the name of a chapter in a reference. Any other is computed anew, so that the whole
 * field stands alone.
 */
import type { RunItem } from '../bytes/runs/index.ts'
import { attributesOf, localName, type XmlTag } from '../bytes/xml/index.ts'
import type { Reason } from '../format.ts'

interface Mark {
  /** The index of its item. */
  readonly at: number
  readonly type: string
  readonly instruction: string
}

interface Field {
  readonly begin: number
  instruction: string
  separate?: number
  end?: number
  readonly inside: Field[]
}

/** Results that stay until somebody updates the fields, and are words of the document. */
const OF_TEXT = /^\s*(?:HYPERLINK|REF|TOC|TOA|INDEX|FORMTEXT|QUOTE|INCLUDETEXT|BIBLIOGRAPHY)\b/i
/** A result of numbers alone is computed, whatever the field. */
export const TEXT_RESULT = /\p{L}/u

/** Whether the result of a field with this instruction is text of the document. */
export function isTextField(instruction: string): boolean {
  return OF_TEXT.test(instruction)
}

/** What an index or a table of contents is made of, which nobody sees in its place: it has no result. */
const ENTRY = /^\s*(?:XE|TC)\s+"((?:[^"\\]|\\.)*)"/i

/** The text of an entry; empty for another field. */
export function entryOf(instruction: string): string {
  return ENTRY.exec(instruction)?.[1] ?? ''
}

/** What a link says to who points at it. */
const TIP = /^\s*HYPERLINK\b.*?\\o\s+"((?:[^"\\]|\\.)*)"/i

/** The words that a link shows; empty for another field, and where it shows none. */
export function tipOf(instruction: string): string {
  return TIP.exec(instruction)?.[1] ?? ''
}

export class FieldMarks {
  readonly #marks: Mark[] = []

  note(at: number, tag: XmlTag, instruction: string): void {
    const values = [...attributesOf(tag)].map(([name, { value }]) => [localName(name), value] as const)
    const type = new Map(values).get('fldCharType') ?? 'instruction'
    this.#marks.push({ at, type, instruction })
  }

  /** The items, with fields as what they are. A field that does not begin and end in the paragraph is left as its marks. */
  settled(items: readonly RunItem[], stays: (reason: Reason, text: string) => void): readonly RunItem[] {
    if (this.#marks.length === 0) return items
    const made: (RunItem | undefined)[] = [...items]
    const waiting = this.#fields()
    for (let field = waiting.pop(); field; field = waiting.pop()) {
      const { begin, separate, end, instruction, inside } = field
      if (end !== undefined) stays('not_taken', tipOf(instruction))
      if (end === undefined) waiting.push(...inside)
      else if (separate !== undefined && isTextField(instruction) && TEXT_RESULT.test(textIn(items, separate, end))) {
        collapse(made, begin, separate, 'open')
        collapse(made, end, end, 'close')
        waiting.push(...inside.filter(other => other.begin > separate))
      } else {
        if (separate !== undefined) stays('computed', textIn(items, separate, end))
        stays('hidden', entryOf(instruction))
        collapse(made, begin, end, 'alone')
      }
    }
    return made.flatMap(item => item ?? [])
  }

  /** Those that are not in others. */
  #fields(): Field[] {
    const all: Field[] = []
    const open: Field[] = []
    for (const { type, at, instruction } of this.#marks) {
      const field = open.at(-1)
      if (type === 'begin') {
        const begun = { begin: at, instruction: '', inside: [] }
        ;(field?.inside ?? all).push(begun)
        open.push(begun)
      } else if (!field) continue
      else if (type === 'separate') field.separate = at
      else if (type === 'instruction') field.instruction += field.separate === undefined ? instruction : ''
      else if (type === 'end') {
        field.end = at
        open.pop()
      }
    }
    return all
  }
}

function textIn(items: readonly RunItem[], from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at += 1) {
    const item = items[at]
    if (item?.kind === 'text') text += item.text
  }
  return text.trim()
}

/** Makes one item of several. Those around other elements, or with boxes in them, are left as they are. */
function collapse(items: (RunItem | undefined)[], from: number, to: number, kind: 'open' | 'close' | 'alone'): void {
  const some = items.slice(from, to + 1).flatMap(item => item ?? [])
  const [first, last] = [some[0], some.at(-1)]
  const isSimple = some.every(item => item.kind === 'text' || (item.kind === 'alone' && !item.holds))
  if (!first || !last || !isSimple) return
  const raw = some.map(rawOfItem).join('')
  const place = { start: first.start, end: last.end, raw }
  items.fill(undefined, from, to + 1)
  items[from] = kind === 'alone' ? { kind, ...place, meaning: 'field' } : { kind, of: 'mark', ...place }
}

function rawOfItem(item: RunItem): string {
  if (item.kind !== 'text') return item.raw
  const text = item.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return item.shell.open + text + item.shell.close
}
