/** The units of a JSON file. */
import { byteCounter, type DecodedText } from '../bytes/charset.ts'
import { withBranches } from '../content/icu-branches.ts'
import { inStyleOf } from '../content/language-tag.ts'
import type { PluralCategory } from '../content/plural-categories.ts'
import { syntaxShownBy } from '../content/shown-syntax.ts'
import type { Reason, ScanOptions } from '../format.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import { escapesAllButAscii } from './escape.ts'
import { inLanguages } from './in-languages.ts'
import { type JsonLanguages, languageFields, languagesSaid, maySayLanguage, regionMark } from './languages.ts'
import {
  addedForms,
  type FormOfGroup,
  formNote,
  isFormKey,
  type KeyedPlural,
  type LackingForm,
  pluralGroups,
} from './plurals.ts'
import { dottedKeys, type Holder, type JsonDocument, type JsonString, pointerOf } from './reader.ts'
import { rolesOf } from './roles.ts'
import { besideOthers } from './several.ts'
import type { JsonUnit } from './unit.ts'
import { mayBeInLanguages, NO_TEXTS, type TextsInLanguages, textsInLanguages } from './variants.ts'

/**
 * The units in file order. `original` is the file that a result was made from: what the result says of its language does not change how
 * it is read, and a form that is missing still has the text of the original.
 */
export function* jsonUnits(
  { text, charset, bom_bytes }: DecodedText,
  document: JsonDocument,
  { source, target, original: isOf }: ScanOptions,
  original: JsonDocument | undefined,
): Generator<JsonUnit> {
  const before = original && languagesSaid(original, source)
  const said = before === undefined ? languagesSaid(document, source) : asBefore(document, before)
  const inSeveral = textsIn(document, source, said.roots.length, original)
  const languages = inSeveral.whole ? { ...said, fields: [] } : said
  const roles = rolesOf(document, languages)
  const ascii = charset === 'utf-8' && escapesAllButAscii(text)
  const keys = document.strings.map(({ key }) => key)
  const values = document.strings.map(({ value }) => value)
  const shown = syntaxShownBy(values, keys)
  const is_result = isOf !== undefined
  const reading = { text, charset, ascii, document, languages, roles, shown, target: target?.language, is_result }
  const byteAt = byteCounter(text, charset, bom_bytes)
  let index = 0
  const drafts =
    languages.roots.length > 1
      ? besideOthers(reading)
      : inLanguages(reading, inSeveral, ofOneLanguage(reading, original, before))
  for (const draft of drafts) {
    draft.index = index
    draft.start = byteAt(draft.start)
    draft.end = byteAt(draft.end)
    yield draft
    index += 1
  }
}

/** Whether how a result is read may depend on its original. */
export function needsOriginal(document: JsonDocument): boolean {
  return maySayLanguage(document) || mayBeInLanguages(document) || document.strings.some(({ key }) => isFormKey(key))
}

/** The texts that are in several languages each. Below the key of a language there are none. */
function textsIn(
  document: JsonDocument,
  spoken: string | undefined,
  roots: number,
  original: JsonDocument | undefined,
): TextsInLanguages {
  if (roots > 0) return NO_TEXTS
  return textsInLanguages(document, { spoken, before: original && textsInLanguages(original, { spoken }) })
}

/** The languages of a result: its root and its fields name another language than those of its original, at the same places. */
function asBefore(document: JsonDocument, before: JsonLanguages): JsonLanguages {
  const { root } = document
  const [only] = before.roots
  if (before.roots.length > 1) return languagesSaid(document, before.source)
  const holder = only === undefined ? undefined : root?.holders[0]
  const keys = new Set(before.fields.map(({ key }) => key))
  const roots = only === undefined || holder === undefined ? [] : [{ tag: only.tag, holder }]
  return { source: before.source, roots, fields: languageFields(root, roots).filter(({ key }) => keys.has(key)) }
}

function* ofOneLanguage(
  reading: JsonReading,
  original: JsonDocument | undefined,
  before: JsonLanguages | undefined,
): Generator<JsonDraft> {
  const { document, languages } = reading
  const [only] = languages.roots
  const renamed = before?.roots[0]?.holder ?? only?.holder
  const own = only?.holder.pointer ?? ''
  /** The path of a pointer, as it is in the original. */
  const pathOf = (pointer: string): string =>
    only === undefined ? `json:${pointer}` : `json:${renamed?.pointer ?? ''}${pointer.slice(own.length)}`
  const names = new Set(languages.fields)
  if (only !== undefined && renamed !== undefined) yield languageKey(reading, only.holder, renamed)
  const formOf = grouping()
  const added = lacking(reading)
  const sources = original && sourcesIn(original)
  for (const string of document.strings) {
    if (names.has(string)) {
      yield languageField(reading, string, before, pathOf)
      continue
    }
    const form = formOf(string)
    if (form === undefined) {
      const draft = draftOf(reading, string, pathOf)
      yield reading.is_result ? draft : withBranches(draft, reading.target)
      continue
    }
    const { group, category } = form
    const path = pathOf(group.pointer)
    const beside = added(group).filter(form => form.beside === string)
    for (const form of beside) if (!form.behind) yield addedDraft(reading, form, group, path, pathOf, sources)
    yield withForm(draftOf(reading, string, pathOf), path, numbersOf(reading, group, category))
    for (const form of beside) if (form.behind) yield addedDraft(reading, form, group, path, pathOf, sources)
  }
}

