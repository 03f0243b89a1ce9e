import { describe, expect, it } from 'vitest'
import { limitedBySession } from '../../src/cli/limited-sessions.ts'
import type { Client } from '../../src/client/client.ts'
import { ApiError } from '../../src/client/errors.ts'
import { api } from '../../src/contract/operations.ts'
import { ACCOUNT, batch } from '../support/answers.ts'
import { cannedParts, found } from '../support/canned.ts'
import { listening } from './listening.ts'

const EACH = 3
const TOGETHER = 150

/** The clients of an endpoint without sign-in, over a service that answers everything. */
async function limited() {
  const { parts, faults } = await cannedParts({
    'GET /v1/account': ACCOUNT,
    'POST /v1/batches': () => found({ batch: batch() }, 201),
  })
  return { parts, faults, clientOf: limitedBySession(parts.client, { requests_per_minute: EACH }) }
}

/** What became of so many calls: how many were answered, and what the others were told. */
async function calls(client: Client, count: number) {
  const told: string[] = []
  for (let call = 0; call < count; call += 1) {
    const refusal = await client.call(api.account.get, {}).then(
      () => undefined,
      error => error,
    )
    if (refusal !== undefined && !(refusal instanceof ApiError && refusal.code === 'rate_limited')) throw refusal
    if (refusal instanceof ApiError) told.push(refusal.message)
  }
  return { answered: count - told.length, told }
}

describe('without sign-in', () => {
  it('each session has a limit of its own [LIM-1]', async () => {
    const { clientOf } = await limited()
    const [busy, quiet] = [clientOf('session'), clientOf('session')]
    expect(await calls(busy, 5)).toEqual({
      answered: EACH,
      told: Array.from({ length: 2 }, () => `Over ${EACH} calls in a minute by this session.`),
    })
    expect((await calls(quiet, EACH)).answered).toBe(EACH)
  })

  it('many sessions have one limit together, so that no number of them is without one [LIM-1]', async () => {
    const { clientOf, faults } = await limited()
    let told: string[] = []
    for (let session = 0; session < 52; session += 1) told = [...told, ...(await calls(clientOf('session'), EACH)).told]
    expect(faults.seen).toHaveLength(TOGETHER)
    expect(new Set(told)).toEqual(new Set([`Over ${TOGETHER} calls in a minute by all sessions together.`]))
    for (const caller of ['stateless', 'uploads'] as const) expect((await calls(clientOf(caller), 1)).answered).toBe(0)
  })

  it('a session that is over its own limit takes nothing from the others [LIM-1]', async () => {
    const { clientOf } = await limited()
    await calls(clientOf('session'), 100)
    for (let session = 1; session < TOGETHER / EACH; session += 1) {
      expect((await calls(clientOf('session'), EACH)).answered).toBe(EACH)
    }
  })

  it('files that come to upload addresses are counted too [LIM-1, UPL-1]', async () => {
    const { parts, clientOf, faults } = await limited()
    const { port, open } = await listening(parts, { uploading: clientOf('uploads') })
    const send = async () => (await fetch(await open(), { method: 'PUT', body: 'Good morning' })).status
    const all = [await send(), await send(), await send(), await send()]
    expect(all).toEqual([201, 201, 201, 429])
    expect(faults.seen).toHaveLength(EACH)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  })
})
