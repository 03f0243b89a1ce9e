import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

describe('signing in with a browser', () => {
  it('gives a token that the API takes, as the connection [OAU-1] [ACC-1]', async () => {
    const tokens = await signIn(world, { scope: 'account:read batches:read' })
    expect(tokens.access_token).not.toContain('.')
    const { credential, workspace } = await world.call(api.account.get, { key: tokens.access_token })
    expect(credential).toMatchObject({ kind: 'oauth', name: 'Translation command line' })
    expect(credential.scopes).toEqual(['account:read', 'batches:read'])
    expect(workspace.id).toBe(world.workspace.id)
  })
})
