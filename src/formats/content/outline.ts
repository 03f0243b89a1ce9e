/** The place of a block in a document of headings: its address, and the name of its section for people. */
import { HEADING_SEPARATOR, headingAsName } from './sections.ts'

interface Section {
  readonly level: number
  readonly name: string
  readonly path: string
  readonly counts: Map<string, number>
}

export interface Outline {
  /** The address of the next block, and the name of its section. A heading begins a section and belongs to it. */
  place(block: { readonly kind: string; readonly level: number; readonly text: string }): {
    path: string
    part: string
  }
}

/**
 * An address counts headings and, under each heading, the blocks of a kind: `md:/h[1]/h[2]/p[3]`. It contains no names, since a
 * translation changes them. The kind of a heading is `h`, and `scheme` is what an address begins with: `md`. A name lists the headings down to the section, without the document's title: `Installation > Linux`.
 */
export function outlineOf(scheme: string): Outline {
  const root: Section = { level: 0, name: '', path: `${scheme}:`, counts: new Map() }
  let open: Section[] = [root]
  let title: Section | undefined
  let first = true
  const innermost = (): Section => open.at(-1) ?? root
  const next = (kind: string): string => {
    const { path, counts } = innermost()
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    return `${path}/${kind}[${number}]`
  }
  return {
    place({ kind, level, text }) {
      if (kind !== 'h') return { path: next(kind), part: nameOf(open, title) }
      open = open.filter(section => section.level < level)
      const section = { level, name: headingAsName(text), path: next('h'), counts: new Map() }
      open.push(section)
      if (first && level === 1) title = section
      first = false
      return { path: section.path, part: nameOf(open, title) }
    },
  }
}

function nameOf(open: readonly Section[], title: Section | undefined): string {
  const named = open.filter(section => section.level > 0)
  const below = named.filter(section => section !== title)
  return (below.length > 0 ? below : named).map(section => section.name).join(HEADING_SEPARATOR) || 'introduction'
}
