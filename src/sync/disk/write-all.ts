import path from 'node:path'
import { systemReason } from '../../contract/system-errors.ts'
import { FormatError } from '../../formats/index.ts'
import { faultWords } from '../fault-words.ts'
import { LOCK_FILE, type LockLine, linesOfLock, writeLock } from '../lock/index.ts'
import { changesFile, linesAfter, type PairPlan } from '../pair-plan.ts'
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
  const outcomes: PairOutcome[] = []
  const lines = new Map<PairPlan, readonly LockLine[]>()
  for (const pair of plan.pairs) {
    const put = translated.get(pair.path) ?? new Map<string, string>()
    const written = await writtenPair(opened, pair, put, run.write)
    outcomes.push(written.outcome)
    lines.set(pair, written.lines)
  }
  const all = [...linesOfAll(opened, lines)]
  const text = writeLock(all, opened.lock.eol)
  // Where nothing came back, nothing is left behind.
  const isNew = opened.lock_text === undefined
  if (text !== opened.lock_text && !(isNew && all.length === 0)) await run.write(LOCK_FILE, Buffer.from(text))
  await run.finish()
  return outcomes
}

interface WrittenPair {
  readonly outcome: PairOutcome
  readonly lines: readonly LockLine[]
}

async function writtenPair(
  { folder }: OpenedProject,
  pair: PairPlan,
  put: ReadonlyMap<string, string>,
  write: History['write'],
): Promise<WrittenPair> {
  const keys = (paths: Iterable<string>) => [...paths].map(key => pair.texts.get(key)?.key ?? key)
  const unchanged = (error: string | null): WrittenPair => ({
    outcome: { plan: pair, written: 0, open: keys(pair.asked), error },
    lines: linesAfter({ ...pair, moved: new Map() }, pair.target, new Set()),
  })
  const all = new Map([...pair.moved, ...put])
  if (!changesFile(pair) || all.size + pair.copy.size + pair.remove.size === 0) return unchanged(null)
  try {
    const { bytes, texts, refused } = await writeTarget({ ...pair, put: all })
    const now = await bytesOrNone(path.join(folder, pair.path))
    if (!sameBytes(now, pair.there)) return unchanged('the file has changed meanwhile, so it stays as it is')
    const done = new Set([...put.keys()].filter(key => !refused.includes(key)))
    const lines = linesAfter(pair, texts, done)
    if (!sameBytes(bytes, pair.there)) await write(pair.path, bytes, lines)
    const open = [...pair.asked].filter(key => !done.has(key))
    const outcome = { plan: pair, written: all.size - refused.length, open: keys(open), error: null }
    return { outcome, lines }
  } catch (error) {
    if (error instanceof FormatError || error instanceof MergeFailed) return unchanged(faultWords(error))
    const why = systemReason(error)
    if (why === undefined) throw error
    return unchanged(`it cannot be written: ${why}. What was translated is kept: run sync again once that is mended.`)
  }
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
