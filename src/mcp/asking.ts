import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  type ElicitRequestParams,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { QUESTION } from './consent/consent.ts'
import { QUESTION_MS } from './consent/spending.ts'
import type { CallContext, ElicitationAnswer } from './context.ts'
import { SIGN_IN } from './sign-in.ts'

type Outcome = CallToolResult | InputRequiredResult

/** How often a question is asked again because the plan changed while it was open. */
const ROUNDS = 5

/**
 * Asks within the call, on a connection of the older era, and calls the tool again with the answer. The SDK could do this too,
 * but with it a host that declares elicitation and then answers with an error would end the call with that error, every time.
 */
export async function askWithin(
  call: (context: CallContext) => Promise<Outcome>,
  context: CallContext,
  ctx: ServerContext,
): Promise<Outcome> {
  let told = await call(context)
  for (let round = 0; round < ROUNDS && isInputRequiredResult(told); round += 1) {
    const answers = await answersTo(told, ctx)
    if (answers === undefined) return told
    told = await call({ ...context, ...answers, question_state: told.requestState })
  }
  return told
}

type Answers = Partial<Pick<CallContext, 'answered' | 'answered_sign_in'>>

async function answersTo({ inputRequests }: InputRequiredResult, ctx: ServerContext): Promise<Answers | undefined> {
  const [question, page] = [inputRequests?.[QUESTION], inputRequests?.[SIGN_IN]]
  if (question?.method === 'elicitation/create') {
    return { answered: await answerTo({ mode: 'form', ...question.params }, ctx) }
  }
  if (page?.method === 'elicitation/create' && page.params.mode === 'url') {
    // Only the older era has this id.
    return { answered_sign_in: await answerTo({ ...page.params, elicitationId: randomUUID() }, ctx) }
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
    // An error comes from a program. No answer until the question is too old may mean that a person did not react.
    return error instanceof ProtocolError ? { action: 'error', failed: true } : { action: 'cancel' }
  }
}
