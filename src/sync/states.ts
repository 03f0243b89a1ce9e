/** What has become of each text in one language: pure, from the texts of both files and what the lock says of them. */
import { comparePlaceholders } from '../formats/index.ts'
import { listsOf } from './lists.ts'
import { type LockedBy, type LockLine, settleLine } from './lock/index.ts'
import type { SourceText, TargetText } from './texts.ts'

/**
 * `missing`: the translation has no such text. `stale`: the source changed since we translated it. `edited`: a person wrote the
 * translation, or changed it; it stays. `edited_stale`: and the source changed since. `renamed`: its translation stands under the
 * key that it had before. `invalid`: the translation lost codes of its source, or has others. `orphan`: a text without a source.
 */
export const TEXT_STATES = [
  'missing',
  'current',
  'stale',
  'edited',
  'edited_stale',
  'renamed',
  'invalid',
  'orphan',
] as const
export type TextState = (typeof TEXT_STATES)[number]

export interface StateOfText {
  readonly path: string
  readonly key: string
  readonly state: TextState
  /** Why it is `invalid`, for people. */
  readonly why?: string | undefined
  /** For `renamed`: the path that its translation has now, and its key. */
  readonly from?: string | undefined
  readonly from_key?: string | undefined
  /** The lock says nothing of it: what stands there is taken as a person's work. */
  readonly adopted?: true | undefined
  /** Its source changed since, and `keys.preserve` keeps the translation all the same. */
  readonly preserved?: true | undefined
  /** For what is adopted and stale: the hash of the source that it was made from. */
  readonly made_from?: string | undefined
  readonly by?: LockedBy | undefined
}

