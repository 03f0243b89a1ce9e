import { api } from '../../contract/operations.ts'
import { requireFile } from '../files/original.ts'
import { type Call, type Deps, handle } from '../http/route.ts'
import { requireBatch } from '../store/batches.ts'
import { write } from '../store/database.ts'
import { type AgentBatch, isFinished, requireExtracted, requireFinished } from './agent-batch.ts'
import { takeAnswers } from './answers.ts'
import { takeCorrections } from './corrections.ts'
import { findLines } from './find-lines.ts'
import { languageOf, NOTHING_SAID, type Taken, take, viewRound } from './hand-out.ts'
import { opennessOf } from './store.ts'

type Given = Pick<Call<typeof api.batches.segments>, 'params' | 'caller' | 'signal'>

/**
 * Hands the next round of segments to the caller's own model, or shows lines of a completed translation (assumptions.md, Agent engine).
 */
export const segmentsRoute = handle(api.batches.segments, async (call, deps) => {
  const {
    plan_revision,
    target_language,
    whole = false,
    anew = false,
    hand_out = true,
    search,
    from_id,
    limit,
  } = call.query
  const wants_lines = search !== undefined || from_id !== undefined
  if (wants_lines || (await isCompleted(call, deps))) {
    const finished = await finishedOf(call, plan_revision, deps)
    const language = await languageOf(deps.db, finished, target_language)
    const found = wants_lines
      ? await findLines(finished.batch, language, { search, from_id, limit }, deps, call.signal)
      : null
    return { data: await viewRound(finished, language, NOTHING_OPEN, NOTHING_SAID, deps, call.signal, found) }
  }
  const handed = await requireExtracted(call, plan_revision, deps)
  await requireFile(handed.batch, deps.files, deps.clock())
  const language = await languageOf(deps.db, handed, target_language)
  const wish = { language, whole, anew, hand_out }
  const { target_languages } = handed.plan
  const taken = hand_out
    ? await write(deps.db, tx => take(tx, handed, wish, deps))
    : { segments: [], languages: await opennessOf(deps.db, handed.batch.id, target_languages), leased_until: null }
  return { data: await viewRound(handed, language, taken, NOTHING_SAID, deps, call.signal) }
})

/** Takes answers, keeps the good ones at once, and hands out the next round. Answers to a completed translation correct it. */
export const answerSegmentsRoute = handle(api.batches.answerSegments, async (call, deps) => {
  const { plan_revision, target_language, translations, hand_out = true } = call.body
  if (await isCompleted(call, deps)) {
    const finished = await finishedOf(call, plan_revision, deps)
    const language = await languageOf(deps.db, finished, target_language)
    const said = await takeCorrections(finished, { language, translations }, call, deps)
    return { data: await viewRound(finished, language, NOTHING_OPEN, said, deps, call.signal) }
  }
  const handed = await requireExtracted(call, plan_revision, deps)
  await requireFile(handed.batch, deps.files, deps.clock())
  const language = await languageOf(deps.db, handed, target_language)
  const { taken, ...said } = await takeAnswers(handed, { language, translations, hand_out }, deps, call.signal)
  return { data: await viewRound(handed, language, taken, said, deps, call.signal) }
})

/** Of a completed translation nothing is open. */
const NOTHING_OPEN: Taken = { segments: [], languages: [], leased_until: null }

async function isCompleted({ params, caller }: Given, { db }: Deps): Promise<boolean> {
  return isFinished(await requireBatch(db, caller.workspace.id, params.batch_id))
}

async function finishedOf({ params, caller }: Given, revision: string | undefined, deps: Deps): Promise<AgentBatch> {
  const now = deps.clock()
  const finished = await requireFinished(deps.db, caller.workspace.id, params.batch_id, revision, now)
  await requireFile(finished.batch, deps.files, now)
  return finished
}
