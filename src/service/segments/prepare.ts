import { countWords, type Unit } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import { verdict } from '../planner/selection.ts'
import { noteProgress } from '../store/outcomes.ts'
import { type Kept, keepTranslations } from '../store/translations.ts'
import { checkedBy } from '../worker/job.ts'
import { type Recall, remembering } from '../worker/remembering.ts'
import { keptOf, namer, segmentOf } from '../worker/segments.ts'
import type { Run } from '../worker/translate.ts'
import { Stopped } from '../worker/world.ts'
import { addSegments, forgetOwnSegments, knownNames, type NewSegment, opennessOf } from './store.ts'
import { awaitAnswers } from './store-answers.ts'

/** So many units are looked up and written together. */
const UNITS_AT_ONCE = 500

/**
 * Takes the segments of an approved batch out of its file, for its caller to translate: in file order, numbered from 1 in each
 * language, equal ones once, those that are known already not at all. Broken off, it begins anew: nothing was handed out then.
 *
 * @returns true when nothing is open and the batch is to be written; else it waits for its caller, and the claim has ended
 * @throws Stopped on `signal` or when the claim was lost; what the format throws
 */
export async function isAnswered(run: Run): Promise<boolean> {
  const { held, batch, stored, signal, world } = run
  const { db, clock } = world
  const { target_languages } = stored.plan
  // Only a batch whose segments were taken out comes as far as writing, and comes back to it with every correction.
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

async function takeOut(job: EngineJob, run: Run): Promise<void> {
  const { held, batch, stored, original, engine, signal, world } = run
  const { target } = job
  const conditions = checkedBy(job, original.format)
  const recall = remembering(engine, job, conditions, batch.workspace_id, world)
  const nameOf = namer(engine, job)
  const numbers = { next: 1, bundles: new Map<string, number>() }
  let units = new Map<string, Unit>()

  const put = async (): Promise<void> => {
    const known = await knownNames(world.db, batch.id, target, [...units.keys()])
    const fresh = [...units].filter(([name]) => !known.has(name)).map(([name, unit]): Named => ({ name, unit }))
    units = new Map()
    const kept = fresh.flatMap(named => withoutAsking(named, recall) ?? [])
    const answered = new Set(kept.map(({ source_hash }) => source_hash))
    const open = fresh.filter(({ name }) => !answered.has(name)).map(named => numbered(named, numbers))
    await keepTranslations(world.db, batch.id, target, kept)
    if (!(await addSegments(world.db, held, target, open))) throw new Stopped()
  }
  for await (const unit of original.format.scan(original.open(), { target: { language: target } })) {
    if (signal.aborted) throw new Stopped()
    if (!verdict(stored.intent.selection, unit).included) continue
    const name = nameOf(unit)
    if (!units.has(name)) units.set(name, unit)
    if (units.size >= UNITS_AT_ONCE) await put()
  }
  await put()
}

interface Named {
  readonly name: string
  readonly unit: Unit
}

/** What is kept of a unit that nobody has to be asked about: what is remembered, and what cannot be asked. */
function withoutAsking({ name, unit }: Named, recall: Recall): Kept | undefined {
  if (!isSendable(unit.text)) return unsendable(name, unit)
  const found = recall(name, unit)
  return found === undefined ? undefined : keptOf(found.segment, found.judged)
}

/** What cannot come back over the API (http/body.ts). */
function isSendable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text)
}

function unsendable(name: string, unit: Unit): Kept {
  const finding = 'It holds U+0000 or half a surrogate pair, which cannot be sent to a model. The source was kept.'
  return { source_hash: name, text: unit.text, finding }
}

/** A segment with the next number. Units of a group are one bundle, wherever they stand. */
function numbered({ name, unit }: Named, numbers: { next: number; bundles: Map<string, number> }): NewSegment {
  const number = numbers.next++
  const bundle = unit.group === undefined ? number : (numbers.bundles.get(unit.group) ?? number)
  if (unit.group !== undefined) numbers.bundles.set(unit.group, bundle)
  const { text, part = '', syntax, note, max_length } = segmentOf(name, unit)
  return {
    ...{ number, bundle, source_hash: name, text, part },
    ...{ syntax: syntax ?? null, note: note ?? null, max_length: max_length ?? null },
    words: countWords(text, syntax),
  }
}
