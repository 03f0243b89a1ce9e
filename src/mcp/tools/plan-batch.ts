import * as z from 'zod'
import { api } from '../../contract/operations.ts'
import { creatorAccount } from '../account.ts'
import { shortOf } from '../affordable.ts'
import { planChanges } from '../changes.ts'
import { ToolRefusal } from '../failure.ts'
import { fromItsFolder } from '../folder-language.ts'
import { compileWishes } from '../instruction.ts'
import { currentPlan, type KnownPlan, rememberPlan } from '../plans.ts'
import { besidePlan, labelOf } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { planLines, planNotes, planWarnings, shownPlan } from '../render/plan.ts'
import { refuseRun } from '../several/run.ts'
import { BatchBrief, batchIdInput, common, PlanBrief } from '../shapes.ts'
import { nextAfterPlan, step } from '../steps.ts'
import { tool } from '../tool.ts'
import { unmetWishes } from '../unmet.ts'
import { wishes } from './create-batch.ts'

const NO_NEW_PLAN =
  'The service answered without a plan, and this is the one from before: it may not be the plan for this instruction (yet).'

function changed(before: KnownPlan | undefined, changes: readonly string[]): string {
  if (before === undefined) return 'This is its first plan.'
  return changes.length === 0 ? 'The plan is as it was.' : `Changed: ${changes.join('; ')}.`
}

export const planBatch = tool({
  name: 'plan_batch',
  title: 'Plan or refine a translation',
  description:
    'Says in plain words what to translate, or refines the last plan ("also French", "skip the notes"), and gives back the new plan, its cost, what it leaves out and what changed. ' +
    'Arguments given again replace; [] or "" clears, absent stays. Costs nothing. Only while the translation waits for approval; the new plan_revision goes to approve_batch.',
  effect: 'change',
  calls: [api.account.get, api.batches.getPlan, api.batches.plan],
  input: z.strictObject({
    batch_id: batchIdInput,
    ...wishes,
    instruction: z
      .string()
      .min(1)
      .max(3500)
      .optional()
      .describe(
        '"also", "skip", "keep" or "without" refine the last plan; target languages named again replace the old ones',
      ),
  }),
  output: z.looseObject({ batch: BatchBrief, plan: PlanBrief.nullable(), changes: z.array(z.string()), ...common }),
  run: async (asked, context) => {
    refuseRun(
      asked.batch_id,
      'create_batch with the same files and other wishes plans all of them anew; it costs nothing.',
    )
    const { exact, instruction, words } = compileWishes(asked)
    if (instruction === undefined) {
      throw new ToolRefusal('nothing_asked', [
        'Nothing was done: give target_languages or an instruction.',
        'get_batch shows the plan as it is.',
      ])
    }
    const { credit_balance } = await creatorAccount(context)
    const { batch_id } = asked
    const before = await currentPlan(batch_id, context)
    const answer = await context.parts.client.call(
      api.batches.plan,
      { params: { batch_id }, body: { instruction } },
      { signal: context.signal },
    )
    const { request_id } = answer
    const source = await context.parts.sources.recall(batch_id)
    const data = await fromItsFolder(answer.data, source, context, before !== undefined)
    const { batch } = data
    const plan = data.plan ?? (await currentPlan(batch_id, context))?.plan ?? null
    rememberPlan(batch_id, plan, context)
    // An answer without a plan is no proof that the plan which is read next is the new one.
    const isOld = data.plan === null && plan !== null && plan.plan_revision === before?.plan.plan_revision
    const changes = plan === null || before === undefined ? [] : planChanges(before.plan, plan)
    const unmet = isOld ? [NO_NEW_PLAN] : unmetWishes(exact, plan, words)
    const short = shortOf(plan, credit_balance)
    const warnings = [...unmet, ...short, ...planWarnings(plan)]
    return {
      data: {
        batch: besidePlan(batch, plan),
        plan: plan === null ? null : shownPlan(plan),
        changes,
        ...(warnings.length > 0 ? { warnings } : {}),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: isOld
          ? step('get_batch', { batch_id, wait_seconds: 5 })
          : nextAfterPlan(batch, plan, null, short.length > 0),
      },
      lines: [
        isOld
          ? `The instruction for ${labelOf(batch)} was taken.`
          : `Planned ${labelOf(batch)}. ${changed(before, changes)}`,
        ...(plan === null ? [] : planLines(plan)),
      ],
      notes: planNotes(plan),
    }
  },
})
