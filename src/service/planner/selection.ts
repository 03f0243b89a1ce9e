import type { Format, Reason, Unit } from '../../formats/index.ts'
import type { Intent, Pattern, Selection } from '../domain/intent.ts'
import { fileOfPart } from './files-in-parcel.ts'
import { heldLanguage } from './language-in-name.ts'
import { sitsIn } from './prose/part-names.ts'

export const EVERYTHING: Selection = { include: [], exclude: [], also: [], lift: [] }

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
  metadata: 'metadata, translated where you ask for it',
  placeholder_only: 'only placeholders',
  other_language: 'in another language',
  comment: 'a comment for translators, not text',
  settings: 'a text among settings, translated where you ask for it',
  beside: 'beside the columns of languages, translated where you ask for it',
  on_request: 'translated where you ask for it',
  deleted: 'deleted in a tracked change',
  computed: 'computed by the program that opens the file',
  reading: 'says how the words below it are read',
  referred_to: 'formulas and other parts refer to it by this name',
  no_text_layer: 'the page has no text that can be read: a picture, such as a scan, or nothing',
  form_field: 'filled in a field of a form, which the result does not have',
  repeated: 'repeated on other pages: translated where it stands first',
  person: 'the name of a person',
  unreadable: 'cannot be read, and stays as it is',
  not_taken: 'not translated here; stays as it is',
}

/** The same for a document, whose parts are sections. There a piece of a section is left out, and the format does not guess. */
const REASONS_IN_SECTIONS: Readonly<Partial<Record<Reason, string>>> = {
  code: 'only the code in it',
  url: 'only an address in it',
}

/** Reasons that are guesses of a format: a person who names the part may know better. */
export const GUESSED: ReadonlySet<Reason> = new Set([
  'code',
  'url',
  'identifier',
  'key',
  'do_not_translate',
  'hidden',
  'metadata',
  'other_language',
  'comment',
  'settings',
  'beside',
  'on_request',
])

/** Reasons of documents that are no guess, and hold until somebody asks for the part. */
const UNTIL_ASKED: ReadonlySet<Reason> = new Set(['metadata', 'on_request'])

/** Whether a part of a document that is left out for this reason is translated where it is asked for by name. */
export function isLeftUntilAsked(reason: Reason): boolean {
  return UNTIL_ASKED.has(reason)
}

/** A reason as plans say it. */
export function reasonInWords(reason: Reason): string {
  return REASONS[reason]
}

export function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text)
}

export type Verdict = { readonly included: true } | { readonly included: false; readonly reason: string }

/** The fields of a unit that a selection looks at. */
export type Choosable = Pick<Unit, 'part'> &
  Partial<Pick<Unit, 'left_out' | 'because' | 'flags' | 'kind' | 'ordinal' | 'path' | 'group'>>

/** What of a unit a pattern looks at. Choices of the same add up; each narrows the others. */
const DIMENSION = {
  name: 'part',
  part: 'part',
  file: 'part',
  rows: 'rows',
  kind: 'kind',
  flag: 'flag',
  done: 'done',
} as const
type Dimension = (typeof DIMENSION)[Pattern['by']]

const NOT_ASKED: Readonly<Record<Dimension, string>> = {
  part: 'not among the parts you asked for',
  rows: 'not in the range you asked for',
  kind: 'not of the kind you asked for',
  flag: 'not flagged as you asked',
  done: 'not translated yet, and you asked for what is',
}

/** Whether a selection takes a unit, and if not, why, in words for a person (PLN-2). */
export function verdict(selection: Selection, unit: Choosable): Verdict {
  const { left_out } = unit
  if (left_out !== undefined && !isLifted(selection, left_out, unit)) {
    return { included: false, reason: reasonOf(left_out, unit) }
  }
  if (selection.exclude.some(pattern => matches(pattern, unit))) {
    return { included: false, reason: 'left out because you asked' }
  }
  if (selection.units !== undefined && !selection.units.includes(nameOfUnit(unit)))
    return { included: false, reason: 'not in the sample' }
  for (const by of DIMENSIONS) {
    const asked = selection.include.filter(pattern => DIMENSION[pattern.by] === by)
    if (asked.length > 0 && !asked.some(pattern => matches(pattern, unit))) {
      return { included: false, reason: NOT_ASKED[by] }
    }
  }
  return { included: true }
}

