import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { signInOld } from '../support/oauth-hosts.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../support/sign-in.ts'
import { startHostedTeam } from '../support/team.ts'

const Body = z.object({ refresh_token: z.string().optional(), access_token: z.string().optional() })

async function refresh(at: string, token: string) {
  const asked = { grant_type: 'refresh_token', client_id: 'translation-cli', refresh_token: token }
  const answer = await fetch(`${at}/oauth/token`, { method: 'POST', body: new URLSearchParams(asked) })
  return { ...Body.parse(await answer.json()), status: answer.status }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The built program as another process on the data folder of a world, under the same public address. */
async function processBeside(world: OAuthWorld): Promise<string> {
  const [place, port] = [makePlace(), await freePort()]
  const env = { TRANSLATION_DATA_DIR: world.dataDir }
  const args = ['service', '--public-url', world.issuer, '--port', `${port}`, '--refresh-leeway-seconds', '5', '--json']
  await startProgram(args, { place, env }).heard('\n', 'stdout')
  return `http://127.0.0.1:${port}`
}

describe('a refresh token that is presented by several at once, to two processes', () => {
  it('has one successor in each of 24 rounds of 12, which all may use, and a late use ends it for all', async () => {
    const world = await startOAuthWorld({ oauth: { refresh_leeway_seconds: 5 } })
    const places = [world.baseUrl, await processBeside(world)]
    let token = (await signIn(world)).refresh_token ?? ''
    let stolen = ''
    // No more than an address may ask for in a minute at both together.
    for (let round = 0; round < 24; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => refresh(places[n % places.length] ?? '', token)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
      const [first] = answers
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
      for (const { access_token = '' } of answers) await world.call(api.account.get, { key: access_token })
      stolen = token
      token = first?.refresh_token ?? ''
    }
    await new Promise(resolve => setTimeout(resolve, 6000))
    expect((await refresh(places[1] ?? '', stolen)).status).toBe(400)
    for (const place of places) expect((await refresh(place, token)).status).toBe(400)
  })
})

describe('an assistant that is granted reading, in front of a hosted service', () => {
  it('spends nothing before its member has ticked that herself, and is then let go on', async () => {
    const team = await startHostedTeam()
    const host = await signInOld(team.mcp, { member: 'olga', ticked: 'as shown' })
    const wish = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'] }
    await expect(host.call('create_batch', wish)).rejects.toThrow()
    // She presses the button without reading: what spends is still not ticked.
    await host.agree({ member: 'olga', ticked: 'as shown' })
    const told = await host.call('create_batch', wish)
    expect(told.text).toContain('was not granted batches:create')
    const again = await signInOld(team.mcp, { member: 'olga' })
    expect((await again.call('create_batch', wish)).failed).toBe(false)
  })
})
