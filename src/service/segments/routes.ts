import { api } from '../../contract/operations.ts'
import { requireFile } from '../files/original.ts'
import { handle } from '../http/route.ts'
import { write } from '../store/database.ts'
import { requireExtracted } from './agent-batch.ts'
import { takeAnswers } from './answers.ts'
import { languageOf, NOTHING_SAID, take, viewRound } from './hand-out.ts'
import { opennessOf } from './store.ts'

/** Hands the next round of segments to the caller's own model (assumptions.md, Agent engine). */
export const segmentsRoute = handle(api.batches.segments, async (call, deps) => {
  const { plan_revision, target_language, whole = false, hand_out = true } = call.query
  const handed = await requireExtracted(call, plan_revision, deps)
  await requireFile(handed.batch, deps.files, deps.clock())
  const language = await languageOf(deps.db, handed, target_language)
  const wish = { language, whole, hand_out }
  const { target_languages } = handed.plan
  const taken = hand_out
    ? await write(deps.db, tx => take(tx, handed, wish, deps))
    : { segments: [], languages: await opennessOf(deps.db, handed.batch.id, target_languages), leased_until: null }
  return { data: await viewRound(handed, language, taken, NOTHING_SAID, deps, call.signal) }
})

/** Takes answers, keeps the good ones at once, and hands out the next round. */
export const answerSegmentsRoute = handle(api.batches.answerSegments, async (call, deps) => {
  const { plan_revision, target_language, translations, hand_out = true } = call.body
  const handed = await requireExtracted(call, plan_revision, deps)
  await requireFile(handed.batch, deps.files, deps.clock())
  const language = await languageOf(deps.db, handed, target_language)
  const { taken, ...said } = await takeAnswers(handed, { language, translations, hand_out }, deps, call.signal)
  return { data: await viewRound(handed, language, taken, said, deps, call.signal) }
})
