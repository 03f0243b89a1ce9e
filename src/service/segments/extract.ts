import type { Suggestion } from '../../contract/segments.ts'
import { countWords, type Unit } from '../../formats/index.ts'
import { type SegmentContext, textAfter, textBefore } from '../domain/segment-context.ts'
import type { Engine, EngineJob } from '../engine/engine.ts'
import type { Original } from '../files/original.ts'
import { verdict } from '../planner/selection.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { noteProgress } from '../store/outcomes.ts'
import type { StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { type Kept, keepTranslations } from '../store/translations.ts'
import { checkedBy } from '../translation/job.ts'
import { keptOf } from '../translation/kept.ts'
import { type Recall, remembering } from '../translation/remembering.ts'
import { sourceHasher } from '../translation/source-hash.ts'
import { Stopped } from '../translation/stopped.ts'
import { contextColumn } from './context.ts'
import { addSegments, forgetOwnSegments, knownSourceHashes, type NewSegment, opennessOf } from './store.ts'
import { awaitAnswers } from './store-answers.ts'
import { suggesting, suggestionColumn } from './suggestions.ts'

/** What `extractSegments` needs. */
export interface Extraction {
  /** The claim of the worker that extracts. Segments are added and deleted only while it holds. */
  readonly held: HeldLease
  readonly batch: BatchRow
  readonly stored: StoredPlan
  readonly original: Original
  readonly engine: Engine
  /** One for each target language of the plan. */
  readonly jobs: readonly EngineJob[]
  readonly signal: AbortSignal
  readonly world: {
    readonly db: Database
    readonly settings: ServiceSettings
    /** Milliseconds since 1970. */
    readonly clock: () => number
  }
}

/** How many units are looked up and written in one step. */
const UNITS_AT_ONCE = 500

/**
 * Takes the segments of an approved batch out of its file, for its caller to translate. They are numbered from 1 in each language,
 * in the order of the file. Equal segments are taken once; those whose translation is known are not taken. An extraction that was
 * interrupted begins again from the start: no segment has been handed out before its end.
 *
 * @returns true when no segment is open and the result can be written; false when the batch now waits for its caller (the claim
 *   has ended then)
 * @throws {Stopped} on `signal` or when the claim was lost
 * @throws {FormatError} when the file cannot be read
 */
export async function extractSegments(run: Extraction): Promise<boolean> {
  const { held, batch, stored, signal, world } = run
  const { db, clock } = world
  const { target_languages } = stored.plan
  // A batch in this phase has had its segments taken out before: it comes back here after each correction.
  if (batch.phase === 'writing') return true
  await noteProgress(db, held, 'extracting', null, clock())
  if (!(await forgetOwnSegments(db, held))) throw new Stopped()
  for (const job of run.jobs) await takeOut(job, run)
  if (signal.aborted) throw new Stopped()
  const languages = await opennessOf(db, batch.id, target_languages)
  if (languages.every(({ remaining }) => remaining === 0)) return true
  if (!(await awaitAnswers(db, held, clock()))) throw new Stopped()
  return false
}

async function takeOut(job: EngineJob, run: Extraction): Promise<void> {
  const { held, batch, stored, original, engine, signal, world } = run
  const { target } = job
  const conditions = checkedBy(job, original.format.traits)
  const recall = await remembering({ engine, job, conditions, asker: batch }, world)
  const suggest = suggesting(job, batch, world)
  const hashOf = sourceHasher(engine, job, batch)
  const numbers = { next: 1, bundles: new Map<string, number>() }
  const around = new Neighbours()
  let units = new Map<string, Unit>()

  const put = async (): Promise<void> => {
    const known = await knownSourceHashes(world.db, batch.id, target, [...units.keys()])
    const fresh = new Map([...units].filter(([hash]) => !known.has(hash)))
    units = new Map()
    const kept = await withoutAsking(fresh, recall)
    for (const { source_hash } of kept) fresh.delete(source_hash)
    const suggested = await suggest(fresh)
    const open = [...fresh].map(([hash, unit]) =>
      numbered(hash, unit, { ...around.of(unit), suggestion: suggested.get(hash) }, numbers),
    )
    if (!(await keepTranslations(world.db, held, target, kept))) throw new Stopped()
    if (!(await addSegments(world.db, held, target, open))) throw new Stopped()
  }
  for await (const unit of original.format.scan(original.open(), { target: { language: target } })) {
    if (signal.aborted) throw new Stopped()
    around.pass(unit)
    // The neighbours of all of them are known now.
    if (units.size >= UNITS_AT_ONCE) await put()
    if (!verdict(stored.intent.selection, unit).included) continue
    const hash = hashOf(unit)
    if (!units.has(hash)) units.set(hash, unit)
  }
  await put()
}

/** The texts before and after each unit. What readers do not see is passed by, such as code. */
class Neighbours {
  readonly #around = new WeakMap<Unit, { before: string; after: string }>()
  #last: Unit | undefined

  /** Takes the units of a file in their order. */
  pass(unit: Unit): void {
    if (unit.left_out !== undefined && unit.left_out !== 'already_translated') return
    const last = this.#last
    const around = last && this.#around.get(last)
    if (around !== undefined) around.after = textAfter(unit.text)
    this.#around.set(unit, { before: last === undefined ? '' : textBefore(last.text), after: '' })
    this.#last = unit
  }

  of(unit: Unit): Pick<SegmentContext, 'before' | 'after'> {
    const { before = '', after = '' } = this.#around.get(unit) ?? {}
    return { before: before || undefined, after: after || undefined }
  }
}

/** What is kept for units without an answer of the caller: translations from the memory, and the sources that cannot be sent. */
async function withoutAsking(units: ReadonlyMap<string, Unit>, recall: Recall): Promise<Kept[]> {
  const sendable = new Map([...units].filter(([, { text }]) => isSendable(text)))
  const recalled = await recall(sendable)
  const unsent = [...units].filter(([hash]) => !sendable.has(hash))
  return [
    ...unsent.map(([hash, unit]) => unsendable(hash, unit)),
    ...[...recalled.values()].map(({ segment, judged }) => keptOf(segment, judged)),
  ]
}

/** False for a text that the API would refuse in an answer (http/body.ts). */
function isSendable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text)
}

function unsendable(source_hash: string, unit: Unit): Kept {
  const finding = 'It has U+0000 or half of a surrogate pair, which cannot be sent to a model. The source was kept.'
  return { source_hash, text: unit.text, finding }
}

/** A segment with the next number. Units of one group get the same bundle, also when other units stand between them. */
function numbered(
  source_hash: string,
  unit: Unit,
  { suggestion, ...around }: Pick<SegmentContext, 'before' | 'after'> & { readonly suggestion: Suggestion | undefined },
  numbers: { next: number; bundles: Map<string, number> },
): NewSegment {
  const number = numbers.next++
  const bundle = unit.group === undefined ? number : (numbers.bundles.get(unit.group) ?? number)
  if (unit.group !== undefined) numbers.bundles.set(unit.group, bundle)
  const { text, part, syntax, note, max_length, sense, slot } = unit
  return {
    ...{ number, bundle, source_hash, text, part },
    ...{ syntax: syntax ?? null, note: note ?? null, max_length: max_length ?? null },
    context_json: contextColumn.write({ ...unit.context, ...around }),
    ...{
      sense: sense ?? null,
      slot: slot ?? null,
      suggestion_json: suggestion === undefined ? null : suggestionColumn.write(suggestion),
    },
    words: countWords(text, syntax),
  }
}
