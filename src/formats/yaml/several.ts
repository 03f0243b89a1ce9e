/**
 * Files that hold several languages beside each other: `en: …` and `fr: …` at the root. A translation fills what its language has empty or
 * lacks, or makes its root after the others, as a copy of the source; no other language is changed.
 */
import { withBranches } from '../content/icu-branches.ts'
import { PLURAL_CATEGORIES } from '../content/plural-categories.ts'
import { type Copying, copied, valuesIn } from './copy.ts'
import { addedForm, placeBeside } from './forms.ts'
import { isPlaceOf, type LanguageRoot, writeTag } from './languages.ts'
import { columnOf, indentBefore, lineEnd } from './manner.ts'
import { formsLackedBy, numbersNote } from './plurals.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import { valuePlaceOf, valueUnit, type YamlDraft, yamlPath } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

/** The units of such a file. Those of a target language have the text of the source and the path of the target. */
export function unitsBesideOthers(file: YamlFile): readonly YamlDraft[] {
  const { target, languages, roots, scalars } = file
  const source = roots.get(0)
  if (source === undefined) return []
  const places = target === undefined ? [] : languages.roots.filter(root => isPlaceOf(root, target))
  const found = places.find(({ tag }) => tag === target) ?? places[0]
  const theirs = scalars.filter(({ path: [root] }) => root !== found?.name && !(target && root === source.name))
  const units: YamlDraft[] = theirs.map(scalar => ({ ...valueUnit(file, scalar), path: yamlPath(0, scalar.path) }))
  if (target === undefined) return units
  const added =
    found === undefined ? newRoot(file, source, target) : [...new Filling(file, source, found, target).units()]
  return [...units, ...added.map(unit => withBranches(unit, target))].sort((one, other) => one.start - other.start)
}

function newRoot(file: YamlFile, source: LanguageRoot, target: string): YamlDraft[] {
  const { text, eol, languages } = file
  const last = languages.roots.at(-1) ?? source
  const before = languages.roots.at(-2)
  const gap = before !== undefined && BLANK_LINE.test(text.slice(before.entry.end, last.start)) ? eol : ''
  const separator = languages.roots.some(({ written }) => written.includes('_')) ? '_' : '-'
  const key = writeTag(source.written, target, separator)
  const { at, lead } = behind(file, last.entry)
  return copied(file, {
    ...{ from: source.end, to: source.entry.end, start: at, end: at, before: lead + gap + key, after: '' },
    shift: columnOf(text, last.start) - columnOf(text, source.start),
    keepsAnchors: true,
    pathOf: path => yamlPath(0, [target, ...path.slice(1)]),
  })
}

const BLANK_LINE = /\n[ \t]*\r?\n/

/** Where the next entry of a map is written, and what stands between the two. */
export function behind(
  { text, eol }: YamlFile,
  { flow, start, end }: Pick<YamlEntry, 'flow' | 'start' | 'end'>,
): { at: number; lead: string } {
  return flow ? { at: end, lead: ', ' } : { at: lineEnd(text, end), lead: eol + indentBefore(text, start) }
}

/** Keys and indexes below the root, as one name. */
function below(path: readonly string[]): string {
  return path.slice(1).join('\0')
}

/** The units of a language that the file has. */
class Filling {
  readonly #file: YamlFile
  readonly #source: LanguageRoot
  readonly #found: LanguageRoot
  readonly #target: string
  readonly #originals: ReadonlyMap<string, YamlScalar>

  constructor(file: YamlFile, source: LanguageRoot, found: LanguageRoot, target: string) {
    this.#file = file
    this.#source = source
    this.#found = found
    this.#target = target
    this.#originals = new Map(this.#valuesOf(source).map(scalar => [below(scalar.path), scalar]))
  }

  *units(): Generator<YamlDraft> {
    for (const scalar of this.#valuesOf(this.#found)) {
      const forms = this.#formsBeside(scalar)
      yield* forms.filter(({ start }) => start < scalar.start)
      yield this.#present(scalar)
      yield* forms.filter(({ start }) => start > scalar.start)
    }
    yield* this.#lacking()
  }

  #valuesOf({ entry }: LanguageRoot): readonly YamlScalar[] {
    return valuesIn(this.#file, entry.start, entry.end)
  }

