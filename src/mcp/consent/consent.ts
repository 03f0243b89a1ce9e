import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { count, counted } from '../render/numbers.ts'
import { decideConsent, UNASKABLE_MS } from './decide.ts'
import { approvalCode, readCode, readQuestion, type Spending, signQuestion, spendingKey } from './spending.ts'

/** The name of our one question in a multi-round-trip call. */
export const QUESTION = 'approval'

/** One spending, the lines that a person reads before agreeing to it (the cost first), and the code of the call. */
export interface Question {
  readonly spending: Spending
  readonly lines: readonly string[]
  readonly approval_code: string | undefined
}

/**
 * Asks for consent to one spending. Gives undefined when the spending may go on, else the question for the host.
 *
 * @throws {ToolRefusal} declined; over_cap; consent_needed, with an approval code; consent_required. Nothing was spent
 */
export async function consent(
  { spending, lines, approval_code }: Question,
  context: CallContext,
): Promise<InputRequiredResult | undefined> {
  const { clock, callerState, settings, stateKey } = context.parts
  const [key, now, name] = [await stateKey(), clock(), spendingKey(spending)]
  const askedAt = context.question_state ? readQuestion(key, spending, context.question_state, now) : undefined
  const decision = decideConsent({
    now,
    mode: settings.consent,
    cost: spending.cost,
    max_credits: settings.max_credits,
    can_ask: context.can_ask,
    unaskable_until: callerState.unaskable.get(name),
    declined_at: callerState.declined.get(name),
    answer: context.answered && askedAt !== undefined ? { ...context.answered, asked_at: askedAt } : undefined,
    code_given: approval_code !== undefined,
    code_issued_at: approval_code === undefined ? undefined : readCode(key, spending, approval_code, now),
  })
  if ('mark' in decision && decision.mark) callerState.unaskable.set(name, now + UNASKABLE_MS)
  switch (decision.kind) {
    case 'go':
      return undefined
    case 'ask':
      return inputRequired({
        inputRequests: { [QUESTION]: inputRequired.elicit({ message: lines.join('\n'), requestedSchema: EMPTY_FORM }) },
        requestState: signQuestion(key, spending, now),
      })
    case 'declined':
      callerState.declined.set(name, now)
      throw new ToolRefusal('declined', [
        'The person declined: nothing was spent and the translation stays ready for approval.',
        'Ask what should change (plan_batch refines it). Calling approve_batch again asks the person again.',
      ])
    case 'over_cap':
      throw new ToolRefusal('over_cap', [
        `Nothing was spent: this costs ${counted(spending.cost, 'credit')} and the operator allows at most ${count(decision.cap)} in one approval.`,
        'Make the plan smaller with plan_batch (fewer languages, fewer parts, lite quality), or ask whoever runs this server to raise --max-credits.',
      ])
    case 'must_ask':
      throw new ToolRefusal('consent_required', [
        'Nothing was spent: this server only spends when a person accepts its question, and this host cannot show one.',
        'Approve from a host that supports elicitation, in a terminal with `translation-mcp translate`, or ask whoever runs this server to start it without --consent=required.',
      ])
    case 'hand_out_code':
      throw new ToolRefusal(
        'consent_needed',
        codeLines(spending, lines, approvalCode(key, spending, now), decision.wrong_code),
      )
  }
}

const EMPTY_FORM = { type: 'object' as const, properties: {} }

function codeLines(spending: Spending, lines: readonly string[], code: string, wrong: boolean): string[] {
  const call = JSON.stringify({
    batch_id: spending.batch_id,
    plan_revision: spending.plan_revision,
    approval_code: code,
  })
  return [
    wrong
      ? 'Nothing was spent: that approval_code is not valid for this plan and cost now.'
      : 'Nothing was spent: a person has to agree first.',
    'Show the person this, word for word, and wait for the answer:',
    ...lines.map(line => `  ${line}`),
    `Only after a clear yes, call approve_batch ${call} (valid for 15 minutes, for this plan and cost only).`,
  ]
}
