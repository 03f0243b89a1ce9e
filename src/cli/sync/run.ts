import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sameTag } from '../../contract/language-tags.ts'
import { FormatError } from '../../formats/index.ts'
import type { Wishes } from '../../mcp/instruction.ts'
import { LOCK_FILE, type LockLine, writeLock } from '../../sync/lock/index.ts'
import { changesFile, linesAfter, type PairPlan } from '../../sync/pair-plan.ts'
import { type Delta, deltasOf, type ProjectPlan } from '../../sync/plan.ts'
import { wishesFor } from '../../sync/project/inherit.ts'
import { faultIn } from '../../sync/states.ts'
import { readTargetTexts } from '../../sync/texts.ts'
import { MergeFailed, writeTarget } from '../../sync/writing.ts'
import { systemReason } from '../make-folder.ts'
import type { Order } from '../translate/operands.ts'
import type { FileOutcome } from '../translate/outcome.ts'
import { beginRun, type History, hashOf } from './history.ts'
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

/** The deltas of a plan as files, and what is asked for each: nothing where a run that was cut off has fetched all that it lacks. */
export interface WrittenDeltas {
  readonly order: Order
  readonly deltas: ReadonlyMap<string, Delta>
}

/** Writes the deltas into the work folder. The same texts have the same place and the same bytes, so a run that was cut off is found again. */
export async function writeDeltas(
  { project }: Pick<OpenedProject, 'project'>,
  plan: ProjectPlan,
  { work, engine }: { readonly work: string; readonly engine: string | undefined },
): Promise<WrittenDeltas> {
  const deltas = new Map<string, Delta>()
  const each = new Map<string, { readonly shown: string; readonly wishes: Wishes }>()
  for (const delta of await deltasOf(plan)) {
    for (const { instruction, pairs } of byInstruction(delta, project)) {
      const wished = hashOf(Buffer.from(JSON.stringify([instruction, engine]))).slice(0, 8)
      const folder = path.join(work, 'deltas', delta.id, wished)
      const file = path.join(folder, path.basename(delta.source_path))
      deltas.set(file, { ...delta, pairs })
      const fetched = await Promise.all(pairs.map(({ language }) => bytesOrNone(resultOf(file, language))))
      if (fetched.every(bytes => bytes !== undefined)) continue
      await rm(path.join(folder, 'out'), { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      await writeFile(file, delta.bytes)
      const wishes = {
        source_language: project.source,
        target_languages: pairs.map(({ language }) => language),
        ...(instruction !== undefined && { instruction }),
      }
      each.set(file, { shown: delta.source_path, wishes })
    }
  }
  const order = { files: [...each.keys()], wishes: {}, template: '{dir}/out/{lang}/{name}.{ext}', each }
  return { order, deltas }
}

/** Where the translation of a delta is saved, as the template of its order says. */
function resultOf(file: string, language: string): string {
  return path.join(path.dirname(file), 'out', language, path.basename(file))
}

/** Forgets what was fetched for deltas, once all of it is written: whoever asks again wants it translated anew. */
export async function forgetFetched({ deltas }: WrittenDeltas): Promise<void> {
  for (const file of deltas.keys()) await rm(path.join(path.dirname(file), 'out'), { recursive: true, force: true })
}

/** The languages of a delta, those together for which the same is wished. */
function byInstruction(
  { pairs }: Delta,
  project: OpenedProject['project'],
): readonly { readonly instruction: string | undefined; readonly pairs: readonly PairPlan[] }[] {
  const groups = new Map<string | undefined, PairPlan[]>()
  for (const pair of pairs) {
    const { instruction } = wishesFor(project, pair.language)
    groups.set(instruction, [...(groups.get(instruction) ?? []), pair])
  }
  return [...groups].map(([instruction, some]) => ({ instruction, pairs: some }))
}

/** The translations that came back, by translation (its path) and by the path of each text. */
export type TranslatedTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads what came back. A text that lost a code of its source is none, and neither is one that kept its source where the service says so. */
export async function readTranslated(
  outcomes: readonly FileOutcome[],
  { deltas }: WrittenDeltas,
): Promise<TranslatedTexts> {
  const translated = new Map<string, Map<string, string>>()
  for (const [file, delta] of deltas) {
    for (const pair of delta.pairs) {
      const { path: result, kept } = savedFor(outcomes, file, pair.language)
      const bytes = await bytesOrNone(result)
      if (bytes === undefined) continue
      const { format, source_language, language, texts } = pair
      const found = await readTargetTexts({ format, source_language, language, bytes }, delta.bytes)
      const own = new Map<string, string>()
      for (const [key, { text }] of found) {
        const source = texts.get(key)
        if (source === undefined || !pair.asked.has(key)) continue
        if (faultIn(source.text, text, source.syntax) !== undefined || (kept && text === source.text)) continue
        own.set(key, text)
      }
      translated.set(pair.path, own)
    }
  }
  return translated
}

function savedFor(outcomes: readonly FileOutcome[], file: string, language: string) {
  const folder = path.join(path.dirname(file), 'out', path.sep)
  const places = outcomes.flatMap(({ saved, quality }) =>
    saved
      .filter(place => place.path.startsWith(folder))
      .map(place => ({ ...place, kept: (quality?.kept_source ?? 0) > 0 })),
  )
  // The service may write a tag in another way: `nb` for `no`.
  const found =
    places.find(place => place.language === language) ?? places.find(place => sameTag(place.language, language))
  // Of what an earlier run fetched nobody knows any more whether a text kept its source, so one that is like it is asked for again.
  return found ?? { path: resultOf(file, language), kept: true }
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
    if (error instanceof FormatError || error instanceof MergeFailed) return unchanged(error.message)
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
  for (const candidates of lock.candidates.values())
    for (const line of candidates) if (!looked.has(`${line.file}\t${line.language}`)) yield line
}
