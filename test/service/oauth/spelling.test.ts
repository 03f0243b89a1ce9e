import { beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../../support/raw-request.ts'
import { startOAuthWorld } from '../../support/sign-in.ts'
import { startTeam, type Team } from '../../support/team.ts'

/** Request targets that are no address. */
const BROKEN = ['//', '/\\', 'http://[', '//oauth/token', '/%', '/oauth/%']

describe('a request target that is no address', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })

  it.each(BROKEN)('%s is refused by the service, which goes on', async target => {
    const { baseUrl } = team.world
    expect(await statusOf(baseUrl, target)).toBeGreaterThanOrEqual(400)
    expect(await statusOf(baseUrl, '/.well-known/oauth-authorization-server')).toBe(200)
  })

  it.each(BROKEN)('%s is refused by the MCP server, which goes on', async target => {
    const { mcp } = team
    expect(await statusOf(mcp, target)).toBeGreaterThanOrEqual(400)
    expect(await statusOf(mcp, '/healthz')).toBe(200)
  })
})

describe('another spelling of a path', () => {
  const limits = { sign_in: 1000, device: 2, registration: 2, token: 2 }

  it('passes no limit and no rule of that path by [OAU-1]', async () => {
    const { issuer } = await startOAuthWorld({ oauth: { limits } })
    for (const path of ['token', 'register', 'device', 'device-authorization', 'introspect', 'revoke']) {
      const spellings = [
        path.toUpperCase(),
        `${path}/`,
        `./${path}`,
        `%${path.charCodeAt(0).toString(16)}${path.slice(1)}`,
      ]
      for (const spelled of spellings)
        expect([spelled, await statusOf(issuer, `/oauth/${spelled}`, 'POST')]).toEqual([spelled, 404])
    }
    for (const path of [
      '/oauth/AUTHORIZE',
      '/oauth/authorize/',
      '/oauth/Device?user_code=BBBB-BBBB',
      '/oauth/end-session/success',
    ]) {
      expect([path, await statusOf(issuer, path)]).toEqual([path, 404])
    }
  })
})
