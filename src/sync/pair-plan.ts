/** What is to be done with one translation: pure, from its states and from what was asked. */
import { countWords } from '../formats/index.ts'
import type { LockedBy, LockLine } from './lock/index.ts'
import type { KeyTreatment } from './project/key-rules.ts'
import { type StateOfText, statesOf } from './states.ts'
import type { SourceText, TargetText } from './texts.ts'
import { isTogether } from './together.ts'
import type { TranslationFile } from './writing.ts'

/** What a person asks of a run besides that all be in step. */
export interface SyncWishes {
  /** Only these keys; undefined: all. */
  readonly keys?: ((key: string) => boolean) | undefined
  /** Keys that were named one by one: only these are translated anew where a person edited them. */
  readonly named: ReadonlySet<string>
  /** Keys whose edited translation is taken as that of the present source. */
  readonly accepts: (key: string) => boolean
  readonly prune: boolean
}

/** A translation and its source, with what is known of both. */
export interface PairRead extends TranslationFile {
  /** Paths from the folder of the project. */
  readonly source_path: string
  readonly path: string
  readonly target: ReadonlyMap<string, TargetText>
  readonly lines: ReadonlyMap<string, readonly LockLine[]>
  /** See `PairTexts`. */
  readonly outdated?: ReadonlyMap<string, string> | undefined
}

/** What tells a translation from all others of a project: one file may hold several. */
export function translationName({ path, language }: Pick<PairRead, 'path' | 'language'>): string {
  return `${path}\t${language}`
}

export interface PairPlan extends PairRead {
  readonly states: readonly StateOfText[]
  /** The paths of the texts to translate: with one form of a message all others, but those that a person wrote. */
  readonly asked: ReadonlySet<string>
  /** The words of all that is sent for them (`sentFor`), which is what they cost. */
  readonly words: number
  /** What is written without being translated: texts under a new key, and those that stay as the source has them. */
  readonly moved: ReadonlyMap<string, string>
  /** What is copied as it is. */
  readonly copy: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
  /** Paths whose edited translation is taken as that of the present source. */
  readonly accepted: ReadonlySet<string>
  /** What a reviewer saw, by path. Then what is written is nothing that was translated now. */
  readonly reviewed?: ReadonlyMap<string, ReviewedText> | undefined
}

/** A translation that a reviewer saw, or wrote. */
export interface ReviewedText {
  readonly by: LockedBy
  /** `hashOfText` of it: the record is for this text alone. */
  readonly written: string
}

/** Texts that are no language, and that a translation needs all the same. */
const COPIED: ReadonlySet<string> = new Set(['url', 'code', 'identifier', 'placeholder_only', 'number'])

export function planPair(
  read: PairRead,
  treatment: (key: string) => KeyTreatment | undefined,
  { keys = () => true, named, accepts, prune }: SyncWishes,
): PairPlan {
  const { texts, target, format } = read
  const kept = new Set([...texts.values()].filter(({ key }) => treatment(key) === 'keep').map(({ path }) => path))
  const states = statesOf({
    ...read,
    together: isTogether(read),
    skips: key => treatment(key) === 'skip',
    preserves: key => treatment(key) === 'preserve',
  }).filter(({ path }) => !kept.has(path))
  const inScope = states.filter(({ key }) => keys(key))
  const accepted = inScope
    .filter(({ state, key, preserved }) => (state === 'edited_stale' || preserved === true) && accepts(key))
    .map(({ path }) => path)
  const open = inScope.filter(text => isAsked(text, named) && !accepted.includes(text.path)).map(({ path }) => path)
  const asked = wholeGroups(
    open,
    texts,
    new Set(inScope.filter(({ state }) => isPersons(state)).map(({ path }) => path)),
  )
  const renamed = inScope.flatMap(({ path, from }) => (from === undefined ? [] : [[path, from] as const]))
  const moved = new Map(renamed.map(([path, from]) => [path, target.get(from)?.text ?? '']))
  for (const path of kept) {
    const text = texts.get(path)
    if (text !== undefined && keys(text.key) && target.get(path)?.text !== text.text) moved.set(path, text.text)
  }
  const orphans = prune ? inScope.filter(({ state }) => state === 'orphan').map(({ path }) => path) : []
  const copied = [...texts.values()].filter(
    ({ path, key, left_out }) =>
      left_out !== undefined && COPIED.has(left_out) && !target.has(path) && treatment(key) !== 'skip' && keys(key),
  )
  return {
    ...read,
    states,
    asked,
    words: [...sentFor(asked, texts)].reduce((sum, path) => sum + countWords(texts.get(path)?.text ?? ''), 0),
    moved,
    copy: new Set(format.traits.bilingual === true ? [] : copied.map(({ path }) => path)),
    remove: new Set([...orphans, ...renamed.map(([, from]) => from)]),
    accepted: new Set(accepted),
  }
}

