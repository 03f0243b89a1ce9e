import * as z from 'zod'
import { revealed, visible } from '../../mcp/render/data.ts'
import { languageLabel } from '../../mcp/render/plan.ts'
import { type PlannedFile, planNow } from './planned-file.ts'
import type { AskedAmounts, ToolCallOptions, ToolSession } from './session.ts'

const Sampled = z.looseObject({
  /** Absent while it is at work. */
  sample: z.exactOptional(
    z.object({
      languages: z.array(
        z.object({
          target_language: z.string(),
          lines: z.array(
            z.object({ source: z.string(), translation: z.string().nullable(), about: z.exactOptional(z.string()) }),
          ),
        }),
      ),
    }),
  ),
})

export interface SampleTaking extends Pick<ToolCallOptions, 'signal' | 'onProgress'> {
  readonly session: ToolSession
  /** Asks for the cost of the sample alone. Why it is not to be spent; undefined where she agrees. */
  readonly refused: (asked: AskedAmounts) => Promise<string | undefined>
}

/** A sample that was translated: its lines for the person, and the translation with the plan for the rest. */
export interface TakenSample {
  readonly lines: readonly string[]
  readonly rest: PlannedFile
}

/**
 * Has the sample of a plan translated, and waits for it.
 *
 * @throws {ToolFailed} a tool refuses
 * @throws {Error} the person does not agree to its cost, or it is beyond a cap
 */
export async function takeSample(
  planned: PlannedFile,
  { session, refused, ...how }: SampleTaking,
): Promise<TakenSample> {
  const { batch, plan } = planned
  let refusal: Error | undefined
  const agrees = async (asked: AskedAmounts): Promise<boolean> => {
    const why = await refused(asked).catch((error: unknown) => error)
    if (why !== undefined) refusal = why instanceof Error ? why : new Error(String(why))
    return refusal === undefined
  }
  const call = { batch_id: batch.id, plan_revision: plan.plan_revision, sample: true }
  for (;;) {
    const told = await session.call('approve_batch', call, { ...how, agrees }).catch((error: unknown) => {
      throw refusal ?? error
    })
    const { sample } = Sampled.parse(told)
    if (sample === undefined) continue
    const lines = sample.languages.flatMap(({ target_language, lines: texts }) => [
      `Into ${languageLabel(target_language)}:`,
      ...texts.flatMap(({ source, translation, about }) => [
        `  ${visible(source, SHOWN)}`,
        ...(translation === null ? [] : [`  → ${visible(translation, SHOWN)}`]),
        ...(about === undefined ? [] : [`    ${revealed(about)}`]),
      ]),
    ])
    return { lines, rest: await planNow(session, planned, how) }
  }
}

/** The most characters of one line. */
const SHOWN = 1000
