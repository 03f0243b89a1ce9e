import type { Unit } from '../../formats/index.ts'

/** What a piece of a document is, as the last step of its address names it: `md:/h[1]/li[3]`. */
export const KINDS = ['heading', 'paragraph', 'list', 'quote', 'footnote', 'table', 'link title'] as const
export type Kind = (typeof KINDS)[number]

const STEPS: Readonly<Record<string, Kind>> = {
  h: 'heading',
  p: 'paragraph',
  li: 'list',
  quote: 'quote',
  note: 'footnote',
  cell: 'table',
  title: 'link title',
}

/** The kind of a document's piece; undefined for other formats, and for code. */
export function kindOf(path: string): Kind | undefined {
  return path.startsWith('md:') ? STEPS[/\/(\w+)\[\d+\]$/.exec(path)?.[1] ?? ''] : undefined
}

/** The number of a table's row as spreadsheets count, the headings among them, or of a text's paragraph. */
export function ordinalOf(path: string): number | undefined {
  const number = /^csv:.*\/row\[(\d+)\]$|^text:p(\d+)$/s.exec(path)
  return number === null ? undefined : Number(number[1] ?? number[2])
}

/** The rows of a table or the paragraphs of a text. */
export interface Rows {
  readonly called: 'row' | 'paragraph'
  /** Without the headings. */
  readonly first: number
  readonly last: number
  /** The first row names the columns. */
  readonly headings: boolean
}

/** The part that the headings of a table stand in. */
export const HEADINGS = 'column headings'

/** What of a file can be chosen besides its parts. */
export interface Choices {
  readonly rows?: Rows
  /** How many entries have each flag. */
  readonly flags: Readonly<Record<string, number>>
  readonly kinds: readonly Kind[]
}

export interface ChoicesSeen {
  add(unit: Pick<Unit, 'path' | 'part' | 'flags'>): void
  choices(): Choices
}

const MOST_FLAGS = 100

/** Collects the choices of a file, unit by unit, in memory that does not grow with it. */
export function choicesSeen(): ChoicesSeen {
  const kinds = new Set<Kind>()
  const flags = new Map<string, number>()
  let rows: Rows | undefined
  let headings = false
  return {
    add({ path, part, flags: marked = [] }) {
      const kind = kindOf(path)
      if (kind !== undefined) kinds.add(kind)
      for (const flag of marked) {
        if (flags.has(flag) || flags.size < MOST_FLAGS) flags.set(flag, (flags.get(flag) ?? 0) + 1)
      }
      const number = ordinalOf(path)
      if (number === undefined) return
      if (part === HEADINGS) headings = true
      else {
        const called = path.startsWith('text:') ? 'paragraph' : 'row'
        rows = { called, first: Math.min(rows?.first ?? number, number), last: number, headings }
      }
    },
    choices: () => ({
      ...(rows === undefined ? {} : { rows: { ...rows, headings } }),
      flags: Object.fromEntries(flags),
      kinds: KINDS.filter(kind => kinds.has(kind)),
    }),
  }
}
