import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

function written(name: string, content: string): string {
  const file = path.join(world.folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

it('a text that shows no language has that of its folder; one that does keeps its own [CRE-2, FMT-4]', async () => {
  const host = await world.open()
  const planned = async (file_path: string, more = {}) => {
    const { id } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'], ...more }))
    const { plan } = await world.call(api.batches.getPlan, { params: { batch_id: id } })
    return [plan?.source_language, plan?.source_language_from]
  }
  const short = '{"ok":"OK","mode":"Mode"}'
  expect(await planned(written('app/locales/fr/common.json', short))).toEqual(['fr', 'instruction'])
  expect(await planned(written('app/it/notes/common.json', short))).toEqual(['en', 'default'])
  const said = { source_language: 'es' }
  expect(await planned(written('web/locales/fr/common.json', short), said)).toEqual(['es', 'instruction'])
  const english = '{"hello":"Welcome back, please sign in with the address that we know of you."}'
  expect(await planned(written('shop/locales/fr/common.json', english))).toEqual(['en', 'detected'])
  // A folder named like a language that is not supported.
  expect(await planned(written('sm/common.json', short))).toEqual(['en', 'default'])
  // From a language into itself: the plan stays as it was.
  expect(await planned(written('app/locales/de/common.json', short))).toEqual(['en', 'default'])
})
