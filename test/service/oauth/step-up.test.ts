import * as oauth from 'openid-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { revokeConnection } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { lastStepUp } from '../../../src/service/store/step-ups.ts'
import { EXCHANGE, type OAuthWorld, signIn, startOAuthWorld, type Tokens } from '../../support/sign-in.ts'

let world: OAuthWorld
let cli: oauth.Configuration
let server: oauth.Configuration
beforeAll(async () => {
  world = await startOAuthWorld()
  cli = await world.client()
  server = await world.client(EXCHANGE.id, oauth.ClientSecretBasic(EXCHANGE.secret))
})

afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
const refusedAs = (error: string) => expect.objectContaining({ error })
const reading = (member: 'ada' | 'olga') => signIn(world, { member, scope: 'account:read', resource: world.mcp })
const refresh = ({ refresh_token = '' }: Pick<Tokens, 'refresh_token'>) => oauth.refreshTokenGrant(cli, refresh_token)

/** As the MCP server says that a call needs a scope. */
async function need({ access_token }: Tokens, scope: string): Promise<void> {
  const subject = {
    subject_token: access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: world.api,
  }
  await expect(oauth.genericGrantRequest(server, TOKEN_EXCHANGE, { ...subject, scope })).rejects.toEqual(
    refusedAs('invalid_scope'),
  )
}

describe('a connection whose call needed more', () => {
  it('is not renewed for two minutes, so that its client asks the member, and then goes on as it is [OAU-2]', async () => {
    const tokens = await reading('olga')
    await need(tokens, 'batches:create')
    // After this answer the SDKs ask the member, and keep their tokens.
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('server_error'))
    // A client that takes it for a fault presents the token again. After this one it asks her, too.
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('invalid_grant'))
    pass(121)
    const next = await refresh(tokens)
    expect(next.scope).toBe('account:read')
    expect((await refresh(next)).scope).toBe('account:read')
  })

  it('goes on at once as it is when its member refuses to allow more [OAU-2]', async () => {
    const tokens = await reading('olga')
    await need(tokens, 'batches:create')
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('server_error'))
    const refused = signIn(world, { member: 'olga', scope: 'batches:create', resource: world.mcp, deny: true })
    await expect(refused).rejects.toEqual(refusedAs('access_denied'))
    expect((await refresh(tokens)).scope).toBe('account:read')
  })

  it('goes on at once as it is in another session of its client, once its member has allowed more [OAU-2]', async () => {
    const tokens = await reading('olga')
    await need(tokens, 'batches:create')
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('server_error'))
    const wider = { member: 'olga', scope: 'account:read batches:create', resource: world.mcp } as const
    expect((await signIn(world, wider)).scope).toBe('account:read batches:create')
    expect((await refresh(tokens)).scope).toBe('account:read')
    let shown = ''
    await signIn(world, { ...wider, seen: ({ html }) => (shown = html) })
    expect(shown).not.toContain('just asked')
  })

  it('goes on at once where no consent could help: the scope is over the ceiling, or there is none such [OAU-3]', async () => {
    const tokens = await reading('ada')
    await need(tokens, 'batches:create')
    await need(tokens, 'of:later')
    await refresh(tokens)
  })

  it('has no effect on other connections, and none is left when it ends [OAU-2]', async () => {
    const [tokens, other] = [await reading('olga'), await reading('olga')]
    await need(tokens, 'batches:create')
    await refresh(other)
    const who = { member_id: world.members.olga, client_id: 'translation-cli' }
    const step = await lastStepUp(world.db, who, Date.now())
    expect(step).toMatchObject({ scopes: ['batches:create'] })
    await write(world.db, tx => revokeConnection(tx, step?.connection_id ?? '', Date.now()))
    expect((await lastStepUp(world.db, who, Date.now()))?.connection_id).not.toBe(step?.connection_id)
  })
})