/** How many texts are in each state; states without texts are left out. */
export function countsOf(states: readonly StateOfText[]): Readonly<Partial<Record<TextState, number>>> {
  const counts: Partial<Record<TextState, number>> = {}
  for (const { state } of states) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** What the states of one pair of files follow from. */
export interface PairTexts {
  readonly texts: ReadonlyMap<string, SourceText>
  readonly target: ReadonlyMap<string, TargetText>
  /** All lines of the lock for this pair, by path. */
  readonly lines: ReadonlyMap<string, readonly LockLine[]>
  /**
   * Translations that the lock does not know, and whose source has other words than when they were made (`outdatedIn`): by path, the hash
   * of that source.
   */
  readonly outdated?: ReadonlyMap<string, string> | undefined
  /** The translations stand in the file of their source: there a text that becomes another one keeps them. */
  readonly together?: boolean | undefined
  /** Whether texts with this key are left alone (`keys.skip`), and whether they are never changed once they are translated (`keys.preserve`). */
  readonly skips: (key: string) => boolean
  readonly preserves: (key: string) => boolean
}

/** The state of every text that is translated, in the order of the source, then what has no source. */
export function statesOf(pair: PairTexts): readonly StateOfText[] {
  const { texts, target, lines, outdated, skips, preserves } = pair
  const vanished = pair.together === true ? vanishedLines(texts, lines) : new Map<string, readonly LockLine[]>()
  const wanted = [...texts.values()].filter(({ left_out, key }) => left_out === undefined && !skips(key))
  const orphans = [...target.keys()].filter(path => !texts.has(path) && isOurs(path, lines))
  const renames = findRenames(wanted, target, orphans, lines)
  const moved = new Set(renames.values())
  const states = wanted.map(text =>
    stateOf(
      text,
      target.get(text.path),
      lines.get(text.path) ?? vanished.get(target.get(text.path)?.hash ?? '') ?? [],
      {
        preserved: preserves(text.key),
        made_from: outdated?.get(text.path),
      },
    ),
  )
  return [
    ...states.map(state => {
      const from = renames.get(state.path)
      if (from === undefined) return state
      const { path, key } = state
      return { path, key, state: 'renamed' as const, from, from_key: target.get(from)?.key }
    }),
    ...orphans.flatMap(path =>
      moved.has(path) ? [] : [{ path, key: target.get(path)?.key ?? path, state: 'orphan' as const }],
    ),
  ]
}

/**
 * The lines of texts that are there no more, by what was written. One that has forms now, or whose key was its words, has another path: the
 * translation that stands beside it was made of what it was before.
 */
function vanishedLines(texts: PairTexts['texts'], lines: PairTexts['lines']): ReadonlyMap<string, readonly LockLine[]> {
  const found = new Map<string, LockLine[]>()
  for (const [path, candidates] of lines)
    if (!texts.has(path))
      for (const line of candidates) found.set(line.written, [...(found.get(line.written) ?? []), line])
  return found
}

function stateOf(
  { path, key, text, syntax, hash }: SourceText,
  target: TargetText | undefined,
  candidates: readonly LockLine[],
  { preserved, made_from }: { readonly preserved: boolean; readonly made_from: string | undefined },
): StateOfText {
  if (target === undefined) return { path, key, state: text.trim() === '' ? 'current' : 'missing' }
  const line = settleLine(candidates, { source: hash, written: target.hash })
  const why = target.other_shape ? undefined : faultIn(text, target.text, syntax)
  if (line === undefined && made_from !== undefined && !preserved)
    return { path, key, state: 'edited_stale', adopted: true, made_from }
  if (line === undefined) return { path, key, state: why === undefined ? 'edited' : 'invalid', why, adopted: true }
  const isPersons = line.by.who !== 'machine' || line.written !== target.hash
  const by: LockedBy = line.written === target.hash ? line.by : { who: 'person' }
  const isStale = line.source !== hash
  const made = isStale && line.key !== path ? { made_from: line.source } : {}
  if (isStale && !preserved) return { path, key, state: isPersons ? 'edited_stale' : 'stale', by, ...made }
  const kept = isStale ? { preserved: true as const, ...made } : {}
  if (why !== undefined) return { path, key, state: 'invalid', why, by, ...kept }
  return { path, key, state: isPersons ? 'edited' : 'current', by, ...kept }
}

/** What is wrong with a translation by itself, for people. */
export function faultIn(source: string, text: string, syntax: SourceText['syntax']): string | undefined {
  const { missing, extra } = comparePlaceholders(source, text, syntax)
  if (missing.length + extra.length === 0) return undefined
  const lost = missing.length > 0 ? `lacks ${missing.join(' ')}` : undefined
  const added = extra.length > 0 ? `has ${extra.join(' ')}, which its source has not` : undefined
  return [lost, added].filter(said => said !== undefined).join('; ')
}

/** Texts that lie in a translation beside those of the source belong to nobody we know, unless the lock knows them or they have a key. */
function isOurs(path: string, lines: ReadonlyMap<string, readonly LockLine[]>): boolean {
  return lines.has(path) || !/:$|@lang$/.test(path)
}

/**
 * Texts whose key is new, and whose source stood under another key when it was translated: by path, the path that their translation has.
 * Where several had the same source, the one with the same last name is taken, else the first.
 */
function findRenames(
  wanted: readonly SourceText[],
  target: ReadonlyMap<string, TargetText>,
  orphans: readonly string[],
  lines: ReadonlyMap<string, readonly LockLine[]>,
): ReadonlyMap<string, string> {
  const left = new Map<string, string[]>()
  for (const path of orphans) {
    const line = settleLine(lines.get(path) ?? [], { source: undefined, written: target.get(path)?.hash })
    if (line !== undefined) left.set(line.source, [...(left.get(line.source) ?? []), path])
  }
  const renames = new Map<string, string>()
  if (left.size === 0) return renames
  for (const { path, hash } of wanted) {
    if (target.has(path)) continue
    const some = left.get(hash) ?? []
    const from = some.find(other => lastName(other) === lastName(path)) ?? some[0]
    if (from === undefined) continue
    renames.set(path, from)
    left.set(
      hash,
      some.filter(other => other !== from),
    )
  }
  const moves = listedMoves(target, new Set(renames.values()))
  return new Map([...renames].filter(([, from]) => moves(from)))
}

/**
 * Whether a text may be moved out of the lists that it lies in: only with all that is behind it, whose places are their numbers, which would
 * be others then.
 */
function listedMoves(target: ReadonlyMap<string, TargetText>, moved: ReadonlySet<string>): (path: string) => boolean {
  const last = new Map<string, number>()
  const lists = listsOf(target.keys())
  for (const path of target.keys())
    if (!moved.has(path)) for (const { list, at } of lists(path)) last.set(list, Math.max(at, last.get(list) ?? 0))
  return path => lists(path).every(({ list, at }) => at > (last.get(list) ?? -1))
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
