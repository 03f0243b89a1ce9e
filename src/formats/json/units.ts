/** The units of a JSON file. */
import { byteCounter, type DecodedText } from '../bytes/charset.ts'
import { besideOthers } from '../content/beside-others.ts'
import { withBranches } from '../content/icu-branches.ts'
import { inStyleOf } from '../content/language-tag.ts'
import type { BearsOut } from '../content/shown-language.ts'
import { syntaxShownBy } from '../content/shown-syntax.ts'
import { pointerOf } from '../content/tree.ts'
import { mayBeInLanguages } from '../content/variants.ts'
import type { Reason, ScanOptions } from '../format.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import { escapesAllButAscii } from './escape.ts'
import { asForm, jsonFormsOf, lackingForm } from './forms.ts'
import { inLanguages, jsonTextsIn } from './in-languages.ts'
import { type JsonLanguages, languageFields, languagesSaid, maySayLanguage, regionMark } from './languages.ts'
import { isFormKey, type LackingForm } from './plurals.ts'
import { dottedKeys, type Holder, type JsonDocument, type JsonString } from './reader.ts'
import { rolesOf } from './roles.ts'
import { draftsBesideOthers } from './several.ts'
import type { JsonUnit } from './unit.ts'

/** What is known of a file besides its text. */
interface JsonBeside {
  readonly original: JsonDocument | undefined
  readonly bears: BearsOut | undefined
}

/**
 * The units in file order. `original` is the file that a result was made from: what the result says of its language does not change how
 * it is read, and a form that is missing still has the text of the original.
 */
export function* jsonUnits(
  { text, charset, bom_bytes }: DecodedText,
  document: JsonDocument,
  { source, target, original: isOf }: ScanOptions,
  { original, bears }: JsonBeside,
): Generator<JsonUnit> {
  const before = original && languagesSaid(original, source)
  const said = before === undefined ? languagesSaid(document, source) : asBefore(document, before)
  const textsBefore = before && original && jsonTextsIn(original, before, { spoken: source, bears })
  const inSeveral = jsonTextsIn(document, said, { spoken: source, bears, before: textsBefore })
  const languages = inSeveral.whole ? { ...said, roots: [], fields: [] } : said
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
      ? draftsBesideOthers(reading)
      : besideOthers(inSeveral, ofOneLanguage(reading, original, before), inLanguages(reading))
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

/** Whether the target may decide which units there are, or what they say: by the forms of plurals, in keys or messages, and by languages. */
export function unitsVary(document: JsonDocument): boolean {
  return needsOriginal(document) || document.strings.some(({ value }) => MAY_HAVE_BRANCHES.test(value))
}

const MAY_HAVE_BRANCHES = /\{[^{},]*,/

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
  const forms = jsonFormsOf(reading)
  const sources = original && sourcesIn(original)
  for (const string of document.strings) {
    if (names.has(string)) {
      yield languageField(reading, string, before, pathOf)
      continue
    }
    const form = forms.of(string)
    if (form === undefined) {
      const draft = draftOf(reading, string, pathOf)
      yield reading.is_result ? draft : withBranches(draft, reading.target)
      continue
    }
    const { group, category } = form
    const path = pathOf(group.pointer)
    const { before: inFront, behind } = forms.beside(string)
    const unitOf = (lacking: LackingForm): JsonDraft => {
      const draft = lackingForm(reading, lacking, pathOf)
      const text = sources?.get(pathOf(pointerOf(lacking.from))) ?? draft.text
      return { ...asForm(draft, path, forms.numbers(group, lacking.category)), text }
    }
    yield* inFront.map(unitOf)
    yield asForm(draftOf(reading, string, pathOf), path, forms.numbers(group, category))
    yield* behind.map(unitOf)
  }
}

/** The texts that added forms are translated from, by the paths of these texts. */
function sourcesIn({ strings }: JsonDocument): ReadonlyMap<string, string> {
  const forms = strings.filter(({ key }) => key.endsWith('other'))
  return new Map(forms.map(string => [`json:${pointerOf(string)}`, string.value]))
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
