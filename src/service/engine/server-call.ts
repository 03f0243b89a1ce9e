/** The HTTP call of an engine to its translation server, and what a failed call means in the words of engines. */
import * as z from 'zod'
import { limited } from '../../contract/limited.ts'
import { isShortage } from '../domain/shortage.ts'
import { EngineError } from './engine.ts'

export interface ServerCall {
  /** The server, as messages call it: `The model endpoint`. */
  readonly who: string
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
  /** For request and answer together, in milliseconds. */
  readonly timeout_ms: number
  /** Called where the time is over and no answer came: what was asked for may be charged all the same. */
  readonly unanswered?: () => void
}

export interface ServerAnswer {
  readonly status: number
  /** The body; undefined where it is no JSON. */
  readonly json: unknown
  /** How long the server wants us to wait, in milliseconds from now. */
  readonly retry_after_ms: number | undefined
}

/** Larger than any answer to a round of segments. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024

/** undici's code for a larger answer. */
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

type Dispatcher = import('undici').Agent
let agent: Promise<Dispatcher> | undefined

/** undici is imported at the first request. */
async function loaded(): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: LARGEST_ANSWER_BYTES })
}

/**
 * Sends a request and reads its answer whole, whatever its status.
 *
 * @throws {EngineError} passing without an answer in time: the line was cut, the name is unknown, or `signal` ended it
 * @throws {EngineError} unusable for an answer that is too large
 */
export async function callServer({
  who,
  url,
  method,
  headers,
  body,
  signal,
  timeout_ms,
  unanswered,
}: ServerCall): Promise<ServerAnswer> {
  const time = limited(timeout_ms, signal)
  agent ??= loaded()
  try {
    const answer = await (await agent).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers },
      signal: time.signal,
      ...(body !== undefined && { body }),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, json: parsed(text), retry_after_ms: retryAfter(answer.headers) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === TOO_LARGE)
      throw new EngineError('unusable', `${who} answered with more than a round of translations.`)
    if (isShortage(error)) throw error
    if (time.expired()) unanswered?.()
    throw new EngineError('passing', time.expired() ? `${who} did not answer in time.` : `${who} could not be reached.`)
  } finally {
    time.end()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The longest wait that a server may ask for, one day: after it the server is called again, so that the work goes on or fails. */
const LATEST_MS = 24 * 60 * 60_000

function retryAfter(headers: Headers): number | undefined {
  const said = waitSaid(headers)
  return said === undefined ? undefined : Math.min(said, LATEST_MS)
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). Some servers send `retry-after-ms`, too, which is more exact. */
function waitSaid(headers: Headers): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const said = headers['retry-after']
  if (typeof said !== 'string') return undefined
  if (/^\d+$/.test(said)) return Number(said) * 1000
  const until = Date.parse(said) - Date.now()
  return Number.isNaN(until) ? undefined : Math.max(0, until)
}

const Words = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
])
const MOST_WORDS = 200
/** What may be a key, or the name of an account. */
const TOKEN = /\b(?:(?:sk|org|key|proj)[-_][\w*-]+|(?=\w*\d)[\w-]{16,})/gi

/** What a server says about its failure, in one short line without keys; undefined where it says nothing. */
function wordsIn(json: unknown): string | undefined {
  const said =
    Words.safeParse(json)
      .data?.replaceAll(/[\p{C}\s]+/gu, ' ')
      .replaceAll(TOKEN, '…')
      .trim() ?? ''
  if (said === '') return undefined
  return said.length > MOST_WORDS ? `${said.slice(0, MOST_WORDS).trimEnd()}…` : said
}

const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429])

/** What a status other than 200 means, where the body says nothing more exact. */
export function failureOf(who: string, { status, json, retry_after_ms }: ServerAnswer): EngineError {
  if (status === 401 || status === 403) return new EngineError('refused', `${who} does not accept the key.`)
  if (status === 402) return new EngineError('quota', `${who} has no credit left for this key.`)
  if (status === 404) return new EngineError('refused', `${who} is not at the address that is set.`)
  if (PASSING.has(status) || status >= 500) {
    if (status === 429)
      return new EngineError('passing', `${who} takes no more for now.`, retry_after_ms, { said: wordsIn(json) })
    return new EngineError('passing', `${who} failed (status ${status}).`, retry_after_ms)
  }
  return new EngineError('unusable', `${who} does not accept what it was sent (status ${status}).`)
}
