/**
 * Files that hold several languages beside each other: `{"en": {…}, "fr": {…}}`. A translation fills what its language has empty or lacks,
 * or makes its object after those of the others; no other language is changed.
 */
import { between } from '../content/between.ts'
import { withBranches } from '../content/icu-branches.ts'
import { inStyleOf } from '../content/language-tag.ts'
import { memberCount, pointerOf } from '../content/tree.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import { asForm, type JsonForms, jsonFormsOf, lackingForm } from './forms.ts'
import { type JsonLanguageRoot, regionMark } from './languages.ts'
import { blanksBefore, type LackingForm } from './plurals.ts'
import type { Holder, JsonString } from './reader.ts'

/** The units of such a file. Those of a target language have the text of the source and the path of the target. */
export function draftsBesideOthers(reading: JsonReading): readonly JsonDraft[] {
  const { languages, target } = reading
  const source = languages.roots.find(({ tag }) => tag === languages.source) ?? languages.roots[0]
  if (source === undefined) return []
  const found = languages.roots.find(({ tag }) => tag === target)
  const drafts: JsonDraft[] = []
  for (const { holder } of languages.roots) {
    if (holder === found?.holder || (target !== undefined && holder === source.holder)) continue
    for (const string of stringsIn(reading, holder)) {
      const draft = draftOf(reading, string, asPath)
      drafts.push(
        holder === source.holder || draft.left_out === 'empty' ? draft : { ...draft, left_out: 'other_language' },
      )
    }
  }
  if (target === undefined) return drafts
  const filled = found === undefined ? newRoot(reading, source, target) : filledRoot(reading, source, found)
  return [...drafts, ...filled.map(draft => withBranches(draft, target))].sort((a, b) => a.start - b.start)
}

const asPath = (pointer: string): string => `json:${pointer}`

/** The strings of an object and of all below it. */
function stringsIn({ document: { strings } }: JsonReading, { start, end }: Holder): readonly JsonString[] {
  return between(strings, start, end)
}

function newRoot(reading: JsonReading, source: JsonLanguageRoot, target: string): readonly JsonDraft[] {
  const { root } = reading.document
  if (root === undefined) return []
  const key = inStyleOf(source.holder.key, target)
  return copied(reading, source.holder, root, {
    ...{ cut: source.holder.pointer.length, pointer: `/${key}` },
    ...{ forms: jsonFormsOf(reading), key },
  })
}

function filledRoot(reading: JsonReading, source: JsonLanguageRoot, found: JsonLanguageRoot): readonly JsonDraft[] {
  const cut = source.holder.pointer.length
  const own = found.holder.pointer.length
  const forms = jsonFormsOf(reading)
  const drafts = present(reading, source, found, forms)
  const theirs = new Map(holdersIn(reading, found.holder).map(holder => [holder.pointer.slice(own), holder] as const))
  for (const holder of holdersIn(reading, source.holder)) {
    const their = theirs.get(holder.pointer.slice(cut))
    if (their === undefined || !holder.object || !their.object) continue
    const isEmpty = memberCount(their) === 0
    const keys = keysOf(their)
    const missing = [...holder.strings, ...holder.holders].filter(
      member => !keys.has(member.key) && hasText(reading, member),
    )
    missing.sort((a, b) => a.start - b.start)
    for (const [at, member] of missing.entries()) {
      const first = isEmpty && at === 0
      const tail = isEmpty && at === missing.length - 1 ? tailOf(reading.text, holder, their) : ''
      drafts.push(...copied(reading, member, their, { cut, pointer: found.holder.pointer, forms, first, tail }))
    }
  }
  return drafts
}

/** The units of the texts that a language has, with the plural forms that these lack. */
function present(
  reading: JsonReading,
  source: JsonLanguageRoot,
  { holder }: JsonLanguageRoot,
  forms: JsonForms,
): JsonDraft[] {
  const cut = source.holder.pointer.length
  const own = holder.pointer.length
  const originals = new Map(
    stringsIn(reading, source.holder).map(string => [pointerOf(string).slice(cut), string] as const),
  )
  /** What a text is the translation of: that of the same keys, or, for a plural form that the source lacks, `other`. */
  const originalOf = (string: JsonString): JsonString | undefined => {
    const category = forms.of(string)?.category
    const other = category && string.key.slice(0, -category.length).concat('other')
    const same = originals.get(pointerOf(string).slice(own))
    if (same !== undefined || other === undefined) return same
    return originals.get(pointerOf({ ...string, key: other }).slice(own))
  }
  const unitOf = (string: JsonString): JsonDraft => {
    const original = originalOf(string)
    const draft = draftOf(reading, string, asPath)
    if (original === undefined) return { ...draft, left_out: 'other_language' }
    return numbered(forms, string, translationOf(draft, draftOf(reading, original, asPath), string.value))
  }
  const lackingOf = (lacking: LackingForm): JsonDraft[] => {
    const original = originals.get(pointerOf(lacking.from).slice(own))
    const group = forms.of(lacking.from)?.group
    if (original === undefined || group === undefined || originals.has(lacking.pointer.slice(own))) return []
    const { path, start, end, context, part, place } = lackingForm(reading, lacking, asPath)
    const draft = { ...draftOf(reading, original, asPath), path, start, end, context, part, place }
    return [asForm({ ...draft, target: lacking.from.value }, undefined, forms.numbers(group, lacking.category))]
  }
  return stringsIn(reading, holder).flatMap(string => {
    const { before, behind } = forms.beside(string)
    return [...before.flatMap(lackingOf), unitOf(string), ...behind.flatMap(lackingOf)]
  })
}

