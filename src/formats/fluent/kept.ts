/** What stays as it is in a Fluent file because its comment or its name says so. */
import type { Reason } from '../format.ts'
import type { FluentEntry, FluentPattern } from './reader.ts'

/** A sentence that is about the whole message: “Do not translate.”, “This must not be translated”. */
const NOT_THIS =
  /(?:^|[.!:;\n]\s{0,9})(?:please,? )?(?:do not|don['’]t|never) (?:translate|locali[sz]e)(?: or (?:translate|locali[sz]e|transliterate))?(?: (?:this|it|the (?:brand|name|term|string|value|message)))?(?: name)?\s{0,9}(?:[.!\n]|$)/i
/** Of a message it may be about one of its words. */
const MUST_NOT =
  /\b(?:cannot|can not|must not|must never|should not|should never|may not) be\b[^!]{0,80}?\b(?:translated|locali[sz]ed)\b/i

/** Attributes that a program reads. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['style', 'accesskey', 'commandkey', 'key', 'keycode', 'modifiers'])

/** Why a pattern stays as it is; undefined for one that is looked at like any other. */
export function staysUntranslated({ note, group, name }: FluentEntry, { names }: FluentPattern): Reason | undefined {
  if (FOR_PROGRAMS.has(names[1] ?? '')) return 'code'
  // An attribute of a term is no text but says what the term is like: its gender, or whether it begins with a vowel.
  if (name.startsWith('-') && names.length > 1) return 'code'
  const isTerm = name.startsWith('-')
  const said = isTerm ? `${group}\n${note ?? ''}` : (note ?? '')
  return NOT_THIS.test(said) || (isTerm && MUST_NOT.test(said)) ? 'do_not_translate' : undefined
}
