import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { startWorld } from '../support/world.ts'

const world = await startWorld()

it('shows the workspace, its balance, limits, the calling credential and what is possible [ACC-1] [EVT-1]', async () => {
  const account = await world.call(api.account.get)
  expect(account.workspace).toEqual({ id: world.workspace.id, name: 'Local workspace', slug: 'local', plan: 'local' })
  expect(account.credit_balance).toBe(200_000)
  expect(account.credential).toMatchObject({ kind: 'api_key', expires_at: null })
  expect(world.key.startsWith(account.credential.prefix)).toBe(true)
  expect(account.capabilities).toMatchObject({ batch_creation: true, webhooks: false })
})
