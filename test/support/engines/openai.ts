/** An endpoint as https://platform.openai.com/docs/api-reference/chat documents it. Its model translates by the function given. */
import { askedIn, dataIn, type Shown } from './given.ts'
import { type Reply, type Server, serve } from './server.ts'

export interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}
const TEN_EACH: Usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }

/** A completion with this text. */
export function completion(
  content: string | null,
  more: { refusal?: string; finish_reason?: string; usage?: Usage | null } = {},
): Reply {
  const { refusal = null, finish_reason = 'stop', usage = TEN_EACH } = more
  const message = { role: 'assistant', content, refusal, annotations: [] }
  return {
    json: {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_760_000_000, model: 'tiny' },
      choices: [{ index: 0, message, logprobs: null, finish_reason }],
      ...(usage !== null && { usage }),
    },
  }
}

export function failure(
  status: number,
  code: string | null,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  return { status, headers, json: { error: { message, type: code ?? 'invalid_request_error', param: null, code } } }
}

export interface OpenAiOptions {
  /** The best form of output that it takes. */
  readonly form?: 'json_schema' | 'json_object' | 'text'
  readonly models?: readonly string[]
  /** What it charges for a request and its answer; null where it reports nothing. Ten tokens each unless given. */
  readonly usage?: (body: string, content: string) => Usage | null
}

/** Starts an endpoint at `/v1` that ends with the test. */
export function serveOpenAi(
  translate: (segment: Shown) => string,
  { form = 'json_schema', models = ['tiny'], usage = () => TEN_EACH }: OpenAiOptions = {},
): Promise<Server> {
  const forms = ['text', 'json_object', 'json_schema']
  return serve(({ method, path, body }) => {
    if (method === 'GET' && path === '/v1/models') {
      return { json: { object: 'list', data: models.map(id => ({ id, object: 'model', created: 1, owned_by: 'me' })) } }
    }
    if (method !== 'POST' || !path.startsWith('/v1/chat/completions')) return failure(404, null, 'Unknown request URL')
    const asked = askedIn(body)
    const wanted = asked.response_format?.type ?? 'text'
    if (forms.indexOf(wanted) > forms.indexOf(form)) {
      return failure(
        400,
        null,
        `Invalid parameter: 'response_format' of type '${wanted}' is not supported with this model.`,
      )
    }
    const { segments } = dataIn(asked)
    const content = JSON.stringify(Object.fromEntries(segments.map(segment => [segment.id, translate(segment)])))
    const text = wanted === 'text' ? `<think>Hm, {so}.</think>\nHere it is:\n\`\`\`json\n${content}\n\`\`\`` : content
    return completion(text, { usage: usage(body, text) })
  })
}
