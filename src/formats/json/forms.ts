/** Plural forms among the units of a JSON file: those that it has, and those that its messages lack in the target language. */
import type { PluralCategory } from '../content/plural-categories.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import { addedForms, type FormOfGroup, formNote, type KeyedPlural, type LackingForm, pluralGroups } from './plurals.ts'
import type { Holder, JsonString } from './reader.ts'

export interface JsonForms {
  /** What a string is in its message; undefined where it is no form. */
  readonly of: (string: JsonString) => FormOfGroup | undefined
  /** The forms that are written beside a string, in their order: those in front of it, and those behind it. */
  readonly beside: (string: JsonString) => {
    readonly before: readonly LackingForm[]
    readonly behind: readonly LackingForm[]
  }
  /** The line for translators that says the numbers of a form. */
  readonly numbers: (group: KeyedPlural, category: PluralCategory | undefined) => string | undefined
}

/** The forms of a file. The groups of an object are kept, since its strings may have other objects between them. */
export function jsonFormsOf({ text, target }: JsonReading): JsonForms {
  const groups = new Map<Holder, ReadonlyMap<JsonString, FormOfGroup>>()
  const lacking = new Map<KeyedPlural, readonly LackingForm[]>()
  const of = (string: JsonString): FormOfGroup | undefined => {
    const { holder } = string
    if (holder === undefined) return undefined
    const its = groups.get(holder) ?? pluralGroups(holder)
    groups.set(holder, its)
    return its.get(string)
  }
  return {
    of,
    beside(string) {
      const group = of(string)?.group
      if (group === undefined || target === undefined) return NONE
      const all = lacking.get(group) ?? addedForms(group, target, text)
      lacking.set(group, all)
      const its = all.filter(({ beside }) => beside === string)
      return { before: its.filter(({ behind }) => !behind), behind: its.filter(({ behind }) => behind) }
    },
    numbers: (group, category) => (target === undefined ? undefined : formNote(group, category, target)),
  }
}

const NONE = { before: [], behind: [] } as const

/** A unit as that of a form for these numbers. */
export function asForm(draft: JsonDraft, group: string | undefined, numbers: string | undefined): JsonDraft {
  const note = [draft.note, numbers].filter(said => said !== undefined).join('\n') || undefined
  return { ...draft, group, note, sense: numbers }
}

/** The unit of a form that the file does not have, at its place. It belongs to the part of the text that it is translated from. */
export function lackingForm(
  reading: JsonReading,
  { from, beside, behind, before, after, key, pointer }: LackingForm,
  pathOf: (pointer: string) => string,
): JsonDraft {
  const draft = draftOf(reading, from, pathOf)
  const at = behind ? beside.end + 1 : beside.key_start - 1
  return {
    ...draft,
    ...{ path: pathOf(pointer), start: at, end: at },
    context: { ...draft.context, key: draft.context?.key?.slice(0, -from.key.length).concat(key) },
    place: { kind: 'added', before, after },
  }
}