/** The unit with a note of its numbers, if it is for a plural form. */
function numbered(forms: JsonForms, string: JsonString, draft: JsonDraft): JsonDraft {
  const form = forms.of(string)
  return form === undefined ? draft : asForm(draft, undefined, forms.numbers(form.group, form.category))
}

function keysOf({ strings, holders, others }: Holder): ReadonlySet<string> {
  return new Set([...strings, ...holders].map(({ key }) => key).concat(others))
}

function hasText(reading: JsonReading, member: JsonString | Holder): boolean {
  return 'value' in member || stringsIn(reading, member).length > 0
}

function holdersIn({ document: { holders } }: JsonReading, { start, end }: Holder): readonly Holder[] {
  return holders.filter(holder => holder.start >= start && holder.end <= end)
}

/** The unit of a translation that the file has, which may be empty. */
export function translationOf(own: JsonDraft, original: JsonDraft, value: string): JsonDraft {
  const done = value.trim() === '' ? undefined : 'already_translated'
  return {
    ...original,
    path: own.path,
    start: own.start,
    end: own.end,
    left_out: original.left_out ?? done,
    target: value,
  }
}

interface Copying {
  /** The length of the pointer of the language that is copied from, and the pointer of its own. */
  readonly cut: number
  readonly pointer: string
  readonly forms: JsonForms
  /** Its key, where that is another one. */
  readonly key?: string
  /** It is the first member of its object, so that no comma stands before it. */
  readonly first?: boolean
  /** What stands after it, where it is the last of an object that was empty. */
  readonly tail?: string
}

/**
 * The units of a member that is written at the end of an object, as a copy of the member that `source` has: the text between its strings
 * goes with them, and the plural forms that they lack.
 */
function copied(
  reading: JsonReading,
  source: JsonString | Holder,
  into: Holder,
  { cut, pointer, forms, key, first = false, tail = '' }: Copying,
): readonly JsonDraft[] {
  const { text } = reading
  const isString = 'value' in source
  const at = into.last_end < 0 ? into.start + 1 : into.last_end
  const pathOf = (of: string): string => asPath(pointer + of.slice(cut))
  const head = `"${key ?? text.slice(source.key_start, source.key_end)}`
  const taken = isString ? keysOf(into) : new Set<string>()
  const drafts: JsonDraft[] = []
  let before = `${first ? '' : ','}${leadOf(text, source, into)}${isString ? '' : head}`
  let from = source.key_end
  const put = (draft: JsonDraft, after: string): void => {
    drafts.push({ ...draft, start: at, end: at, place: { kind: 'added', before, after, unwritten: true } })
    before = ''
  }
  const putForm = (lacking: LackingForm): void => {
    const group = forms.of(lacking.from)?.group
    const draft = { ...lackingForm(reading, lacking, pathOf), target: lacking.from.value }
    put(group === undefined ? draft : asForm(draft, undefined, forms.numbers(group, lacking.category)), '')
  }
  for (const string of isString ? [source] : stringsIn(reading, source)) {
    const { before: inFront, behind } = forms.beside(string)
    for (const lacking of inFront.filter(form => !taken.has(form.key))) {
      if (!isString) before += text.slice(from, string.key_start - 1)
      from = isString ? from : string.key_start - 1
      before += lacking.before
      putForm(lacking)
      before = lacking.after
    }
    before += `${isString ? head : ''}${text.slice(from, string.start)}`
    const draft = { ...draftOf(reading, string, asPath), ...copyOf(reading, string), path: pathOf(pointerOf(string)) }
    put(numbered(forms, string, draft), '')
    from = string.end
    for (const lacking of behind.filter(form => !taken.has(form.key))) {
      before = `"${lacking.before}`
      putForm(lacking)
    }
  }
  return ended(drafts, text.slice(from, isString ? source.end + 1 : source.end) + tail)
}

/** The units with what follows the last of them. */
function ended(drafts: readonly JsonDraft[], after: string): readonly JsonDraft[] {
  const last = drafts.at(-1)
  return last?.place?.kind === 'added' ? drafts.with(-1, { ...last, place: { ...last.place, after } }) : drafts
}

/** What a copy of a string says as long as it is not translated: what names the language of the source names the new one. */
function copyOf({ languages, target }: JsonReading, string: JsonString) {
  if (target === undefined || !languages.fields.includes(string)) return { target: string.value }
  const tag = inStyleOf(string.value, target, regionMark(string))
  return { target: tag, raw: tag, left_out: 'identifier' } as const
}

/** The white space before the closing bracket of an object that had none. */
function tailOf(text: string, source: Holder, into: Holder): string {
  return into.end - into.start > '{}'.length ? '' : blanksBefore(text, source.end - 1)
}

/** The white space before a member that is added: as before the last one, or before the source where that is the only one. */
function leadOf(text: string, source: JsonString | Holder, { strings, holders }: Holder): string {
  const starts = [...strings.slice(-1), ...holders.slice(-1)].map(({ key_start }) => key_start)
  const several = strings.length + holders.length > 1
  return blanksBefore(text, (several ? Math.max(...starts) : source.key_start) - 1)
}
