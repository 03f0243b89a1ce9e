import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  type ElicitRequestParams,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { APPROVAL_PAGE, QUESTION } from './consent/carry-out.ts'
import { QUESTION_MS } from './consent/spending.ts'
import type { CallContext, ElicitationAnswer } from './context.ts'
import { SIGN_IN } from './sign-in.ts'

type Outcome = CallToolResult | InputRequiredResult

/** The most questions in one call. A question is asked again if the plan changed while it was open. */
const ROUNDS = 5

/**
 * Asks the questions of a tool within its call, for clients of the older protocol era, and calls the tool again with the answers. The
 * SDK could do this too. But if a host declares elicitation and then answers with an error, the SDK ends the call with that error.
 */
export async function askWithin(
  call: (context: CallContext) => Promise<Outcome>,
  context: CallContext,
  ctx: ServerContext,
): Promise<Outcome> {
  let now = context
  let told = await call(now)
  for (let round = 0; isInputRequiredResult(told); round += 1) {
    const answers = round < ROUNDS ? await answersTo(told, ctx) : undefined
    // A client of this era takes no question as a result.
    if (answers === undefined) return { content: [{ type: 'text', text: ASKED_ENOUGH }], isError: true }
    // Earlier answers stay: a dialog that failed must not be shown again after the page was offered.
    now = { ...now, ...answers, question_state: told.requestState ?? now.question_state }
    told = await call(now)
  }
  return told
}

const ASKED_ENOUGH =
  'Nothing was changed or spent: the question changed again and again while it was open. Read the plan with get_batch, then make the same call again.'

type Answers = Partial<Pick<CallContext, 'answered' | 'answered_page' | 'answered_sign_in'>>

/** The pages that a host may be asked to open, and where the answer goes. */
const PAGES = { [APPROVAL_PAGE]: 'answered_page', [SIGN_IN]: 'answered_sign_in' } as const

async function answersTo({ inputRequests }: InputRequiredResult, ctx: ServerContext): Promise<Answers | undefined> {
  const question = inputRequests?.[QUESTION]
  if (question?.method === 'elicitation/create') {
    return { answered: await answerTo({ mode: 'form', ...question.params }, ctx) }
  }
  for (const [name, answer] of Object.entries(PAGES)) {
    const page = inputRequests?.[name]
    if (page?.method !== 'elicitation/create' || page.params.mode !== 'url') continue
    // Only the older protocol era has an elicitationId.
    return { [answer]: await answerTo({ ...page.params, elicitationId: randomUUID() }, ctx) }
  }
  return undefined
}

async function answerTo(params: ElicitRequestParams, ctx: ServerContext): Promise<ElicitationAnswer> {
  const { signal } = ctx.mcpReq
  try {
    const { action } = await ctx.mcpReq.send(
      { method: 'elicitation/create', params },
      { timeout: QUESTION_MS, resetTimeoutOnProgress: true, onprogress: () => undefined, signal },
    )
    return { action }
  } catch (error) {
    if (signal.aborted) throw error
    // An error answer comes from a program. A timeout may mean that a person did not react, so it counts as cancelled.
    return error instanceof ProtocolError ? { action: 'error', failed: true } : { action: 'cancel' }
  }
}
