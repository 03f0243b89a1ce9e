import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { makePlace, runProgram, startProgram } from '../support/program.ts'

const IPV6 = Object.values(networkInterfaces()).some(found => found?.some(({ address }) => address === '::1'))

describe('translation-mcp service', () => {
  it('says how a member comes to sign in, in commands that fit its data folder [OAU-4]', async () => {
    const place = makePlace()
    const running = startProgram(['service', '--port', '0'], {
      place,
      env: { TRANSLATION_DATA_DIR: `${place.work}/my data` },
    })
    await running.heard("my data'.\n", 'stdout')
    running.child.kill('SIGTERM')
    await running.ended
    expect(running.said('stdout')).toMatch(
      /Members sign in with translation-mcp login --api-url (http:\/\/127\.0\.0\.1:\d+), once they have a password: node \S+\/main\.js members password NAME --data-dir '\/\S+\/my data'\.\n/,
    )
  })

  it.skipIf(!IPV6).each(['::1', '[::1]'])('answers at the address it says where it listens on %s alone', async host => {
    const place = makePlace()
    const running = startProgram(['service', '--host', host, '--json'], { place })
    await running.heard('}\n', 'stdout')
    const { base_url } = JSON.parse(running.said('stdout'))
    expect((await fetch(`${base_url}/v1/account`)).status).toBe(401)
    const metadata = await fetch(`${base_url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({ issuer: base_url })
    running.child.kill('SIGTERM')
    await running.ended
  })

  it('takes no secret of the exchanging client that could be guessed', async () => {
    const env = { TRANSLATION_OAUTH_CLIENT_SECRET: 'x'.repeat(31) }
    const { code, stderr } = await runProgram(['service', '--port', '0'], { place: makePlace(), env })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('at least 32 characters') })
    expect(stderr).not.toContain('xxx')
  })
})
