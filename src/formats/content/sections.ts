/** Sections of a document, as its headings make them: what a paragraph belongs to, in words for people. */

/** What separates the headings in the name of a section. */
export const HEADING_SEPARATOR = ' > '

/** The most characters that a heading has in the name of a section. */
const LONGEST_NAME = 80
/** What is in front of the first heading. */
export const BODY = 'main text'

export class HeadingSections {
  #open: { readonly level: number; readonly name: string }[] = []
  #name = BODY

  /** The section of the next paragraph: its headings, from the outside in. */
  get name(): string {
    return this.#name
  }

  /** A heading begins a section, and belongs to it. `level` counts from 0. */
  begin(level: number, text: string): void {
    this.#open = [...this.#open.filter(section => section.level < level), { level, name: headingAsName(text) }]
    this.#name = this.#open.map(({ name }) => name).join(HEADING_SEPARATOR)
  }
}

/** A heading as part of a name: without the tags of its looks, which may stand within a word, on one line, and not long. */
export function headingAsName(text: string): string {
  const name = text
    .replace(/<\/?g\d+>/g, '')
    .replace(/<x\d+\/>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
}
