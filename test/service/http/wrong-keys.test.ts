import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { manualClock, startWorld } from '../../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock, settings: { trusted_hops: 1, requests_per_minute: 60 } })

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
    const behind = await startWorld({ clock, settings: { requests_per_minute: 60 } })
    for (let turn = 0; turn < 70; turn += 1) {
      const { status } = await account(guess(turn), `198.51.100.${turn}`, behind)
      expect(status).toBe(turn < 60 ? 401 : 429)
    }
    const { secret } = await behind.issueKey(SCOPE_NAMES)
    for (const key of [behind.key, secret]) expect((await account(key, '203.0.113.9', behind)).status).toBe(200)
  })

  it('may try again when the minute is over, and is remembered no longer', async () => {
    const time = manualClock('2026-03-10T12:00:20Z')
    const limited = await startWorld({ clock: time, settings: { requests_per_minute: 2 } })
    const statuses = async () => {
      const answers: (number | string | undefined)[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const { status, retryAfter } = await account(guess(turn), '203.0.113.9', limited)
        answers.push(status === 429 ? String(retryAfter) : status)
      }
      return answers
    }
    expect(await statuses()).toEqual([401, 401, '40'])
    time.advance(40_000)
    expect(await statuses()).toEqual([401, 401, '60'])
  })

  it('is counted at all processes together, and no secret of what was tried is noted [KEY-3, LIM-1]', async () => {
    const settings = { trusted_hops: 1, requests_per_minute: 3 }
    const one = await startWorld({ clock, settings })
    const guesser = '198.51.100.9'
    for (let turn = 0; turn < 3; turn += 1) expect((await account(guess(turn), guesser, one)).status).toBe(401)
    const noted = async () => await one.db.selectFrom('rate_windows').select(['credential_id', 'requests']).execute()
    const row = { credential_id: `unknown from ${guesser}`, requests: 3 }
    await expect.poll(noted, { timeout: 20_000 }).toEqual([row])
    const two = await startWorld({ clock, settings, dataDir: one.dataDir })
    expect((await account(guess(4), guesser, two)).status).toBe(429)
    expect((await account(guess(4), '198.51.100.10', two)).status).toBe(401)
  })
})
