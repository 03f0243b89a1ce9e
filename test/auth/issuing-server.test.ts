import { describe, expect, it } from 'vitest'
import { issuingServerOf } from '../../src/auth/issuing-server.ts'
import { TOKEN_EXCHANGE } from '../../src/contract/grants.ts'
import { startAuthority } from '../support/authority.ts'

const CLIENT = { id: 'mcp-server', secret: 'planted' }
const grant_types_supported = [TOKEN_EXCHANGE]

describe('an authorization server in front of which members are served', () => {
  it('is taken as its metadata has it [OAU-5]', async () => {
    const jwks_uri = 'https://keys.example/jwks'
    const { url } = await startAuthority({ metadata: { grant_types_supported, jwks_uri } })
    expect(await issuingServerOf(url, CLIENT)).toMatchObject({ issuer: url, api: `${url}/v1`, jwks: new URL(jwks_uri) })
  })

  it.each([
    ['exchanges no tokens', {}, 'does not exchange tokens'],
    ['names no keys', { grant_types_supported }, 'does not say where its keys are'],
    ['names keys at no address', { grant_types_supported, jwks_uri: '/jwks' }, 'does not say where its keys are'],
    [
      'has keys that come in clear, for which others could be put in',
      { grant_types_supported, jwks_uri: 'http://keys.example/jwks' },
      'at an address that is not https',
    ],
  ])('is refused where it %s [OAU-5]', async (_what, metadata, said) => {
    const { url } = await startAuthority({ metadata })
    await expect(issuingServerOf(url, CLIENT)).rejects.toMatchObject({
      ...{ name: 'SignInFailed', code: 'unsuitable', message: expect.stringContaining(said) },
    })
  })
})
