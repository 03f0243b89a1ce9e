import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { handleOf, isRunId, refuseRun } from '../../../src/mcp/several/run.ts'
import { type Host, type McpWorld, startMcpWorld } from '../../support/mcp.ts'
import { GERMAN, severalIn } from '../../support/several.ts'

const Handle = z.looseObject({ batch_id: z.string(), plan_revision: z.string() })

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const open = () => world.open({ answers: [{ action: 'accept' }] })

async function made(host: Host, file_paths: readonly string[], wishes: object = GERMAN) {
  const told = await host.call('create_batch', { file_paths, ...wishes })
  const { batch_id, plan_revision } = Handle.parse(told.data)
  return { ...severalIn(told), handle: { batch_id, plan_revision } }
}

describe('the id of a run', () => {
  it('is told from that of a translation, whatever stands around it [MCP-17]', () => {
    const id = `run_${'0123456789abcdef0123'}`
    expect(isRunId(id)).toBe(true)
    for (const other of [undefined, '', `${id}4`, id.slice(0, -1), ` ${id}`, id.toUpperCase(), 'bat_01M8CQ52A1Q9VXH6'])
      expect(isRunId(other), other).toBe(false)
  })

  it('is refused where a tool works on one translation, with what to do instead [MCP-17]', () => {
    const id = `run_${'a'.repeat(20)}`
    expect(() => refuseRun(id, 'Name one of them.')).toThrow(
      expect.objectContaining({ code: 'one_translation', lines: [expect.stringContaining(id), 'Name one of them.'] }),
    )
    expect(() => refuseRun('bat_1', '')).not.toThrow()
  })

  it('and its revision are all that calls need [MCP-17]', () => {
    const run = { principal: 'p', run_id: 'run_1', plan_revision: 'all_1', homes: [], members: [] }
    expect(handleOf(run)).toEqual({ batch_id: 'run_1', plan_revision: 'all_1' })
  })
})

describe('a run', () => {
  it('is the same in whatever order and by whatever names its files come, and approved as it was shown first [MCP-17]', async () => {
    world.file('order/one/a.md', 'Good morning to all.')
    world.file('order/two/b.md', 'Good night to some.')
    const host = await open()
    const first = await made(host, ['order/one', 'order/two'])
    for (const names of [['order/two', 'order/one'], ['order'], ['order/*/*.md'], ['order/two/b.md', './order/']])
      expect((await made(host, names)).handle, names.join(' ')).toEqual(first.handle)
    expect((await host.call('approve_batch', first.handle)).failed).toBe(false)
    expect(host.questions).toHaveLength(1)
  })

  it('is another one with other files, with other wishes and of another caller [MCP-17, MCP-9]', async () => {
    for (const name of ['a', 'b', 'c']) world.file(`other/${name}.md`, `Good morning, dear ${name}.`)
    const host = await open()
    const stranger = await world.open({ principal: 'somebody else' })
    const all = [
      await made(host, ['other']),
      await made(host, ['other/{a,b}.md']),
      await made(host, ['other'], { target_languages: ['fr'] }),
      await made(stranger, ['other']),
    ]
    expect(new Set(all.map(({ handle }) => handle.batch_id)).size).toBe(4)
  })

  it('has another revision once one of its files is planned anew, and the earlier one is refused [MCP-17, APR-3]', async () => {
    world.file('anew/a.md', 'Good morning again.')
    world.file('anew/b.md', 'Good night again.')
    const host = await open()
    const { handle, batches } = await made(host, ['anew'])
    await host.call('plan_batch', { batch_id: batches[1]?.id, target_languages: ['fr'] })
    const told = await host.call('approve_batch', { ...handle, plan_revision: `all_${'0'.repeat(20)}` })
    expect(told.text).toContain('refused (plan_changed)')
    expect(host.questions).toEqual([])
  })

  it('of a folder and a file beside it has all results in the folder that was asked for [MCP-17, MCP-10]', async () => {
    world.file('part/docs/a.md', 'Good morning of docs.')
    world.file('part/docs/sub/b.md', 'Good morning below docs.')
    world.file('part/beside/x.md', 'Good morning beside docs.')
    const host = await open()
    const { handle } = await made(host, ['part/docs', 'part/beside/x.md'])
    await host.call('approve_batch', handle)
    const told = await host.call('get_result', { batch_id: handle.batch_id, save_to: 'part/out' })
    expect(told.data.saved_in).toEqual([
      { folder: 'part/out', files: 2 },
      { folder: 'part/out/sub', files: 1 },
    ])
    expect(existsSync(join(world.folder, 'part/out/x.de.md'))).toBe(true)
    expect(existsSync(join(world.folder, 'part/beside/x.de.md'))).toBe(false)
  })

  it('takes a file that stands in two of its folders once, and one that is named itself by that name [MCP-17]', async () => {
    world.file('twice/a.md', 'Good morning twice.')
    world.file('twice/sub/b.md', 'Good night twice.')
    const host = await open()
    const named = async (...names: string[]) => (await made(host, names)).batches.map(one => one.file_path)
    expect(await named('twice', './twice/sub')).toEqual(['twice/a.md', 'twice/sub/b.md'])
    expect(await named('twice/sub/', 'twice')).toEqual(['twice/sub/b.md', 'twice/a.md'])
    expect(await named('twice', './twice/sub/b.md')).toEqual(['twice/a.md', './twice/sub/b.md'])
    expect(await named('twice/**/b.md', 'twice/*.md')).toEqual(['twice/sub/b.md', 'twice/a.md'])
  })
})