/** Gives the forms that a group lacks in the target language. */
function lacking({ text, target }: JsonReading): (group: KeyedPlural) => readonly LackingForm[] {
  const known = new Map<KeyedPlural, readonly LackingForm[]>()
  return group => {
    const before = known.get(group)
    if (before !== undefined) return before
    const found = target === undefined ? [] : addedForms(group, target, text)
    known.set(group, found)
    return found
  }
}

function numbersOf(
  { target }: JsonReading,
  group: KeyedPlural,
  category: PluralCategory | undefined,
): string | undefined {
  return target === undefined ? undefined : formNote(group, category, target)
}

/** Gives the group of a string. The groups of an object are kept, since its strings may have other objects between them. */
function grouping(): (string: JsonString) => FormOfGroup | undefined {
  const known = new Map<Holder, ReadonlyMap<JsonString, FormOfGroup>>()
  let last: Holder | undefined
  let groups: ReadonlyMap<JsonString, FormOfGroup> | undefined
  return string => {
    const { holder } = string
    if (holder === undefined) return undefined
    if (holder !== last) {
      last = holder
      groups = known.get(holder) ?? pluralGroups(holder)
      known.set(holder, groups)
    }
    return groups?.get(string)
  }
}

function withForm(draft: JsonDraft, group: string, numbers: string | undefined): JsonDraft {
  const note = [draft.note, numbers].filter(said => said !== undefined).join('\n') || undefined
  return { ...draft, group, note, sense: numbers }
}

/** The texts that added forms are translated from, by the paths of these texts. */
function sourcesIn({ strings }: JsonDocument): ReadonlyMap<string, string> {
  const forms = strings.filter(({ key }) => key.endsWith('other'))
  return new Map(forms.map(string => [`json:${pointerOf(string)}`, string.value]))
}

/** The unit of a form that the file does not have. It belongs to the part of the text that it is translated from. */
function addedDraft(
  reading: JsonReading,
  { from, category, beside, behind, before, after, key, pointer }: LackingForm,
  group: KeyedPlural,
  path: string,
  pathOf: (pointer: string) => string,
  sources: ReadonlyMap<string, string> | undefined,
): JsonDraft {
  const draft = draftOf(reading, from, pathOf)
  const at = behind ? beside.end + 1 : beside.key_start - 1
  return {
    ...withForm(draft, path, numbersOf(reading, group, category)),
    ...{ path: pathOf(pointer), start: at, end: at, text: sources?.get(draft.path) ?? draft.text },
    context: { ...draft.context, key: draft.context?.key?.slice(0, -from.key.length).concat(key) },
    place: { kind: 'added', before, after },
  }
}

/** The key that names the language of all below it. */
function languageKey(reading: JsonReading, holder: Holder, renamed: Holder): JsonDraft {
  const { key, key_start: start, key_end: end } = holder
  const { charset } = reading
  return {
    ...{ index: 0, path: `json:${renamed.pointer}#`, part: renamed.key, start, end, charset, left_out: 'key' },
    text: misread(reading, key, renamed.key, '-'),
    place: { kind: 'language', written: key, separator: '-' },
  }
}

function languageField(
  reading: JsonReading,
  string: JsonString,
  before: JsonLanguages | undefined,
  pathOf: (pointer: string) => string,
): JsonDraft {
  const { key, value, start, end } = string
  const separator = regionMark(string)
  const left_out: Reason = key === '@@locale' ? 'do_not_translate' : 'identifier'
  const was = before?.fields.find(field => field.key === key)?.value ?? value
  return {
    ...{
      index: 0,
      path: pathOf(pointerOf(string)),
      part: dottedKeys(string),
      start,
      end,
      charset: reading.charset,
      left_out,
    },
    text: misread(reading, value, was, separator),
    place: { kind: 'language', written: value, separator },
  }
}

/** The tag of a result where it is neither that of its original nor the new one; else nothing: a tag is no text. */
function misread({ target }: JsonReading, found: string, was: string, separator: '-' | '_'): string {
  return found === was || (target !== undefined && found === inStyleOf(was, target, separator)) ? '' : found
}
