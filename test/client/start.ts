import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import { type Clock, systemClock } from '../../src/client/deadline.ts'
import { type Faults, startFaults } from '../support/faults.ts'

/** The credential planted in every test here; nothing may ever show it. */
export const SECRET = 'tms_live_S3cretS3cretS3cret'
export const NOON = Date.parse('2026-11-21T12:00:00.000Z')

/** A clock whose pauses take no time and are written down. */
export function jumpingClock(): Clock & { pauses: number[] } {
  const pauses: number[] = []
  let now = NOON
  return {
    pauses,
    now: () => now,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      pauses.push(ms)
      now += ms
    },
    after: systemClock.after,
  }
}

export interface Started {
  faults: Faults
  client: Client
  pauses: number[]
}

/** A client that talks to `behind` through the fault injector; both end with the test. No jitter unless said. */
export async function start(
  behind: Parameters<typeof startFaults>[0],
  options: Partial<ClientOptions> = {},
): Promise<Started> {
  const faults = await startFaults(behind)
  const clock = jumpingClock()
  const connect = async () => ({ baseUrl: faults.url, credential: SECRET })
  const client = createClient({ connect, userAgent: 'translation-mcp/test', clock, random: () => 0, ...options })
  onTestFinished(async () => {
    await client.close()
    await faults.close()
  })
  return { faults, client, pauses: clock.pauses }
}

/** The success envelope around an object. */
export function object(data: object, status = 200) {
  return { status, body: { data, request_id: 'req_1' } }
}

/** The error envelope. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}) {
  const error = { type: 'api_error', code, message: `refused: ${code}`, docs_url: `https://docs.test/errors#${code}` }
  return { kind: 'answer', status, headers, body: { error, request_id: 'req_9' } } as const
}

/** What a promise was rejected with. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expectedFailure(),
    (error: unknown) => error,
  )
}

function expectedFailure(): never {
  throw new Error('expected a failure')
}

export const LANGUAGES = {
  status: 200,
  body: { data: [{ tag: 'de', name: 'German' }], has_more: false, next_cursor: null, limit: 100, request_id: 'req_1' },
}

/** A batch as the service shows it; single fields may differ. */
export function batch(changes: object = {}) {
  return {
    id: 'bat_1',
    name: null,
    file_name: 'a.txt',
    status: 'awaiting_review',
    translation_mode: null,
    quality_tier: null,
    word_count: 3,
    credit_cost: null,
    is_sample: false,
    archived: false,
    progress: { phase: null, percent: null, updated_at: null },
    error: null,
    created_at: null,
    completed_at: null,
    ...changes,
  }
}
