import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { type Host, type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalFiles, severalIn } from '../support/several.ts'

const ACCEPT = { answers: [{ action: 'accept' }] } as const
const COUNT = 12
/** More than any call waits. */
const LONG = { kind: 'answer', status: 429, headers: { 'retry-after': '900' }, body: limited() } as const

function limited() {
  return { error: { type: 'rate_limit_error', code: 'rate_limited', message: 'Too many requests' } }
}

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

/** Answers requests that are meant with 429 once so many of them went through. */
function limitAfter(count: number, meant: (request: string) => boolean): () => void {
  let seen = 0
  return world.faults.always(LONG, ({ method, path }) => {
    if (!meant(`${method} ${path}`)) return false
    seen += 1
    return seen > count
  })
}

const isCreation = (request: string) => request === 'POST /v1/batches'
const isApproval = (request: string) => /^POST .*\/approve$/.test(request)
const isResult = (request: string) => /^GET .*\/result$/.test(request)

async function made(host: Host, folder: string) {
  severalFiles(world, folder, COUNT)
  const told = await host.call('create_batch', { file_paths: [folder], ...GERMAN })
  return { batch_id: z.string().parse(told.data.batch_id), plan_revision: z.string().parse(told.data.plan_revision) }
}

describe('a service that takes few requests at a time', () => {
  it('is left alone for as long as it asks for, and the same call goes on with the other files [MCP-17, LIM-1, CRE-10]', async () => {
    const host = await world.open(ACCEPT)
    severalFiles(world, 'slow', COUNT)
    await host.call('get_account')
    const input = { file_paths: ['slow'], ...GERMAN }
    const heal = limitAfter(5, isCreation)
    const before = world.faults.seen.length
    const first = await host.call('create_batch', input)
    const sent = world.faults.seen.slice(before).filter(({ method, path }) => isCreation(`${method} ${path}`))
    heal()
    expect(first.text).toContain('could not be sent in the time of this call; the same call again goes on.')
    expect(first.text).toContain('The service takes no more requests for 900 seconds.')
    expect(first.data.batch_id).toBeUndefined()
    // Each lane met the refusal once at most.
    expect(sent.length).toBeLessThanOrEqual(5 + 3)
    const { batches } = severalIn(await host.call('create_batch', input))
    expect(batches).toHaveLength(COUNT)
    const all = await world.list(api.batches.list, { query: { limit: '100' } })
    expect(all.data.filter(({ id }) => batches.some(one => one.id === id))).toHaveLength(COUNT)
    expect(new Set(all.data.map(({ id }) => id)).size).toBe(COUNT)
  })

  it('has a person asked once, although the approvals take two calls [MCP-17, MCP-9]', async () => {
    const host = await world.open(ACCEPT)
    const handle = await made(host, 'approvals')
    const heal = limitAfter(4, isApproval)
    const first = await host.call('approve_batch', handle)
    heal()
    expect(first.data, first.text).toMatchObject({ counts: { approved: 4, failed: 0, not_begun: COUNT - 4 } })
    expect(first.data.next_step).toBe(`approve_batch ${JSON.stringify(handle)}`)
    const second = await host.call('approve_batch', handle)
    expect(second.data, second.text).toMatchObject({ counts: { approved: COUNT, failed: 0, not_begun: 0 } })
    expect(host.questions).toHaveLength(1)
  })

  it('has her asked again for what she agreed to more than ten minutes ago [MCP-9]', async () => {
    const host = await world.open(ACCEPT)
    const handle = await made(host, 'late')
    const heal = limitAfter(4, isApproval)
    await host.call('approve_batch', handle)
    heal()
    world.skip(11 * 60_000)
    await host.call('approve_batch', handle)
    expect(host.questions.map(text => text.split(' for ')[0])).toEqual(['Translate 12 files', 'Translate 8 files'])
  })

  it('has the results that are saved kept, and the others fetched by the same call [MCP-17]', async () => {
    const host = await world.open(ACCEPT)
    const handle = await made(host, 'results')
    await host.call('approve_batch', handle)
    const heal = limitAfter(5, isResult)
    const first = await host.call('get_result', { batch_id: handle.batch_id })
    heal()
    expect(first.data, first.text).toMatchObject({ counts: { saved: 5, failed: 0, not_begun: COUNT - 5 } })
    expect(first.data.next_step).toMatch(/^get_result \{"batch_id":"run_.*tell the person/)
    const before = world.faults.seen.length
    const second = await host.call('get_result', { batch_id: handle.batch_id })
    expect(second.data, second.text).toMatchObject({ counts: { saved: COUNT, failed: 0, not_begun: 0 } })
    const asked = world.faults.seen.slice(before).filter(({ method, path }) => isResult(`${method} ${path}`))
    expect(asked).toHaveLength(COUNT - 5)
    expect(readdirSync(join(world.folder, 'results.de'))).toHaveLength(COUNT)
  })

  it('is told no more once the call is cancelled; what is approved stays, and nobody is asked again [MCP-8, MCP-9]', async () => {
    const host = await world.open(ACCEPT)
    const handle = await made(host, 'cancelled')
    const stop = new AbortController()
    const before = world.faults.seen.length
    const approvals = () =>
      world.faults.seen.slice(before).filter(({ method, path }) => isApproval(`${method} ${path}`)).length
    const watching = setInterval(() => {
      if (approvals() >= 3) stop.abort()
    }, 1)
    await expect(host.call('approve_batch', handle, { signal: stop.signal })).rejects.toThrow()
    clearInterval(watching)
    const told = await host.call('approve_batch', handle)
    expect(told.data, told.text).toMatchObject({ counts: { approved: COUNT, failed: 0, not_begun: 0 } })
    expect(host.questions).toHaveLength(1)
  })
})
