import { type Unit, windowsOf } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import { verdict } from '../planner/selection.ts'
import { findActor } from '../store/actors.ts'
import { write } from '../store/database.ts'
import { holdingsOf, noteUse, putLines } from '../store/memory.ts'
import type { RememberedRow } from '../store/memory-rows.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { findPlan } from '../store/plans.ts'
import { findTranslations } from '../store/translations.ts'
import { correctionHasher, lineHasher, textHasher } from '../translation/line.ts'
import { scopeOf } from '../translation/remembering.ts'
import { keptByLine, sourceHasher } from '../translation/source-hash.ts'
import { Stopped } from '../translation/stopped.ts'
import { jobsOf, readingOf, type TranslationRun } from './run.ts'
import { refusalOf, type World } from './world.ts'

type Remembering = Pick<TranslationRun, 'batch' | 'stored' | 'original' | 'engine' | 'jobs' | 'signal' | 'world'>

/**
 * Puts what is kept for a batch into the memory, but for what has a finding or a note, unless the memory is switched off. What the memory
 * has already counts as used now.
 *
 * @throws {Stopped} on `signal`
 * @throws {FormatError} when the file cannot be read
 */
export async function rememberBatch(run: Remembering): Promise<void> {
  const { batch, engine, jobs, world } = run
  if (!world.settings.memory || engine.forgetful) return
  const author = (await findActor(world.db, batch.created_by))?.member_id ?? batch.created_by
  for (const job of jobs) await rememberInto(job, author, run)
}

async function rememberInto(job: EngineJob, author: string, run: Remembering): Promise<void> {
  const { batch, stored, original, signal, world } = run
  const rowsOf = rowMaker(job, author, run)
  const correctionOf = correctionHasher(job)
  const scope = scopeOf(batch, world.settings)
  const holds = await holdingsOf(world.db, batch.workspace_id)
  const units = original.format.scan(original.open(), { target: { language: job.target } })
  const remember = (windows: readonly Remembered[]) =>
    write(world.db, async tx => {
      for (const { rows, corrections } of windows) {
        await putLines(tx, rows)
        if (corrections.length > 0) await noteUse(tx, scope, corrections, world.clock())
      }
    })
  const open: Remembered[] = []
  for await (const window of windowsOf(units)) {
    if (signal.aborted) throw new Stopped()
    const wanted = window.filter(unit => verdict(stored.intent.selection, unit).included)
    if (wanted.length === 0) continue
    open.push({ rows: await rowsOf(wanted), corrections: holds.corrections ? wanted.map(correctionOf) : [] })
    if (open.length === WINDOWS_AT_ONCE) await remember(open.splice(0))
  }
  if (open.length > 0) await remember(open)
}

/** Lines that stand beside each other in the file stand anywhere in an index: of many written at once, more share a page. */
const WINDOWS_AT_ONCE = 4

/** What the memory gets from a window. */
interface Remembered {
  readonly rows: readonly RememberedRow[]
  /** The hashes of the lines whose corrections were used. */
  readonly corrections: readonly string[]
}

/** Makes the rows of a window: each line once. */
function rowMaker(job: EngineJob, author: string, { batch, engine, world }: Remembering) {
  const { source: source_language, target: target_language } = job
  const hashOf = sourceHasher(engine, job, batch)
  const lineOf = keptByLine(engine, batch) ? undefined : lineHasher(engine, job)
  const textHashOf = textHasher(job)
  const { workspace_id, file_name } = batch
  const same = { workspace_id, project: batch.project ?? '', source_language, target_language }
  return async (units: readonly Unit[]): Promise<RememberedRow[]> => {
    const now = world.clock()
    const hashes = units.map(hashOf)
    const kept = await findTranslations(world.db, batch.id, target_language, [...new Set(hashes)])
    const rows = new Map<string, RememberedRow>()
    for (const [at, unit] of units.entries()) {
      const { text, finding, note } = kept.get(hashes[at] ?? '') ?? NOTHING
      if (finding !== null || note !== null) continue
      const line = lineOf?.(unit) ?? hashes[at] ?? ''
      rows.set(line, {
        ...{ ...same, line, text_hash: textHashOf(unit.text), source: unit.text, text },
        ...{ part: unit.part, sense: unit.sense ?? null, author, file_name, engine: engine.id },
        ...{ corrected: 0, created_at: now, used_at: now },
      })
    }
    return [...rows.values()]
  }
}

const NOTHING = { text: '', finding: '', note: null } as const

/**
 * Puts what is kept for a batch whose work has failed into the memory: it was paid for, and a second try finds it there. Of a file that
 * cannot be read any more, what came before the fault is remembered.
 */
export async function rememberWhatIsKept(held: HeldLease, signal: AbortSignal, world: World): Promise<void> {
  const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', held.id).executeTakeFirst()
  const stored = await findPlan(world.db, held.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (batch === undefined || stored === undefined || engine === undefined) return
  try {
    const original = await readingOf(batch, stored, signal, world)
    await rememberBatch({ batch, stored, original, engine, jobs: await jobsOf(stored, batch, world), signal, world })
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
  }
}
