import { COLUMN_HEADINGS, type Unit } from '../../formats/index.ts'

/** What of a document can be chosen by its kind. */
export const KINDS = ['heading', 'paragraph', 'list', 'quote', 'footnote', 'table', 'link title'] as const
export type Kind = (typeof KINDS)[number]

/** The rows of a table or the paragraphs of a text. */
export interface Rows {
  readonly called: 'row' | 'paragraph'
  /** Without the headings. */
  readonly first: number
  readonly last: number
  /** The first row names the columns. */
  readonly headings: boolean
}

/** What of a file can be chosen besides its parts. */
export interface Choices {
  readonly rows?: Rows
  /** How many entries have each flag. */
  readonly flags: Readonly<Record<string, number>>
  readonly kinds: readonly Kind[]
}

export interface ChoicesSeen {
  add(unit: Pick<Unit, 'part' | 'kind' | 'ordinal' | 'flags'>): void
  choices(): Choices
}

const MOST_FLAGS = 100

/** Collects the choices of a file, unit by unit, in memory that does not grow with it. `called` as `Traits.ordinals`. */
export function choicesSeen(called: Rows['called'] | undefined): ChoicesSeen {
  const kinds = new Set<string>()
  const flags = new Map<string, number>()
  let rows: Rows | undefined
  let headings = false
  return {
    add({ part, kind, ordinal, flags: marked = [] }) {
      if (kind !== undefined) kinds.add(kind)
      for (const flag of marked) {
        if (flags.has(flag) || flags.size < MOST_FLAGS) flags.set(flag, (flags.get(flag) ?? 0) + 1)
      }
      if (ordinal === undefined || called === undefined) return
      if (part === COLUMN_HEADINGS) headings = true
      else rows = { called, first: Math.min(rows?.first ?? ordinal, ordinal), last: ordinal, headings }
    },
    choices: () => ({
      ...(rows === undefined ? {} : { rows: { ...rows, headings } }),
      flags: Object.fromEntries(flags),
      kinds: KINDS.filter(kind => kinds.has(kind)),
    }),
  }
}
