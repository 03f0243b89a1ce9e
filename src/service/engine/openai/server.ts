/** The protocol of chat completions: what is sent, and what each kind of answer means. */
import * as z from 'zod'
import { EngineError } from '../engine.ts'
import { callServer, failureOf, type ServerAnswer } from '../server-call.ts'

/** How an endpoint is asked to write its answer. */
export type OutputForm = 'json_schema' | 'json_object' | 'text'

/** What an answered request is charged: the tokens that the endpoint reports, and the text of its answer for where it reports none. */
export interface Charged {
  readonly total: number | undefined
  readonly content: string
}

export interface ModelEndpoint {
  /**
   * The text of the model's answer; `form_not_taken` where the endpoint does not know this form of output.
   * @throws {EngineError} when the server fails or refuses
   */
  complete(
    model: string,
    messages: readonly { role: string; content: string }[],
    form: OutputForm,
    schema: object,
    signal: AbortSignal | undefined,
    charged: (what: Charged | 'unanswered') => void,
  ): Promise<string | 'form_not_taken'>
  /** @throws {EngineError} when the server fails or refuses */
  models(): Promise<string[]>
}

const WHO = 'The model endpoint'
const COMPLETE_TIMEOUT_MS = 115_000
const MODELS_TIMEOUT_MS = 10_000

const Count = z.int().nonnegative()
const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Count.nullish() })
    .nullish()
    .catch(undefined),
})
const Failure = z.object({
  error: z.union([
    z.object({
      code: z.union([z.string(), z.number()]).nullish(),
      type: z.string().nullish(),
      message: z.string().nullish(),
    }),
    z.string().transform(message => ({ code: undefined, type: undefined, message })),
  ]),
})
const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** An endpoint by its base address; nothing is asked yet. The key goes into headers and nowhere else. */
export function openEndpoint(
  base: string,
  key: string | undefined,
  timeout_ms: number = COMPLETE_TIMEOUT_MS,
): ModelEndpoint {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...keyHeaders(base, key) }
  return {
    async complete(model, messages, form, schema, signal, charged) {
      const body = JSON.stringify({ model, messages, ...formOf(form, schema) })
      const url = at(base, 'chat/completions')
      const answer = await callServer({
        who: WHO,
        url,
        method: 'POST',
        headers,
        body,
        signal,
        timeout_ms,
        unanswered: () => charged('unanswered'),
      })
      return read(answer, form, charged)
    },
    async models() {
      const answer = await callServer({
        who: WHO,
        url: at(base, 'models'),
        method: 'GET',
        headers,
        timeout_ms: MODELS_TIMEOUT_MS,
      })
      if (answer.status !== 200) throw failed(answer)
      return Models.safeParse(answer.json).data?.data.map(({ id }) => id) ?? []
    },
  }
}

/** Azure's endpoints take the key in another header. */
function keyHeaders(base: string, key: string | undefined): Record<string, string> {
  if (key === undefined) return {}
  const azure = new URL(base).hostname.endsWith('.azure.com')
  return azure ? { 'api-key': key } : { authorization: `Bearer ${key}` }
}

/** The address of a method; a query in the base address (`?api-version=…`) is kept. */
function at(base: string, method: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${method}`
  return url
}

function formOf(form: OutputForm, schema: object): object {
  if (form === 'text') return {}
  if (form === 'json_object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'translations', strict: true, schema } } }
}

const ABOUT_FORM = /response_format|json_schema|json_object|structured|grammar|schema|not support/i

function read(answer: ServerAnswer, form: OutputForm, charged: (what: Charged) => void): string | 'form_not_taken' {
  const failure = Failure.safeParse(answer.json).data?.error
  const refusesInput = answer.status === 400 || answer.status === 422 || answer.status === 501
  if (refusesInput && form !== 'text' && ABOUT_FORM.test(failure?.message ?? JSON.stringify(answer.json) ?? '')) {
    return 'form_not_taken'
  }
  const completion = answer.status === 200 ? Completion.safeParse(answer.json).data : undefined
  const choice = completion?.choices[0]
  if (choice === undefined) throw failed(answer)
  const { usage } = completion ?? {}
  // An answer that is of no use is charged like any other.
  const total = usage && (usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens)
  charged({ total: total || undefined, content: choice.message.content ?? '' })
  if (choice.finish_reason === 'length') throw new EngineError('unusable', 'The answer of the model was cut off.')
  const { content, refusal } = choice.message
  if (typeof refusal === 'string' && refusal !== '')
    throw new EngineError('unusable', 'The model refused to translate.')
  return content ?? ''
}

const QUOTA: ReadonlySet<string> = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_credits'])

/** A used-up allowance and a rate limit have the same status: only codes tell them apart. Some endpoints answer a failure with 200. */
function failed(answer: ServerAnswer): EngineError {
  const failure = Failure.safeParse(answer.json).data?.error
  const codes = [failure?.code, failure?.type].filter(code => typeof code === 'string')
  if (codes.some(code => QUOTA.has(code))) return new EngineError('quota', `${WHO} has no credit left for this key.`)
  if (codes.includes('model_not_found'))
    return new EngineError('refused', `${WHO} does not have the model that is set.`)
  const status = answer.status === 200 && typeof failure?.code === 'number' ? failure.code : answer.status
  if (status !== 200) return failureOf(WHO, { ...answer, status })
  return new EngineError('unusable', `${WHO} answered with something else than a completion.`)
}
