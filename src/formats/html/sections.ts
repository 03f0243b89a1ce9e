/** The place of a text in a page: its address, and the name of its section for people: headings, and parts such as the footer. */
import { headingAsName } from '../content/sections.ts'
import { PAGE_SECTION_SEPARATOR } from './facts.ts'

const INTRODUCTION = 'introduction'

interface Section {
  /** 0 for a landmark, and for the page. */
  readonly level: number
  readonly name: string
  readonly path: string
  readonly counts: Map<string, number>
}

export class PageSections {
  #open: Section[] = [{ level: 0, name: '', path: 'html:', counts: new Map() }]
  #title: Section | undefined
  #isFirst = true

  /**
   * The address of the next text, or attribute, of a kind, and the name of its section. A heading begins a section and belongs to it.
   * `own`: what people call a text without a heading inside its section, as the title of a page; mostly nothing.
   */
  place(short: string, { level = 0, text = '', own = '' } = {}): { readonly path: string; readonly part: string } {
    const within = (section: string): string => (own === '' ? section : `${section}${PAGE_SECTION_SEPARATOR}${own}`)
    if (level === 0) return { path: this.#next(short), part: within(this.#name()) }
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop()
    const section = { level, name: headingAsName(text), path: this.#next(short), counts: new Map<string, number>() }
    this.#open.push(section)
    if (this.#isFirst && level === 1) this.#title = section
    this.#isFirst = false
    return { path: section.path, part: this.#name() }
  }

  /** A landmark begins: what is in it is called by it. Returns what ends it. */
  enter(name: string): () => void {
    const outer = this.#open
    const path = this.#next(name)
    const named = outer.filter(section => section.level === 0)
    if (named.length > DEEPEST) return () => {}
    this.#open = [...named, { level: 0, name, path, counts: new Map() }]
    return () => {
      this.#open = outer
    }
  }

  #next(kind: string): string {
    const innermost = this.#open.at(-1)
    const number = (innermost?.counts.get(kind) ?? 0) + 1
    innermost?.counts.set(kind, number)
    return `${innermost?.path ?? ''}/${kind}[${number}]`
  }

  #name(): string {
    const named = this.#open.filter(section => section.name !== '')
    const below = named.filter(section => section !== this.#title)
    return (below.length > 0 ? below : named).map(section => section.name).join(PAGE_SECTION_SEPARATOR) || INTRODUCTION
  }
}

/** Landmarks in each other that are named. */
const DEEPEST = 3
