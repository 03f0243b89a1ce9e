import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startAuthority } from '../support/authority.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

/** A data folder that nothing is in yet. */
const ownFolder = () => ({ TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })

describe('the program over HTTP', () => {
  it.each([
    ['for everybody on another interface', ['http', '--auth', 'none', '--host', '0.0.0.0'], 'leave out --auth none'],
    ['for everybody behind a proxy', ['http', '--auth', 'none', '--public-url', 'https://t.example'], 'lets others in'],
    ['beyond this machine without an address', ['http', '--host', '0.0.0.0'], 'needs --public-url'],
    ['in clear beyond this machine', ['http', '--host', '0.0.0.0', '--public-url', 'http://t.example'], 'https://'],
    ['with one key for its own service', ['http', '--port', '0', '--credential', 'key'], 'set --api-url'],
    ['with one key for whoever comes', ['http', '--auth', 'none', '--credential', 'key'], 'members who sign in'],
    ['with what it does not know', ['http', 'now', '--auth', 'none'], 'takes no "now"'],
  ])('does not start %s [MCP-12]', async (_how, args, said) => {
    const { code, stdout, stderr } = await ran(args, ownFolder())
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
  })

  it.each([
    [
      'without a client that may exchange',
      {},
      2,
      'set TRANSLATION_OAUTH_CLIENT_ID and TRANSLATION_OAUTH_CLIENT_SECRET',
    ],
    ['where tokens cannot be exchanged', { TRANSLATION_OAUTH_CLIENT_SECRET: 'planted' }, 2, 'does not exchange tokens'],
  ])(
    'does not start for members of a hosted service %s, and says what to set [OAU-5]',
    async (_how, given, code, said) => {
      const authority = await startAuthority()
      const env = { ...ownFolder(), TRANSLATION_API_URL: authority.url, ...given }
      const ended = await ran(['http', '--port', '0'], env)
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
      expect(ended.stderr).toContain('--credential key with TRANSLATION_API_KEY')
      expect(ended.stderr).not.toContain('planted')
      expect(authority.asked).toEqual([])
    },
  )
})