/** Whether the plan changes the file, or has texts for it translated. */
export function changesFile({ asked, moved, copy, remove }: PairPlan): boolean {
  return asked.size > 0 || moved.size > 0 || copy.size > 0 || remove.size > 0
}

function isAsked({ state, key, by, adopted }: StateOfText, named: ReadonlySet<string>): boolean {
  if (state === 'missing' || state === 'stale') return true
  // What a person wrote is left to her, broken or not, unless she names it.
  if (state === 'invalid') return named.has(key) || (adopted !== true && by?.who === 'machine')
  return named.has(key) && state !== 'orphan'
}

function isPersons(state: StateOfText['state']): boolean {
  return state === 'edited' || state === 'edited_stale'
}

/** The texts with all others of their groups, but those that a person wrote. */
function wholeGroups(
  open: readonly string[],
  texts: ReadonlyMap<string, SourceText>,
  persons: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = new Set(open)
  const groups = new Set(open.map(path => texts.get(path)?.group))
  const all = [...texts.values()].filter(
    ({ path, group, left_out }) =>
      groups.has(group) && left_out === undefined && (named.has(path) || !persons.has(path)),
  )
  return new Set(all.map(({ path }) => path))
}

/**
 * The paths of all texts that are sent so that some are translated: forms of one message go together, also those that a person wrote, and a
 * text whose key comes again goes with those before it.
 */
export function sentFor(asked: ReadonlySet<string>, texts: PairRead['texts']): ReadonlySet<string> {
  const groups = new Set([...asked].map(path => texts.get(path)?.group))
  const grouped = [...texts.values()].filter(({ group }) => groups.has(group)).map(({ path }) => path)
  const all = new Set(grouped.flatMap(path => [...firstsOf(path, texts), path]))
  return new Set([...all].filter(path => texts.get(path)?.left_out === undefined))
}

/** The texts before one whose key comes again, which has its number: without them it would be another one among those that are sent. */
function firstsOf(path: string, texts: PairRead['texts']): readonly string[] {
  const [numbered = '', digits = ''] = /#(\d+)(?=$|[./])/.exec(path) ?? []
  if (numbered === '') return []
  const names = ['', ...Array.from({ length: Math.min(Number(digits), MOST_AGAIN) - 2 }, (_, at) => `#${at + 2}`)]
  return names.map(name => path.replace(numbered, name)).filter(first => texts.has(first))
}

/** No key comes as often; what is written so is a name. */
const MOST_AGAIN = 1000

/**
 * The lines of the lock after a run. `now` is what the file has then, `translated` the paths that were translated in it. What a person wrote
 * is recorded as hers; what nobody touched keeps its line.
 */
export function linesAfter(
  { source_path: file, language, texts, states, moved, accepted, lines, remove, reviewed }: PairPlan,
  now: ReadonlyMap<string, TargetText>,
  translated: ReadonlySet<string>,
): readonly LockLine[] {
  const result: LockLine[] = []
  const known = new Map(states.map(state => [state.path, state]))
  for (const [path, { hash: written }] of now) {
    const place = { file, key: path, language }
    const source = texts.get(path)
    const state = known.get(path)
    const before = lines.get(path)?.find(line => line.written === written) ?? lines.get(path)?.at(-1)
    const seen = reviewed?.get(path)
    if (seen?.written === written && source) result.push({ ...place, source: source.hash, written, by: seen.by })
    else if (reviewed === undefined && translated.has(path) && source)
      result.push({ ...place, source: source.hash, written, by: { who: 'machine' } })
    else if (state?.from !== undefined && moved.has(path) && source) {
      // Where it is not what we wrote there, a person did.
      const by = lines.get(state.from)?.find(line => line.written === written)?.by ?? { who: 'person' as const }
      result.push({ ...place, source: source.hash, written, by })
    } else if (state === undefined || source === undefined) {
      if (before !== undefined && !remove.has(path)) result.push(before)
    } else if (reviewed === undefined || before !== undefined)
      // A review says nothing of the texts beside those that it is about: what is unknown stays so until a run adopts it.
      result.push(lineOf(state, before, { ...place, source: source.hash, written }, accepted.has(path)))
  }
  // A text that is away for now may come back as it was: from a branch, or a copy.
  for (const [path, candidates] of lines) if (!now.has(path) && texts.has(path)) result.push(...candidates)
  return result
}

/** The line of a text that was not translated in this run. */
function lineOf(
  { by = { who: 'person' }, state, adopted, preserved, made_from }: StateOfText,
  before: LockLine | undefined,
  now: Omit<LockLine, 'by'>,
  accepted: boolean,
): LockLine {
  if (accepted) return { ...now, by: { who: 'person' } }
  if (before === undefined || adopted === true) return { ...now, source: made_from ?? now.source, by }
  const stale = state === 'stale' || state === 'edited_stale' || preserved === true
  return { ...now, source: stale ? before.source : now.source, by }
}
