import { getEncoding } from 'js-tiktoken'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})
const files = (folder: string, count: number) => severalFiles(world, folder, count)

describe('create_batch of several files', () => {
  it('sends the others where the answer for one breaks, and a repeat makes nothing twice [MCP-17, CRE-10]', async () => {
    const host = await world.open()
    const file_paths = files('faulty', 5)
    await host.call('get_account')
    const isUpload = (name: string) => (seen: { method: string; body: Buffer }) =>
      seen.method === 'POST' && seen.body.includes(`filename="${name}"`)
    const heal = world.faults.always({ kind: 'lose' }, isUpload('f02.json'))
    const first = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
    heal()
    expect(first.batches).toHaveLength(4)
    expect(first.failed).toMatchObject([{ file_path: file_paths[2], code: 'network_error' }])
    const again = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
    expect(again.batches.map(({ file_path }) => file_path)).toEqual(file_paths)
    const { data } = await world.list(api.batches.list, { query: { limit: '100' } })
    const ids = new Set(again.batches.map(({ id }) => id))
    const named = data.filter(({ file_name, created_at }) => file_name === 'f02.json' && created_at !== null)
    expect(named.filter(({ id }) => ids.has(id))).toHaveLength(1)
    expect(data.filter(({ id }) => ids.has(id))).toHaveLength(5)
  })

  it('keeps what is made when it is cancelled; the same call again goes on [MCP-17, MCP-8]', async () => {
    const host = await world.open()
    const file_paths = files('cancelled', 12)
    const stop = new AbortController()
    const before = world.faults.seen.length
    const sent = () =>
      world.faults.seen.slice(before).filter(({ method, path }) => `${method} ${path}` === 'POST /v1/batches')
    const watching = setInterval(() => {
      if (sent().length >= 3) stop.abort()
    }, 2)
    const cancelled = host.call('create_batch', { file_paths, ...GERMAN }, { signal: stop.signal })
    await expect(cancelled).rejects.toThrow()
    clearInterval(watching)
    const again = severalIn(await host.call('create_batch', { file_paths, ...GERMAN }))
    expect(again.batches).toHaveLength(12)
    const reused = again.batches.filter(({ reused }) => reused === true)
    expect(reused.length).toBeGreaterThanOrEqual(1)
    const { data } = await world.list(api.batches.list, { query: { limit: '100' } })
    const ids = new Set(again.batches.map(({ id }) => id))
    expect(data.filter(({ id }) => ids.has(id))).toHaveLength(12)
  })

  it('tells of 50 files in at most 8,000 tokens [MCP-17, MCP-6]', async () => {
    const host = await world.open()
    const told = await host.call('create_batch', {
      file_paths: files('fifty', 50),
      target_languages: ['de', 'fr', 'pt-BR'],
    })
    expect(severalIn(told).batches).toHaveLength(50)
    const encoding = getEncoding('o200k_base')
    const sizes = [JSON.stringify(told.data), told.text].map(text => encoding.encode(text).length)
    for (const size of sizes) expect(size).toBeLessThanOrEqual(8000)
  })
})