  #path(path: readonly string[]): string {
    return yamlPath(0, [this.#target, ...path.slice(1)])
  }

  /** A translation that the file has, which may be empty. */
  #present(scalar: YamlScalar): YamlDraft {
    const { path, start, end, value, style, typed } = scalar
    const original = this.#originalOf(scalar)
    if (original === undefined) {
      const { text, ...own } = valueUnit(this.#file, scalar)
      return { ...own, text, path: this.#path(path), group: undefined, target: text, left_out: 'other_language' }
    }
    const said = typed !== undefined && style === 'plain' && NOTHING.test(value) ? '' : value.trim()
    const unit = valueUnit(this.#file, original)
    const numbers = this.#numbersOf(scalar)
    return {
      ...unit,
      ...{ path: this.#path(path), start, end, group: undefined, target: said },
      ...(numbers !== undefined && numbers !== unit.sense && { sense: numbers, note: withNumbers(unit, numbers) }),
      left_out: unit.left_out ?? (said === '' ? undefined : 'already_translated'),
      place: said === '' ? this.#emptyPlace(scalar, unit) : valuePlaceOf(this.#file, scalar, said),
    }
  }

  /** The place of an empty text: its translation gets the white space of the source. */
  #emptyPlace(scalar: YamlScalar, { place }: YamlDraft): YamlDraft['place'] {
    const own = valuePlaceOf(this.#file, { ...scalar, value: '' }, '')
    return place?.is === 'value' ? { ...own, lead: place.lead, trail: place.trail + place.kept } : own
  }

  /** What a value is the translation of: the value of the same keys, or, for a plural form that the source lacks, `other`. */
  #originalOf({ path, holder }: YamlScalar): YamlScalar | undefined {
    const own = this.#originals.get(below(path))
    if (own !== undefined || !FORMS.has(path.at(-1) ?? '') || !this.#file.messages.has(holder)) return own
    return this.#originals.get(below([...path.slice(0, -1), 'other']))
  }

  #numbersOf(scalar: YamlScalar): string | undefined {
    const { messages } = this.#file
    const category = messages.get(scalar.holder)?.categories.get(scalar)
    return category && numbersNote(category, this.#target)
  }

  /** The plural forms that a message of the language lacks, which the source lacks, too. Until they are translated `other` stands there. */
  #formsBeside(scalar: YamlScalar): YamlDraft[] {
    const message = this.#file.messages.get(scalar.holder)
    const original = message && this.#originals.get(below(message.other.path))
    if (message === undefined || original === undefined) return []
    const own = valueUnit(this.#file, message.other)
    const like = valueUnit(this.#file, original)
    return formsLackedBy(message, this.#target).flatMap(form => {
      const path = [...message.other.path.slice(0, -1), form.category]
      if (form.beside !== scalar || this.#originals.has(below(path))) return []
      const unit = addedForm(this.#file, form, message.other, { ...own, left_out: like.left_out })
      const at = placeBeside(this.#file, form)
      const said = { text: like.text, target: own.text, part: unit?.part ?? own.part }
      return unit === undefined
        ? []
        : [{ ...unit, ...said, path: this.#path(path), start: at, end: at, group: undefined }]
    })
  }

  /** What the source has and the language lacks, behind what stands before it in the source. */
  *#lacking(): Generator<YamlDraft> {
    const theirs = new Map<string, YamlEntry>()
    const firsts = new Map<string, YamlEntry>()
    for (const entry of this.#entriesOf(this.#found)) {
      theirs.set(below(entry.path), entry)
      const map = below(entry.path.slice(0, -1))
      if (entry !== this.#found.entry && !firsts.has(map)) firsts.set(map, entry)
    }
    const last = new Map<string, YamlEntry>()
    for (const entry of this.#entriesOf(this.#source)) {
      const own = theirs.get(below(entry.path))
      const map = entry === this.#source.entry ? undefined : below(entry.path.slice(0, -1))
      if (own !== undefined) {
        if (map !== undefined) last.set(map, own)
        yield* this.#filled(entry, own)
        continue
      }
      const [before, first] = [last.get(map ?? ''), firsts.get(map ?? '')]
      if (first !== undefined) yield* this.#inserted(entry, before, first)
    }
  }

  #entriesOf({ entry }: LanguageRoot): readonly YamlEntry[] {
    return this.#file.entries.filter(({ start, end }) => start >= entry.start && end <= entry.end)
  }

  /** An entry whose key the language has, and nothing behind it. */
  #filled(entry: YamlEntry, own: YamlEntry): YamlDraft[] {
    const { text } = this.#file
    if ((own.holds !== 'nothing' && own.holds !== 'empty map') || !FULL.has(entry.holds)) return []
    const [from, at] = [colonEnd(text, entry), colonEnd(text, own)]
    if (from === undefined || at === undefined) return []
    const end = own.holds === 'nothing' ? at : own.end
    const free = own.flow || text.slice(end, lineEnd(text, end)).trim() === ''
    return free ? this.#copied(entry, own, { from, start: at, end, before: '', after: '' }) : []
  }

  #inserted(entry: YamlEntry, before: YamlEntry | undefined, first: YamlEntry): YamlDraft[] {
    const { text, eol } = this.#file
    if (before !== undefined) {
      const { at, lead } = behind(this.#file, before)
      return this.#copied(entry, before, { from: entry.start, start: at, end: at, before: lead, after: '' })
    }
    const at = first.start
    const after = first.flow ? ', ' : eol + indentBefore(text, at)
    return this.#copied(entry, first, { from: entry.start, start: at, end: at, before: '', after })
  }

  #copied(
    entry: YamlEntry,
    beside: YamlEntry,
    of: Pick<Copying, 'from' | 'start' | 'end' | 'before' | 'after'>,
  ): YamlDraft[] {
    const { text } = this.#file
    const to = entry.end
    const isOneLine = !LINE_END.test(text.slice(of.from, to))
    if (entry.flow !== beside.flow && (beside.flow || !isOneLine)) return []
    return copied(this.#file, {
      ...{ ...of, to, keepsAnchors: false, pathOf: (path: readonly string[]) => this.#path(path) },
      shift: columnOf(text, beside.start) - columnOf(text, entry.start),
    })
  }
}

const FORMS: ReadonlySet<string> = new Set(PLURAL_CATEGORIES)
const FULL: ReadonlySet<string> = new Set(['scalar', 'map', 'list'])
const NOTHING = /^(?:~|null)$/i
const LINE_END = /[\r\n]/
const COLON = /[ \t]*:/y

/** Where the colon behind a key ends; undefined where the key is written in another way. */
function colonEnd(text: string, { key_end }: YamlEntry): number | undefined {
  COLON.lastIndex = key_end
  return COLON.test(text) ? COLON.lastIndex : undefined
}

/** The note of a unit with the numbers of another plural form. */
function withNumbers({ note, sense }: YamlDraft, numbers: string): string {
  const said = note?.split('\n').filter(line => line !== sense) ?? []
  return [...said, numbers].join('\n')
}
