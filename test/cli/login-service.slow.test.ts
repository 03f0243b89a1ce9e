import { describe, expect, it } from 'vitest'
import { revokeConnections } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { makePlace, type Place, type Running, runProgram, startProgram } from '../support/program.ts'
import { approve, type MemberName, type OAuthWorld, startOAuthWorld } from '../support/sign-in.ts'

const PAGE = /^http\S+authorize\S+$/m

/** What the program finds on a machine whose display shows nothing: the person takes the printed address to a browser of hers. */
const env = { DISPLAY: ':99', TRANSLATION_LOGIN_STORE: 'file' }

async function login(place: Place, world: OAuthWorld, member: MemberName) {
  const running = startProgram(['login', '--api-url', world.baseUrl], { place, env })
  const callback = await approve(new URL(await pageOf(running)), { member })
  const page = await fetch(callback)
  expect(await page.text()).toContain('You are signed in.')
  return running.ended
}

async function pageOf(running: Running): Promise<string> {
  await running.heard('&code_challenge_method=S256')
  await running.heard('\n')
  return PAGE.exec(running.said('stderr'))?.[0] ?? ''
}

describe('the service of this program, as a hosted one', () => {
  it('takes a sign-in by browser, which may do what the member may and no more [OAU-4]', async () => {
    const [world, place] = [await startOAuthWorld(), makePlace()]
    const { code, stdout } = await login(place, world, 'rita')
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It may: account:read, batches:read.'),
    })
    const options = { place, env: { ...env, TRANSLATION_API_URL: world.baseUrl } }
    const status = await runProgram(['status'], options)
    expect(status.stdout).toMatch(/^as: +oauth Translation command line/m)
    expect((await runProgram(['logout'], options)).stdout).toContain('the connection is revoked there')
    expect((await runProgram(['status'], options)).stdout).toContain('nobody signed in')
  })

  it('ends a sign-in for good when its connection is revoked', async () => {
    const [world, place] = [await startOAuthWorld(), makePlace()]
    await login(place, world, 'ada')
    await write(world.db, tx => revokeConnections(tx, world.members.ada, Date.now()))
    const { code, stdout } = await runProgram(['status', '--api-url', world.baseUrl], { place, env })
    expect(code).toBe(1)
    expect(stdout).toContain('has expired or was revoked')
  })
})
