import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import { limited } from '../../../contract/limited.ts'
import { systemCodeOf } from '../../../contract/system-errors.ts'
import { type BucketPlace, objectAddress } from './bucket-place.ts'
import type { Credentials, FindCredentials } from './credentials.ts'
import { awayBy, isTransient, StoreRefusal, Unanswered } from './faults.ts'
import { textIn, xmlAnswer } from './xml-answer.ts'

/** A request to the bucket: about an object, or about the bucket where `key` is left out. */
export interface ToStore {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Refusals that the caller understands; any other is thrown as FilesAway. */
  readonly knows?: readonly string[]
}

export type StoreAnswer = Dispatcher.ResponseData

/** How a request is sent, and an address signed that works without a credential. */
export interface Requests {
  /**
   * Sends a request, again where that may help, and gives its answer with a status of 200 to 299. Whoever gets it reads its body or
   * destroys it.
   *
   * @throws {StoreRefusal} a refusal that the request knows
   * @throws {FilesAway} any other, and a store that does not answer in time
   */
  send(asked: ToStore): Promise<StoreAnswer>
  /** An address for a GET, for so many seconds. */
  presigned(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>
}

/** How often a request is sent at most; how long is waited before the second time, twice as long each time after. In milliseconds. */
const MOST_SENT = 4
const FIRST_WAIT_MS = 200
/** Until the head of an answer; and between two pieces of its body. */
const ANSWER_MS = 60_000
const CONNECT_MS = 5000
const PIECE_MS = 30_000

let agent: Promise<Agent> | undefined

async function loaded(): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({ headersTimeout: ANSWER_MS, bodyTimeout: PIECE_MS, connect: { timeout: CONNECT_MS } })
}

/** Waits before the next try of something that failed `tries` times; somewhat by chance, so that many do not come at once. */
export async function pauseAfter(tries: number): Promise<void> {
  await setTimeout(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
}

export const mayTryAgain = (tries: number): boolean => tries < MOST_SENT

export function createRequests(place: BucketPlace, credentials: FindCredentials): Requests {
  const once = async (asked: ToStore): Promise<StoreAnswer> => {
    const { url, headers } = await signed(place, asked, await credentials())
    agent ??= loaded()
    const time = limited(ANSWER_MS)
    try {
      const request = { method: asked.method, headers, dispatcher: await agent, signal: time.signal }
      const { request: ask } = await import('undici')
      return await ask(url, { ...request, body: asked.body ?? null })
    } catch (error) {
      throw new Unanswered(systemCodeOf(error))
    } finally {
      time.end()
    }
  }
  const send = async (asked: ToStore): Promise<StoreAnswer> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await once(asked)
        if (answer.statusCode >= 200 && answer.statusCode < 300) return answer
        throw await refusalOf(answer)
      } catch (error) {
        if (error instanceof StoreRefusal && (asked.knows ?? []).includes(error.code)) throw error
        const again = error instanceof Unanswered || (error instanceof StoreRefusal && isTransient(error))
        if (!again || !mayTryAgain(tries)) throw awayBy(error)
        await pauseAfter(tries)
      }
    }
  }
  return {
    send,
    async presigned(key, query, seconds) {
      const url = objectAddress(place, key)
      for (const [name, value] of Object.entries({ ...query, 'X-Amz-Expires': String(seconds) }))
        url.searchParams.set(name, value)
      const signer = await signerOf(place, { url: url.href, method: 'GET', signQuery: true }, await credentials())
      return (await signer.sign()).url.href
    },
  }
}

async function signed(
  place: BucketPlace,
  { method, key = '', query = {}, headers = {}, body }: ToStore,
  by: Credentials,
) {
  const url = objectAddress(place, key)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  // The store checks what came by this, too.
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const all = { ...headers, 'x-amz-content-sha256': sha256 }
  const made = await (await signerOf(place, { url: url.href, method, headers: all }, by)).sign()
  return { url: made.url, headers: Object.fromEntries(made.headers) }
}

interface ToSign {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signQuery?: boolean
}

async function signerOf({ region }: BucketPlace, { headers = {}, ...asked }: ToSign, by: Credentials) {
  const { AwsV4Signer } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, sessionToken } = by
  const who = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  return new AwsV4Signer({ ...asked, ...who, headers: { ...headers }, service: 's3', region })
}

/** More than a store ever says of an error. */
const LONGEST_REFUSAL_BYTES = 64 * 1024

async function refusalOf({ statusCode, body }: StoreAnswer): Promise<StoreRefusal> {
  const text = await startOf(body)
  return new StoreRefusal(textIn(await xmlAnswer(text), 'Code'), statusCode)
}

async function startOf(body: StoreAnswer['body']): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  body.on('error', () => undefined)
  try {
    for await (const chunk of piecesIn(body)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > LONGEST_REFUSAL_BYTES) break
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).toString()
}

/** The bytes of a body as they come. */
export async function* piecesIn(body: StoreAnswer['body']): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) if (chunk instanceof Uint8Array) yield chunk
}
