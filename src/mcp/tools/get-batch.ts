import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { Plan } from '../../contract/plan.ts'
import { accountOf } from '../account.ts'
import { shortOf } from '../affordable.ts'
import type { CallContext } from '../context.ts'
import { unreadPlan } from '../offered.ts'
import { noteSegments, rememberPlan, waitWithPlan } from '../plans.ts'
import { besidePlan, isPaused, labelOf, stateOf } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import {
  languageLabel,
  planLines,
  planNotes,
  planWarnings,
  settledPlan,
  settledPlanLines,
  shownPlan,
} from '../render/plan.ts'
import { whatIsOpen } from '../segments/hand-over.ts'
import { isRunId } from '../several/run.ts'
import { BatchShape, batchIdInput, common, PlanBrief } from '../shapes.ts'
import { awaitsTranslations, nextAfterPlan, nextFor } from '../steps.ts'
import { tool } from '../tool.ts'
import { DEFAULT_WAIT } from '../waiting.ts'

export const getBatch = tool({
  name: 'get_batch',
  title: 'State and plan of a translation',
  description:
    'Shows one translation: its state, progress, and its plan with cost. While it is worked on, waits until that changes or the time is up; gives back the state either way. ' +
    'get_result has the finished file, list_batches the ids.',
  effect: 'read',
  calls: [api.batches.get, api.batches.getPlan],
  input: z.strictObject({
    batch_id: batchIdInput,
    wait_seconds: z.number().int().min(0).max(45).optional().describe('0 looks once; else 25'),
  }),
  output: z.looseObject({ batch: BatchShape.optional(), plan: PlanBrief.nullable().optional(), ...common }),
  run: async ({ batch_id, wait_seconds = DEFAULT_WAIT }, context) => {
    if (isRunId(batch_id)) {
      return await (await import('../several/run-state.ts')).stateOfRun(batch_id, wait_seconds, context)
    }
    const { batch, request_id, ...state } = await waitWithPlan(batch_id, wait_seconds, context)
    const plan = state.known?.plan ?? null
    rememberPlan(batch_id, plan, context)
    if (plan !== null && batch.status === 'completed') noteSegments(context)
    const isOpen = awaitsTranslations(batch)
    const left = isOpen && plan ? await openLines(batch_id, plan, context).catch(noneToSee) : []
    const suggestions =
      plan === null && batch.status === 'awaiting_review'
        ? [state.offered ? 'It has no plan yet: say which languages with plan_batch.' : unreadPlan(false)]
        : []
    const { clock, settings } = context.parts
    const paused =
      settings.embedded && batch.error === null && isPaused(batch, clock())
        ? ['It is paused: it goes on while a host is open.']
        : []
    const remembered = state.known?.read === false ? [unreadPlan(true)] : []
    const inReview = batch.status === 'awaiting_review'
    const short = inReview && plan?.credit_cost ? await shortBy(plan, context) : []
    const warnings = [...paused, ...remembered, ...short, ...(inReview ? planWarnings(plan) : [])]
    const size = batch.word_count === null ? '' : ` ${counted(batch.word_count, 'word')}.`
    return {
      data: {
        batch: besidePlan(batch, plan),
        plan: plan === null ? null : inReview ? shownPlan(plan) : settledPlan(plan),
        ...(left.length > 0 ? { open: left } : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: inReview ? nextAfterPlan(batch, plan, null, short.length > 0) : nextFor(batch, plan),
      },
      lines: [
        `${labelOf(batch, plan ?? undefined)}: ${stateOf(batch)}.${size}`,
        ...left,
        ...(plan === null ? suggestions : inReview ? planLines(plan) : isOpen ? [] : settledPlanLines(plan)),
      ],
      notes: inReview ? planNotes(plan) : [],
    }
  },
})

/** Says that the balance does not cover the plan. Who may not read the account sees the plan without it. */
async function shortBy(plan: Plan, context: CallContext): Promise<string[]> {
  const account = await accountOf(context).catch(() => undefined)
  return account === undefined ? [] : shortOf(plan, account.credit_balance)
}

/** Who may read a translation, but not translate it, still sees its state. */
function noneToSee(error: unknown): string[] {
  if (error instanceof ApiError && error.code === 'insufficient_scope') return []
  throw error
}

/** What the caller's own model still has to translate: one line for each language. */
async function openLines(batch_id: string, { plan_revision }: Plan, context: CallContext): Promise<string[]> {
  const ask = (target_language?: string) => whatIsOpen({ batch_id, plan_revision, target_language }, context)
  const { round } = await ask()
  const others = await Promise.all(round.open_languages.filter(tag => tag !== round.target_language).map(ask))
  return [round, ...others.map(other => other.round)]
    .filter(({ done }) => !done)
    .map(({ target_language, remaining, remaining_words }) => {
      return `${languageLabel(target_language)}: ${counted(remaining, 'line')} (${counted(remaining_words, 'word')}) to translate`
    })
}
