/** What the translations become by the rows that are taken. Nothing is written here. */
import { FormatError } from '../../formats/index.ts'
import { hashOfText, type LockedBy } from '../lock/index.ts'
import { type PairPlan, translationName } from '../pair-plan.ts'
import { MergeFailed, writeTarget } from '../writing.ts'
import type { LeftRow, TakenRow } from './returned.ts'

/** What is to be written and recorded. */
export interface ReviewTaking {
  /** The translations that rows were taken for, with what is recorded of each text. */
  readonly pairs: readonly PairPlan[]
  /** What is written into them: by translation (`translationName`) and by the path of each text. */
  readonly put: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly taken: readonly TakenRow[]
  /** Rows whose file has no place for them. */
  readonly left: readonly LeftRow[]
}

/** Tries in memory to write what was taken: what has no place in a file is known before anything is changed. */
export async function takingOf(
  taken: readonly TakenRow[],
  by: Extract<LockedBy, { readonly who: 'reviewer' }>,
): Promise<ReviewTaking> {
  const byPair = new Map<PairPlan, TakenRow[]>()
  for (const row of taken) {
    const some = byPair.get(row.pair)
    if (some === undefined) byPair.set(row.pair, [row])
    else some.push(row)
  }
  const pairs: PairPlan[] = []
  const put = new Map<string, ReadonlyMap<string, string>>()
  const kept: TakenRow[] = []
  const left: LeftRow[] = []
  for (const [pair, rows] of byPair) {
    const changed = rows.filter(row => row.changed)
    const tried = await tryWriting(pair, new Map(changed.map(({ path, text }) => [path, text])))
    const isKept = ({ path, changed: isChanged }: TakenRow) => !isChanged || tried.put.has(path)
    for (const row of rows)
      if (isKept(row)) kept.push(row)
      else left.push({ row: row.row, why: tried.why })
    const own = rows.filter(isKept)
    if (own.length === 0) continue
    put.set(translationName(pair), tried.put)
    const reviewed = new Map(
      own.map(({ path, text }) => [path, { by, written: tried.hashes.get(path) ?? hashOfText(text) }]),
    )
    pairs.push({ ...pair, ...NOTHING_ELSE, asked: new Set(tried.put.keys()), reviewed })
  }
  return { pairs, put, taken: kept, left }
}

/** A review changes what a reviewer wrote, and moves, copies and removes nothing. */
const NOTHING_ELSE = {
  words: 0,
  moved: new Map(),
  copy: new Set<string>(),
  remove: new Set<string>(),
  accepted: new Set<string>(),
}

interface Tried {
  readonly put: ReadonlyMap<string, string>
  /** The hashes of the texts that the file has then. */
  readonly hashes: ReadonlyMap<string, string>
  /** Why the others cannot be written, for people. */
  readonly why: string
}

const NO_PLACE =
  'has no place in its translation: something else stands there, or another form of it has no translation'

async function tryWriting(pair: PairPlan, changed: ReadonlyMap<string, string>): Promise<Tried> {
  if (changed.size === 0) return { put: changed, hashes: new Map(), why: NO_PLACE }
  try {
    const first = await writeTarget({ ...pair, ...NOTHING_ELSE, put: changed })
    if (first.refused.length === 0) return triedAs(changed, first)
    // The forms of a message are written together, so those that did not change go along.
    const whole = withSiblings(pair, changed)
    return triedAs(whole, await writeTarget({ ...pair, ...NOTHING_ELSE, put: whole }))
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof MergeFailed)) throw error
    return { put: new Map(), hashes: new Map(), why: `cannot be written: ${error.message}` }
  }
}

function triedAs(
  put: ReadonlyMap<string, string>,
  { texts, refused }: Pick<Awaited<ReturnType<typeof writeTarget>>, 'texts' | 'refused'>,
): Tried {
  const lost = new Set(refused)
  return {
    put: new Map([...put].filter(([path]) => !lost.has(path))),
    hashes: new Map([...put.keys()].flatMap(path => hashAt(texts, path))),
    why: NO_PLACE,
  }
}

function hashAt(texts: ReadonlyMap<string, { readonly hash: string }>, path: string): readonly [string, string][] {
  const hash = texts.get(path)?.hash
  return hash === undefined ? [] : [[path, hash]]
}

function withSiblings({ texts, target }: PairPlan, changed: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const groups = new Set([...changed.keys()].map(path => texts.get(path)?.group))
  const whole = new Map<string, string>()
  for (const [path, { group, left_out }] of texts) {
    const text = changed.get(path) ?? target.get(path)?.text
    if (groups.has(group) && left_out === undefined && text !== undefined) whole.set(path, text)
  }
  return whole
}
