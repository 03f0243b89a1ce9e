import { expect, it } from 'vitest'
import { FAMILIES, FILE_KINDS } from '../../src/contract/formats.ts'
import { api } from '../../src/contract/operations.ts'
import { builtExtensions } from '../../src/formats/index.ts'
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

it('lists the formats this build reads and the largest upload of all families [LIM-2] [LIM-3]', async () => {
  const { capabilities, entitlements } = await world.call(api.account.get)
  expect(capabilities.supported_formats).toEqual([...builtExtensions])
  const known = Object.values(FILE_KINDS).flatMap(family => Object.keys(family.extensions))
  expect(known).toEqual(expect.arrayContaining(capabilities.supported_formats))
  expect(Object.keys(FAMILIES)).toHaveLength(12)
  expect(entitlements.max_upload_bytes).toBe(60 * 1024 * 1024)
})

it('lists the supported languages by their BCP 47 tags, in one page [LNG-1]', async () => {
  const languages = await world.list(api.languages.list)
  expect(languages).toMatchObject({ has_more: false, next_cursor: null, limit: languages.data.length })
  expect(languages.data).toContainEqual({ tag: 'pt-BR', name: 'Brazilian Portuguese' })
  for (const { tag } of languages.data) expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
})
