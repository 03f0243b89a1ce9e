import path from 'node:path'
import { systemReason } from '../../contract/system-errors.ts'
import { FormatError } from '../../formats/index.ts'
import { faultWords } from '../fault-words.ts'
import { LOCK_FILE, type LockLine, linesOfLock, writeLock } from '../lock/index.ts'
import { changesFile, linesAfter, type PairPlan, translationName } from '../pair-plan.ts'
import type { ProjectPlan } from '../plan.ts'
import { MergeFailed, writeTarget } from '../writing.ts'
import type { TranslatedTexts } from './deltas.ts'
import { beginRun, type History } from './history.ts'
import { bytesOrNone, type OpenedProject } from './open.ts'

/** What became of one translation. */
export interface PairOutcome {
  readonly plan: PairPlan
  /** How many texts were written, moved ones too. */
  readonly written: number
  /** Keys that were asked for and have no translation now. */
  readonly open: readonly string[]
  readonly error: string | null
}

/** Writes all translations of a plan, and then the lock. Each file is written whole, and only while it is as it was planned. */
export async function writeAll(
  opened: OpenedProject,
  plan: ProjectPlan,
  translated: TranslatedTexts,
  { work, moment }: { readonly work: string; readonly moment: number },
): Promise<readonly PairOutcome[]> {
  const run = beginRun(work, opened.folder, moment)
  const outcomes = new Map<PairPlan, PairOutcome>()
  const lines = new Map<PairPlan, readonly LockLine[]>()
  for (const pairs of inOneFile(plan.pairs))
    for (const { outcome, lines: own } of await writtenFile(opened, pairs, translated, run.write)) {
      outcomes.set(outcome.plan, outcome)
      lines.set(outcome.plan, own)
    }
  const all = [...linesOfAll(opened, lines)]
  const text = writeLock(all, opened.lock.eol)
  // Where nothing came back, nothing is left behind.
  const isNew = opened.lock_text === undefined
  if (text !== opened.lock_text && !(isNew && all.length === 0)) await run.write(LOCK_FILE, Buffer.from(text))
  await run.finish()
  return plan.pairs.flatMap(pair => outcomes.get(pair) ?? [])
}

/** The translations of each file. Nearly all files are one. */
function inOneFile(pairs: readonly PairPlan[]): Iterable<readonly PairPlan[]> {
  const files = new Map<string, PairPlan[]>()
  for (const pair of pairs) {
    const others = files.get(pair.path)
    if (others === undefined) files.set(pair.path, [pair])
    else others.push(pair)
  }
  return files.values()
}

interface WrittenPair {
  readonly outcome: PairOutcome
  readonly lines: readonly LockLine[]
  /** The file with it; undefined where it stays as it is. */
  readonly bytes?: Uint8Array | undefined
}

/** Writes all that came for one file, each language into what the one before it left, and the file once. */
async function writtenFile(
  { folder }: OpenedProject,
  pairs: readonly PairPlan[],
  translated: TranslatedTexts,
  write: History['write'],
): Promise<readonly WrittenPair[]> {
  const made: WrittenPair[] = []
  let bytes = pairs[0]?.there
  for (const pair of pairs) {
    const written = await writtenPair(pair, bytes, translated.get(translationName(pair)) ?? new Map())
    made.push(written)
    bytes = written.bytes ?? bytes
  }
  const [{ path: name, there } = { path: '', there: undefined }] = pairs
  if (bytes === undefined || !made.some(written => written.bytes !== undefined)) return made
  try {
    const now = await bytesOrNone(path.join(folder, name))
    if (!sameBytes(now, there)) return made.map(asItWas('the file has changed meanwhile, so it stays as it is'))
    const lines = made.flatMap(written => written.lines)
    if (!sameBytes(bytes, there)) await write(name, bytes, lines)
    return made
  } catch (error) {
    const why = systemReason(error)
    if (why === undefined) throw error
    return made.map(
      asItWas(`it cannot be written: ${why}. What was translated is kept: run sync again once that is mended.`),
    )
  }
}

/** Turns what was made for a file that is not written back into nothing. What said already why it stays says so still. */
const asItWas =
  (error: string) =>
  (written: WrittenPair): WrittenPair =>
    written.bytes === undefined ? written : unchanged(written.outcome.plan, error)

async function writtenPair(
  pair: PairPlan,
  there: Uint8Array | undefined,
  put: ReadonlyMap<string, string>,
): Promise<WrittenPair> {
  const all = new Map([...pair.moved, ...put])
  if (!changesFile(pair) || all.size + pair.copy.size + pair.remove.size === 0) return unchanged(pair, null)
  try {
    const { bytes, texts, refused } = await writeTarget({ ...pair, there, put: all })
    const done = new Set([...put.keys()].filter(key => !refused.includes(key)))
    const open = [...pair.asked].filter(key => !done.has(key))
    const outcome = { plan: pair, written: all.size - refused.length, open: keysOf(pair, open), error: null }
    return { outcome, lines: linesAfter(pair, texts, done), bytes }
  } catch (error) {
    if (error instanceof FormatError || error instanceof MergeFailed) return unchanged(pair, faultWords(error))
    throw error
  }
}

function unchanged(pair: PairPlan, error: string | null): WrittenPair {
  return {
    outcome: { plan: pair, written: 0, open: keysOf(pair, pair.asked), error },
    lines: linesAfter({ ...pair, moved: new Map() }, pair.target, new Set()),
  }
}

function keysOf({ texts }: PairPlan, paths: Iterable<string>): readonly string[] {
  return [...paths].map(key => texts.get(key)?.key ?? key)
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Buffer.compare(one, other) === 0
}

/** The lines of all pairs: of those that were not looked at, or whose source is away for now, what the lock had. */
function* linesOfAll({ lock }: OpenedProject, lines: ReadonlyMap<PairPlan, readonly LockLine[]>): Generator<LockLine> {
  const looked = new Set<string>()
  for (const [{ source_path, language }, own] of lines) {
    looked.add(`${source_path}\t${language}`)
    yield* own
  }
  for (const line of linesOfLock(lock)) if (!looked.has(`${line.file}\t${line.language}`)) yield line
}
