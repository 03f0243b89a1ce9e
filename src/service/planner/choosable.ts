import { COLUMN_HEADINGS, TEXT_KINDS, type Unit } from '../../formats/index.ts'
import type { Choices, Rows } from '../domain/survey.ts'

export type ChosenKind = (typeof TEXT_KINDS)[number]

export interface ChoicesSeen {
  add(unit: Pick<Unit, 'part' | 'kind' | 'ordinal' | 'flags'>): void
  choices(): Choices
}

const MOST_FLAGS = 100

/** Collects what can be chosen in a file besides its parts (rows, kinds, flags), in bounded memory. `called` as `Traits.ordinals`. */
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
      kinds: TEXT_KINDS.filter(kind => kinds.has(kind)),
    }),
  }
}
