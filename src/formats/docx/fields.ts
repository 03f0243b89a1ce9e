/**
 * Fields: marks in a line where Word puts what it computes. Begin, instruction, separator, cached result, end: five runs or more. The text of a
 * link is text; any other result is computed anew, so that the whole field stands alone.
 */
import type { RunItem } from '../bytes/runs/index.ts'
import { attributesOf, localName, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'

interface Mark {
  /** The index of its item. */
  readonly at: number
  readonly type: string
  readonly instruction: string
}

const LINKS = /^\s*HYPERLINK\b/i

export class FieldMarks {
  readonly #marks: Mark[] = []

  note(at: number, tag: XmlTag, nodes: readonly XmlNode[]): void {
    const values = [...attributesOf(tag)].map(([name, { value }]) => [localName(name), value] as const)
    const type = new Map(values).get('fldCharType') ?? 'instruction'
    this.#marks.push({ at, type, instruction: nodes.map(node => textOfNode(node)).join('') })
  }

  /** The items, with fields as what they are. A field that does not begin and end in the paragraph is left as its marks. */
  settled(items: readonly RunItem[]): RunItem[] {
    const made: (RunItem | undefined)[] = [...items]
    const open: { begin: Mark; separate?: Mark; instruction: string; outer: boolean }[] = []
    for (const mark of this.#marks) {
      const field = open.at(-1)
      if (mark.type === 'begin') open.push({ begin: mark, instruction: '', outer: open.length === 0 })
      else if (mark.type === 'separate' && field) field.separate = mark
      else if (mark.type === 'instruction' && field) field.instruction += mark.instruction
      else if (mark.type === 'end' && field) {
        open.pop()
        if (LINKS.test(field.instruction) && field.separate && field.outer) {
          collapse(made, field.begin.at, field.separate.at, 'open')
          collapse(made, mark.at, mark.at, 'close')
        } else if (field.outer) collapse(made, field.begin.at, mark.at, 'alone')
      }
    }
    return made.flatMap(item => item ?? [])
  }
}

/** Makes one item of several. Those around other elements, or with boxes in them, are left as they are. */
function collapse(items: (RunItem | undefined)[], from: number, to: number, kind: 'open' | 'close' | 'alone'): void {
  const some = items.slice(from, to + 1).flatMap(item => item ?? [])
  const [first, last] = [some[0], some.at(-1)]
  const isSimple = some.every(item => item.kind === 'text' || (item.kind === 'alone' && !item.holds))
  if (!first || !last || !isSimple) return
  const raw = some.map(rawOf).join('')
  const place = { start: first.start, end: last.end, raw }
  items.fill(undefined, from, to + 1)
  items[from] = kind === 'alone' ? { kind, ...place, meaning: 'field' } : { kind, of: 'mark', ...place }
}

function rawOf(item: RunItem): string {
  if (item.kind !== 'text') return item.raw
  const text = item.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return item.shell.open + text + item.shell.close
}
