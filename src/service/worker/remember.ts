import { type Unit, windowsOf } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import { verdict } from '../planner/selection.ts'
import { findActor } from '../store/actors.ts'
import { write } from '../store/database.ts'
import { holdsClaim } from '../store/leases.ts'
import { holdingsOf, noteUse, putLines } from '../store/memory.ts'
import { noteImportedUse } from '../store/memory-imports.ts'
import type { RememberedRow } from '../store/memory-rows.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { findPlan } from '../store/plans.ts'
import { findTranslations, type KeptTranslation } from '../store/translations.ts'
import { correctionHasher, importedHasher, lineHasher, textHasher } from '../translation/line.ts'
import { scopeOf } from '../translation/remembering.ts'
import { keptByLine, sourceHasher } from '../translation/source-hash.ts'
import { Stopped } from '../translation/stopped.ts'
import { jobsOf, readingOf, type TranslationRun } from './run.ts'
import { refusalOf, type World } from './world.ts'

type Rememberable = Pick<TranslationRun, 'held' | 'batch' | 'engine' | 'world'> & {
  /** Source hashes of what the memory gave and need not be told (remembering.ts); none unless given. */
  readonly noted?: ReadonlySet<string> | undefined
}

/** Puts what is kept of one language into the memory. */
export interface Remembering {
  /**
   * Takes the units of a window, each with what is kept for it; undefined for those that the plan has not. What has a finding or a note is not remembered. What
   * the memory has already counts as used now.
   */
  add(units: readonly Unit[], kept: readonly (KeptTranslation | undefined)[]): Promise<void>
  /** Writes what is not written yet. */
  end(): Promise<void>
}

/** Lines that stand beside each other in the file stand anywhere in an index: of many written at once, more share a page. */
const WINDOWS_AT_ONCE = 4

/**
 * Opens the memory for what a batch has in one language; undefined where nothing is remembered. What it gives throws Stopped once another
 * worker has taken the batch over.
 */
export async function rememberingFor(job: EngineJob, run: Rememberable): Promise<Remembering | undefined> {
  const { batch, engine, world } = run
  if (!world.settings.memory || engine.forgetful) return undefined
  const author = (await findActor(world.db, batch.created_by))?.member_id ?? batch.created_by
  const rowsOf = rowMaker(job, author, run)
  const correctionOf = correctionHasher(job)
  const importedOf = importedHasher(job)
  const scope = scopeOf(batch, world.settings)
  const holds = await holdingsOf(world.db, batch.workspace_id)
  let open: Remembered[] = []
  const put = async (): Promise<void> => {
    const windows = open
    open = []
    if (windows.length === 0) return
    await write(world.db, async tx => {
      if (!(await holdsClaim(tx, run.held))) throw new Stopped()
      for (const { rows, corrections, imported } of windows) {
        await putLines(tx, rows)
        if (corrections.length > 0) await noteUse(tx, scope, corrections, world.clock())
        if (imported.length > 0) await noteImportedUse(tx, scope, imported, world.clock())
      }
    })
  }
  return {
    async add(units, kept) {
      const rows = rowsOf(units, kept)
      const used = holds.corrections ? units.filter((_, at) => kept[at] !== undefined) : []
      const corrections = used.map(correctionOf)
      const imported = holds.imported ? used.map(({ text }) => importedOf(text)) : []
      if (rows.length > 0 || corrections.length > 0) open.push({ rows, corrections, imported })
      if (open.length >= WINDOWS_AT_ONCE) await put()
    },
    end: put,
  }
}

/** What the memory gets from a window. */
interface Remembered {
  readonly rows: readonly RememberedRow[]
  /** The hashes of the lines whose corrections were used. */
  readonly corrections: readonly string[]
  /** The hashes of the texts whose translations from elsewhere may have been used. */
  readonly imported: readonly string[]
}

/** Makes the rows of a window: each line once. */
function rowMaker(job: EngineJob, author: string, { batch, engine, world, noted }: Rememberable) {
  const { source: source_language, target: target_language } = job
  const lineOf = keptByLine(engine, batch) ? undefined : lineHasher(engine, job)
  const textHashOf = textHasher(job)
  const { workspace_id, file_name } = batch
  const project = batch.project ?? ''
  return (units: readonly Unit[], kept: readonly (KeptTranslation | undefined)[]): RememberedRow[] => {
    const now = world.clock()
    const rows = new Map<string, RememberedRow>()
    for (const [at, unit] of units.entries()) {
      const one = kept[at]
      if (one === undefined || one.finding !== null || one.note !== null) continue
      // Where it is not kept by its line, the same source hash may stand for several lines.
      if (lineOf === undefined && noted?.has(one.source_hash) === true) continue
      const line = lineOf?.(unit) ?? one.source_hash
      // One literal: spreads cost more than the rest of the row.
      rows.set(line, {
        workspace_id,
        line,
        project,
        text_hash: textHashOf(unit.text),
        source_language,
        target_language,
        source: unit.text,
        text: one.text,
        part: unit.part,
        sense: unit.sense ?? null,
        author,
        file_name,
        engine: engine.id,
        corrected: 0,
        created_at: now,
        used_at: now,
      })
    }
    return [...rows.values()]
  }
}

/**
 * Puts what is kept for a batch whose work has failed into the memory: it was paid for, and a second try finds it there. Of a file that
 * cannot be read any more, what came before the fault is remembered.
 *
 * @throws {Stopped} on `signal` or when the lease was lost
 */
export async function rememberWhatIsKept(held: HeldLease, signal: AbortSignal, world: World): Promise<void> {
  const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', held.id).executeTakeFirst()
  const stored = await findPlan(world.db, held.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (batch === undefined || stored === undefined || engine === undefined) return
  try {
    const original = await readingOf(batch, stored, signal, world)
    for (const job of await jobsOf(stored, batch, world)) {
      await rememberInto(job, { held, batch, stored, original, engine, signal, world })
    }
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
  }
}

type Kept = Pick<TranslationRun, 'held' | 'batch' | 'stored' | 'original' | 'engine' | 'signal' | 'world'>

async function rememberInto(job: EngineJob, run: Kept): Promise<void> {
  const { batch, stored, original, engine, signal, world } = run
  const remembering = await rememberingFor(job, run)
  if (remembering === undefined) return
  const hashOf = sourceHasher(engine, job, batch)
  const units = original.format.scan(original.open(), { target: { language: job.target } })
  for await (const window of windowsOf(units)) {
    if (signal.aborted) throw new Stopped()
    const wanted = window.filter(unit => verdict(stored.intent.selection, unit).included)
    const hashes = wanted.map(hashOf)
    const kept = await findTranslations(world.db, batch.id, job.target, [...new Set(hashes)])
    await remembering.add(
      wanted,
      hashes.map(hash => kept.get(hash)),
    )
  }
  await remembering.end()
}