/** The same for a unit, and for the forms that it has in another language. */
export function nameOfUnit({ group, path = '' }: Pick<Choosable, 'group' | 'path'>): string {
  return group ?? path
}

function isLifted({ also, lift }: Selection, reason: Reason, unit: Choosable): boolean {
  return also.includes(reason) || (isGuess(reason, unit) && lift.some(pattern => matches(pattern, unit)))
}

/** A file as it is read: its name, and the language of its texts (a BCP 47 tag) where it is known. */
interface FileToRead {
  readonly file_name: string
  readonly source: string | undefined
}

/**
 * The same format, or the one whose results keep the pages, which is told the languages of the file and what the selection takes besides
 * ordinary text, so that this can be written, too.
 */
export function formatFor(
  format: Format,
  { selection, folder_language, pages }: Pick<Intent, 'selection' | 'folder_language' | 'pages'>,
  { file_name, source }: FileToRead,
): Format {
  const held = heldLanguage(format.traits, file_name, folder_language)
  const asked = (part: string, left_out: Reason): boolean => isLifted(selection, left_out, { part, left_out })
  const chosen = (pages === 'kept' && format.same_pages) || format
  return { ...chosen, scan: (bytes, options) => chosen.scan(bytes, { ...options, source, held, asked }) }
}

function reasonOf(reason: Reason, unit: Choosable): string {
  if (unit.because !== undefined) return `${REASONS[reason]}: ${unit.because}`
  // Parts of the front matter are values, like those of data.
  const section = isInDocument(unit) && unit.kind !== 'metadata'
  return (section ? REASONS_IN_SECTIONS[reason] : undefined) ?? REASONS[reason]
}

/** In a document, only what waits to be asked for can be asked for by name: what it marks as code is code. */
function isGuess(reason: Reason, unit: Choosable): boolean {
  return isInDocument(unit) ? isLeftUntilAsked(reason) : GUESSED.has(reason)
}

function isInDocument({ kind }: Choosable): boolean {
  return kind !== undefined
}

const DIMENSIONS = ['part', 'rows', 'kind', 'flag', 'done'] as const

/** Whether a pattern chooses by the names of parts. */
export function isByName({ by }: Pattern): boolean {
  return DIMENSION[by] === 'part'
}

export function matches(pattern: Pattern, unit: Choosable): boolean {
  switch (pattern.by) {
    case 'name':
      return named(pattern, unit.part)
    case 'part':
      return pattern.below ? unit.part.startsWith(pattern.part) : unit.part === pattern.part
    case 'file': {
      const file = fileOfPart(unit.part)
      return pattern.endings.some(ending => file.endsWith(ending))
    }
    case 'rows': {
      const { ordinal } = unit
      return ordinal !== undefined && ordinal >= pattern.from && ordinal <= (pattern.to ?? Number.POSITIVE_INFINITY)
    }
    case 'kind':
      return unit.kind === pattern.kind
    case 'flag':
      return unit.flags?.includes(pattern.flag) === true
    case 'done':
      return unit.left_out === 'already_translated'
  }
}

const NAMES_KEPT = 5_000
const sitting = new WeakMap<Pattern, Map<string, boolean>>()

/** Remembers the answer, since a table asks it of the same few parts a million times. */
function named(pattern: NamePattern, part: string): boolean {
  const known = sitting.get(pattern) ?? new Map<string, boolean>()
  const before = known.get(part)
  if (before !== undefined) return before
  if (known.size >= NAMES_KEPT) known.clear()
  const sits = sitsIn(pattern.words, part, pattern.at)
  sitting.set(pattern, known.set(part, sits))
  return sits
}

/** Two patterns with the same key choose the same: an exact name in quotes, a name of an instruction as its words. */
export function keyOf(pattern: Pattern): string {
  switch (pattern.by) {
    case 'name':
      return pattern.words.join(' ')
    case 'part':
      return JSON.stringify(pattern.below ? `${pattern.part}*` : pattern.part)
    case 'file':
      return `*${pattern.endings.join(' *')}`
    case 'rows':
      return pattern.from === pattern.to ? `row ${pattern.from}` : `rows ${pattern.from}–${pattern.to ?? ''}`
    case 'kind':
      return `kind ${pattern.kind}`
    case 'flag':
      return `flag ${pattern.flag}`
    case 'done':
      return 'translated'
  }
}

export type NamePattern = Extract<Pattern, { by: 'name' }>
