import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import type { ApiCredential } from '../client/credential.ts'
import { parseJson } from '../client/errors.ts'
import { textOf } from '../client/unpacked.ts'
import { untried } from './verdict.ts'

/** What a service answered, as it came. */
export interface Answer {
  readonly method: string
  /** Below the base address, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body; undefined where it is not JSON. */
  readonly json: unknown
  /** False for an operation whose path the document does not give: we assumed it. */
  readonly stated: boolean
}

export interface Sending {
  /** The credential; null for none; absent for the caller's own. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON; a text or bytes as they are. */
  readonly body?: unknown
}

/** Sends requests exactly as they are written, and keeps every answer. */
export interface Probe {
  readonly answers: readonly Answer[]
  /** Waits and sends again after a 429, as often as three times. @throws {Ended} untried, the run was ended meanwhile */
  send(method: string, path: string, asking?: Sending): Promise<Answer>
  /** The same without waiting: also a 429 is an answer. */
  sendOnce(method: string, path: string, asking?: Sending): Promise<Answer>
  /** Waits so many milliseconds. @throws {Ended} untried, the run was ended meanwhile */
  pause(milliseconds: number): Promise<void>
  /** Does something to its end: meanwhile the end of the run ends no pause. */
  outlasting<Value>(work: () => Promise<Value>): Promise<Value>
  /** For addresses that the service gave: nothing of ours is sent with them. */
  plain(method: 'GET' | 'PUT', address: string, body?: string): Promise<Pick<Answer, 'status' | 'text'>>
  close(): Promise<void>
}

/** The longest time for one request, in milliseconds: a creation may wait 20 s for its plan. */
const REQUEST_MS = 60_000
/** The longest pause after a 429, and how often a request is repeated after one. */
const PAUSE_MS = 65_000
const REPEATS = 3

/**
 * Opens a probe. Redirects are not followed. The signal ends pauses, never a request, whose outcome would then be unknown.
 *
 * @throws {Error} at a request: as undici does where nobody answers
 */
export function openProbe(
  { baseUrl, credential }: Pick<ApiCredential, 'baseUrl' | 'credential'>,
  signal?: AbortSignal,
): Probe {
  const agent = new Agent({ maxResponseSize: 16 * 1024 * 1024, headersTimeout: REQUEST_MS, bodyTimeout: REQUEST_MS })
  const base = new URL(baseUrl)
  const answers: Answer[] = []
  const once = async (method: Dispatcher.HttpMethod, path: string, asking: Sending): Promise<Answer> => {
    const { key = credential, query = {} } = asking
    const search = new URLSearchParams(query).toString()
    const whole = `${base.pathname.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
    const headers = { ...authorization, 'accept-encoding': 'identity', ...typeOf(asking.body), ...asking.headers }
    const body = asking.body === undefined ? null : written(asking.body)
    const answer = await agent.request({ origin: base.origin, method, path: whole, headers, body })
    const text = await textOf(answer, spoilt)
    const facts = { status: answer.statusCode, headers: answer.headers, text, json: parseJson(text) }
    const seen = { method, path, ...facts, stated: isStated(method, path) }
    answers.push(seen)
    return seen
  }
  let ending = signal
  const pause = async (milliseconds: number) => {
    await sleep(milliseconds, undefined, { signal: ending }).catch(() => {
      throw untried('the run was ended')
    })
  }
  const verbOf = (method: string) => METHODS.find(name => name === method) ?? 'GET'
  return {
    answers,
    pause,
    async outlasting(work) {
      ending = undefined
      return await work().finally(() => {
        ending = signal
      })
    },
    sendOnce: (method, path, asking = {}) => once(verbOf(method), path, asking),
    async send(method, path, asking = {}) {
      for (let repeat = 0; ; repeat += 1) {
        const answer = await once(verbOf(method), path, asking)
        const wait = pauseOf(answer)
        if (wait === undefined || repeat === REPEATS) return answer
        await pause(wait)
      }
    },
    async plain(method, address, body) {
      const { origin, pathname, search } = new URL(address)
      const answer = await agent.request({ origin, method, path: `${pathname}${search}`, body: body ?? null })
      return { status: answer.statusCode, text: await textOf(answer, spoilt) }
    },
    close: () => agent.destroy(),
  }
}

function spoilt(what: string): Error {
  return new Error(`an answer came ${what}`)
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Milliseconds to wait before the request is repeated; undefined where it is not refused for its rate, or for too long. */
export function pauseOf({ status, headers }: Answer): number | undefined {
  if (status !== 429) return undefined
  const seconds = Number(headers['retry-after'] ?? 1)
  const pause = Number.isFinite(seconds) ? seconds * 1000 + 100 : 1000
  return pause > PAUSE_MS ? undefined : pause
}

function typeOf(body: unknown): Record<string, string> {
  return body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }
}

function written(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

/** Operations that the document mentions without a path (contract, Other operations), and reading a plan. */
const ASSUMED =
  /^(?:PATCH \/v1\/batches\/|GET \/v1\/batches\/[^/]+\/(?:plan|segments)$|\w+ \/v1\/(?:uploads|glossaries))/

function isStated(method: string, path: string): boolean {
  return !ASSUMED.test(`${method} ${path}`)
}

/** The value under these names, in objects; undefined where there is none. */
export function valueAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
    value,
  )
}
