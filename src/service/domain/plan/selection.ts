import type { Reason, Unit } from '../../../formats/format.ts'
import { nameWords, PLACES, type Place, sitsIn, withoutGeneric } from './part-names.ts'

/** A part as somebody named it, and how it is found in the names of this file. */
export interface Pattern {
  readonly said: string
  readonly words: readonly string[]
  readonly at: Place
}

/** What of a file is translated; plain data, kept with the plan. */
export interface Selection {
  /** Parts asked for; empty = all. */
  readonly include: readonly Pattern[]
  /** Parts left out on request; they win over `include`. */
  readonly exclude: readonly Pattern[]
  /** Reasons for leaving out that the caller lifted: existing translations, hidden text. */
  readonly also: readonly Reason[]
}

export const EVERYTHING: Selection = { include: [], exclude: [], also: [] }

/** Why a unit is not translated, in words for a person. */
const REASONS: Readonly<Record<Reason, string>> = {
  not_text: 'not text',
  number: 'a number, not text',
  code: 'looks like code',
  url: 'URL or address',
  identifier: 'looks like an identifier',
  empty: 'empty',
  already_translated: 'already translated',
  do_not_translate: 'the file says not to translate it',
  formula: 'formula',
  hidden: 'hidden',
  key: 'a key, not text',
  obsolete: 'obsolete entry',
  placeholder_only: 'only placeholders',
}

export function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text)
}

export type Verdict = { readonly included: true } | { readonly included: false; readonly reason: string }

/** Whether a selection takes a unit, and if not, why, in words for a person (PLN-2). */
export function verdict(selection: Selection, unit: Pick<Unit, 'part' | 'left_out'>): Verdict {
  if (unit.left_out !== undefined && !selection.also.includes(unit.left_out)) {
    return { included: false, reason: REASONS[unit.left_out] }
  }
  if (selection.exclude.some(pattern => matches(pattern, unit.part))) {
    return { included: false, reason: 'left out because you asked' }
  }
  if (selection.include.length > 0 && !selection.include.some(pattern => matches(pattern, unit.part))) {
    return { included: false, reason: 'not among the parts you asked for' }
  }
  return { included: true }
}

export function matches(pattern: Pattern, part: string): boolean {
  return sitsIn(pattern.words, part, pattern.at)
}

/**
 * Finds what somebody calls a part among the parts of a file: upper and lower case, camelCase, underscores, plural and
 * singular are alike, and `the menu section` is `menu`. Undefined: no part of this file is called so.
 */
export function findPart(said: string, parts: readonly { readonly part: string }[]): Pattern | undefined {
  const words = nameWords(said)
  if (words.length === 0) return undefined
  for (const wanted of [words, withoutGeneric(words)]) {
    for (const at of PLACES) {
      if (parts.some(({ part }) => sitsIn(wanted, part, at))) return { said, words: wanted, at }
    }
  }
  return undefined
}
