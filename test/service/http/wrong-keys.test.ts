import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { createWrongKeys } from '../../../src/service/http/wrong-keys.ts'
import { startWorld } from '../../support/world.ts'

const world = await startWorld({ settings: { trusted_hops: 1, requests_per_minute: 60 } })

async function account(key: string, from: string, { baseUrl } = world) {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from }
  const { statusCode, headers: answered, body } = await request(`${baseUrl}/v1/account`, { headers })
  await body.dump()
  return { status: statusCode, retryAfter: answered['retry-after'] }
}

const guess = (turn: number) => `tsk_live_${String(turn).padStart(43, 'x')}`

describe('who tries keys that nobody has', () => {
  it('is slowed down by address, and keeps nobody out there whose key is right, seen before or not [KEY-2, LIM-1]', async () => {
    const [guesser, elsewhere] = ['198.51.100.7', '198.51.100.8']
    for (let turn = 0; turn < 60; turn += 1) expect((await account(guess(turn), guesser)).status).toBe(401)
    const slowed = await account(guess(60), guesser)
    expect(slowed).toEqual({ status: 429, retryAfter: expect.stringMatching(/^[1-9]\d?$/) })
    expect((await account('no-key-at-all', guesser)).status).toBe(429)
    const { secret } = await world.issueKey(SCOPE_NAMES)
    for (const key of [world.key, secret]) expect((await account(key, guesser)).status).toBe(200)
    expect((await account(guess(61), elsewhere)).status).toBe(401)
  })

  it('locks out none of those behind the same proxy where no proxy is trusted, whatever address is claimed [KEY-2, LIM-1]', async () => {
    const behind = await startWorld({ settings: { requests_per_minute: 60 } })
    for (let turn = 0; turn < 70; turn += 1) {
      const { status } = await account(guess(turn), `198.51.100.${turn}`, behind)
      expect(status).toBe(turn < 60 ? 401 : 429)
    }
    const { secret } = await behind.issueKey(SCOPE_NAMES)
    for (const key of [behind.key, secret]) expect((await account(key, '203.0.113.9', behind)).status).toBe(200)
  })

  it('may try again when the time is over, and is remembered no longer', async () => {
    const wrong = createWrongKeys(2, 0.2)
    for (let turn = 0; turn < 2; turn += 1) await wrong.refused('a')
    await expect(wrong.refused('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    await expect(wrong.refused('b')).resolves.toBeUndefined()
    await setTimeout(250)
    await expect(wrong.refused('a')).resolves.toBeUndefined()
  })
})
