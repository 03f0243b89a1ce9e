/** An endpoint with chat completions that answers at once, whoever asks: it translates the texts that it finds in a prompt. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { getEncoding } from 'js-tiktoken'
import * as z from 'zod'
import { ShownSegments } from '../../support/engines/given.ts'
import { inGerman } from './words.ts'

const Asked = z.object({ messages: z.array(z.object({ content: z.unknown() })) })
const Ours = z.object({ segments: ShownSegments })
const Items = z.array(z.looseObject({ id: z.number(), original: z.string().optional() }))

export interface Endpoint {
  /** With the version, `http://127.0.0.1:1234/v1`. */
  readonly url: string
  /** The prompts since it was last asked, and the milliseconds that answering took. */
  taken(): { readonly prompts: readonly string[]; readonly ms: number }
  /** What is done to each translation, and what happens after each answer. */
  behave(how: { readonly spoil?: (translation: string) => string; readonly answered?: () => void }): void
  close(): void
}

export async function startEndpoint(): Promise<Endpoint> {
  let prompts: string[] = []
  let ms = 0
  let spoil = (translation: string): string => translation
  let answered: () => void = () => undefined
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const start = performance.now()
    const { data } = Asked.safeParse(body === '' ? undefined : JSON.parse(body))
    const messages = (data?.messages ?? []).map(({ content }) => textOf(content))
    if (data !== undefined) prompts.push(messages.join('\n'))
    // Some send along all that was said before.
    const content = answerTo(messages.at(-1) ?? '', one => spoil(inGerman(one)))
    const message = { role: 'assistant', content }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_760_000_000, model: 'fake' },
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
    ms += performance.now() - start
    if (data !== undefined) answered()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`,
    taken() {
      const all = { prompts, ms }
      prompts = []
      ms = 0
      return all
    },
    behave(how) {
      spoil = how.spoil ?? (translation => translation)
      answered = how.answered ?? (() => undefined)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const tokens = getEncoding('o200k_base')

/** Tokens of prompts (o200k). */
export function tokensOf(prompts: readonly string[]): number {
  return prompts.reduce((sum, prompt) => sum + tokens.encode(prompt).length, 0)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = z.array(z.object({ text: z.string() })).safeParse(content)
  return (parts.data ?? []).map(part => part.text).join('\n')
}

/** What a model would answer to a prompt of one of the programs: the JSON that is in it, its texts translated. */
function answerTo(prompt: string, translate: (text: string) => string): string {
  const data = longestJson(prompt)
  const ours = Ours.safeParse(data)
  if (ours.success)
    return JSON.stringify(Object.fromEntries(ours.data.segments.map(one => [one.id, translate(one.text)])))
  const items = Items.safeParse(data)
  if (items.success) {
    const answered = items.data.map(({ id, original = '', translated }) =>
      translated === undefined
        ? { id, translated: translate(original) }
        : { id, valid: true, issue: '', fixedTranslation: '' },
    )
    return JSON.stringify({ items: answered })
  }
  const nested = z.looseObject({ data: z.record(z.string(), z.unknown()) }).safeParse(data)
  return JSON.stringify(
    nested.success ? { ...nested.data, data: mapped(nested.data.data, translate) } : mapped(data, translate),
  )
}

function mapped(value: unknown, translate: (text: string) => string): unknown {
  if (typeof value === 'string') return translate(value)
  if (Array.isArray(value)) return value.map(one => mapped(one, translate))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, translate)]))
}

/** The longest object or list in a text that is JSON. */
function longestJson(prompt: string): unknown {
  let longest = ''
  for (let at = 0; at < prompt.length; at += 1) {
    if (prompt[at] !== '{' && prompt[at] !== '[') continue
    const found = jsonFrom(prompt, at)
    if (found === undefined) continue
    if (found.length > longest.length) longest = found
    at += found.length - 1
  }
  return longest === '' ? {} : JSON.parse(longest)
}

function jsonFrom(prompt: string, start: number): string | undefined {
  let depth = 0
  let quoted = false
  for (let at = start; at < prompt.length; at += 1) {
    const sign = prompt[at]
    if (sign === '\\') at += 1
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '{' || sign === '[')) depth += 1
    else if (!quoted && (sign === '}' || sign === ']')) depth -= 1
    if (depth === 0) {
      const text = prompt.slice(start, at + 1)
      return isJson(text) ? text : undefined
    }
  }
  return undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
