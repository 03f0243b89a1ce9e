import * as oauth from 'openid-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { api } from '../../../src/contract/operations.ts'
import { CLI_CLIENT_ID } from '../../../src/service/oauth/options.ts'
import { type OAuthWorld, signIn, startOAuthWorld, type Tokens } from '../../support/sign-in.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: OAuthWorld
/** Another process on the same data folder, as it were. */
let beside: World
beforeAll(async () => {
  world = await startOAuthWorld()
  beside = await startWorld({ clock: () => Date.now(), dataDir: world.dataDir, oauth: { issuer: world.issuer } })
})

afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

const text = z.string().optional()
const Body = z.object({ refresh_token: text, access_token: text, error: text })
type Answer = z.output<typeof Body> & { readonly status: number }

async function refresh(token: string | undefined, at = world.baseUrl): Promise<Answer> {
  const asked = { grant_type: 'refresh_token', client_id: CLI_CLIENT_ID, refresh_token: token ?? '' }
  const answer = await fetch(`${at}/oauth/token`, { method: 'POST', body: new URLSearchParams(asked) })
  return { ...Body.parse(await answer.json()), status: answer.status }
}

const begin = async (): Promise<Tokens> => signIn(world)
const distinct = (answers: readonly Answer[]) => new Set(answers.map(({ refresh_token }) => refresh_token))

describe('a refresh token that is presented twice', () => {
  it('within the leeway is answered with the same successor, so there is one chain [OAU-1]', async () => {
    const { refresh_token } = await begin()
    const first = await refresh(refresh_token)
    pass(20)
    const again = await refresh(refresh_token)
    expect(again.refresh_token).toBe(first.refresh_token)
    expect(again.refresh_token).not.toBe(refresh_token)
    // Whichever of the two goes on, the other one is not cut off within the leeway.
    const next = await refresh(first.refresh_token)
    expect((await refresh(again.refresh_token)).refresh_token).toBe(next.refresh_token)
  })

  it('within the leeway by a thief and its owner: whoever of them comes later again ends the connection [OAU-1]', async () => {
    const { refresh_token } = await begin()
    const [owner, thief] = [await refresh(refresh_token), await refresh(refresh_token)]
    const next = await refresh(owner.refresh_token)
    pass(31)
    expect(await refresh(thief.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await refresh(next.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await world.refuse(api.account.get, { key: next.access_token ?? '' })).toMatchObject({ status: 401 })
  })

  it('at once, eight times by two processes, has one successor too, and each answer is usable [OAU-1]', async () => {
    const { refresh_token } = await begin()
    const at = (index: number) => (index % 2 === 0 ? world.baseUrl : beside.baseUrl)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => refresh(refresh_token, at(index))))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(distinct(answers).size).toBe(1)
    for (const { access_token = '' } of answers) await world.call(api.account.get, { key: access_token })
    expect((await refresh(answers[0]?.refresh_token, beside.baseUrl)).status).toBe(200)
  })

  it('has a successor that cannot be told from it without the keys of the service [OAU-1]', async () => {
    const cli = await world.client()
    const { refresh_token = '' } = await begin()
    const next = await oauth.refreshTokenGrant(cli, refresh_token)
    expect(next.refresh_token).toMatch(/^[\w-]{43}$/)
    expect((await refresh(`${next.refresh_token?.slice(0, -1)}~`)).status).toBe(400)
  })
})
