import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Host, type McpWorld, startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalIn } from '../support/several.ts'

const ACCEPT = { answers: [{ action: 'accept' }] } as const
const Handle = z.looseObject({ batch_id: z.string(), plan_revision: z.string() })
const Report = z.looseObject({
  counts: z.looseObject({ all: z.number(), saved: z.number(), not_finished: z.number(), failed: z.number() }),
  saved_in: z.array(z.looseObject({ folder: z.string(), files: z.number() })),
  failed: z.array(z.looseObject({ file_path: z.string(), code: z.string() })).default([]),
  next_step: z.string(),
})

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

function write(...names: readonly string[]): void {
  for (const name of names) world.file(name, `# Title\n\nGood morning from ${name}.\n`)
}

async function madeRun(host: Host, file_paths: readonly string[], wishes = GERMAN) {
  const told = await host.call('create_batch', { file_paths, ...wishes })
  const { batch_id, plan_revision } = Handle.parse(told.data)
  return { ...severalIn(told), handle: { batch_id, plan_revision } }
}

async function approvedRun(host: Host, file_paths: readonly string[], wishes = GERMAN) {
  const made = await madeRun(host, file_paths, wishes)
  const told = await host.call('approve_batch', made.handle)
  expect(told.failed, told.text).toBe(false)
  return made
}

const at = (...names: readonly string[]) => join(world.folder, ...names)

describe('a folder', () => {
  it('is one plan, one question and one report, and its results lie in a tree beside it [MCP-17, MCP-10]', async () => {
    write('guide/a.md', 'guide/sub/b.md')
    const host = await world.open(ACCEPT)
    const { handle, batches, next_step, total } = await approvedRun(host, ['guide'])
    expect(batches).toHaveLength(2)
    expect(next_step).toBe(`approve_batch ${JSON.stringify(handle)} once the cost and what is left out are fine`)
    expect(host.questions).toEqual([expect.stringContaining(`Translate 2 files for ${total.credit_cost} credits?`)])
    const { counts, saved_in } = Report.parse((await host.call('get_result', { batch_id: handle.batch_id })).data)
    expect(counts).toMatchObject({ all: 2, saved: 2, failed: 0 })
    expect(saved_in).toEqual([
      { folder: 'guide.de', files: 1 },
      { folder: 'guide.de/sub', files: 1 },
    ])
    expect(readFileSync(at('guide.de/sub/b.md'), 'utf8')).toContain('⟦de')
  })

  it('goes into a folder that was named, in a tree for each language [MCP-17, MCP-10]', async () => {
    write('two/a.md', 'two/sub/a.md')
    const host = await world.open(ACCEPT)
    const { handle } = await approvedRun(host, ['two/'], { target_languages: ['de', 'fr'] })
    const { batch_id } = handle
    const told = await host.call('get_result', { batch_id, save_to: 'site/{lang}' })
    expect(Report.parse(told.data).counts, told.text).toMatchObject({ saved: 2 })
    for (const file of ['de/a.md', 'de/sub/a.md', 'fr/a.md', 'fr/sub/a.md'])
      expect(existsSync(at('site', file)), file).toBe(true)
    await host.call('get_result', { batch_id, save_to: 'flat' })
    expect(existsSync(at('flat/sub/a.fr.md'))).toBe(true)
    const other = await host.call('get_result', { batch_id, save_to: 'x/{tag}/' })
    expect(other.text).toContain('save_to takes {lang} for the language, not «{tag}»')
    const outside = await host.call('get_result', { batch_id, save_to: '../{lang}/' })
    expect([outside.failed, existsSync(at('../de'))]).toEqual([true, false])
  })

  it('finds the same run when the call is repeated, and replaces what nobody changed since [MCP-17, CRE-10, MCP-10]', async () => {
    write('again/a.md', 'again/b.md')
    const host = await world.open(ACCEPT)
    const { handle } = await approvedRun(host, ['again'])
    await host.call('get_result', { batch_id: handle.batch_id })
    const repeated = await madeRun(host, ['again'])
    expect(repeated.handle).toEqual(handle)
    expect(repeated.next_step).toBe(`get_result {"batch_id":"${handle.batch_id}"}`)
    world.file('again/a.md', '# Title\n\nGood evening.\n')
    writeFileSync(at('again.de/b.md'), 'Eine Hand hat das geschrieben.\n')
    world.file('again/b.md', '# Title\n\nGood night.\n')
    const changed = await approvedRun(host, ['again'])
    const { counts, failed, next_step } = Report.parse(
      (await host.call('get_result', { batch_id: changed.handle.batch_id })).data,
    )
    expect(counts).toMatchObject({ saved: 1, failed: 1 })
    expect(failed).toMatchObject([{ file_path: 'again/b.md', code: 'file_exists' }])
    expect(next_step).toContain('"overwrite":true} if the person wants what is there replaced')
    expect(readFileSync(at('again.de/b.md'), 'utf8')).toBe('Eine Hand hat das geschrieben.\n')
  })

  it('with two files of one name and one content has both translated, each in its place [MCP-17]', async () => {
    for (const name of ['same/one/index.md', 'same/two/index.md']) world.file(name, '# Title\n\nThe very same.\n')
    const host = await world.open(ACCEPT)
    const { handle, batches } = await approvedRun(host, ['same'])
    expect(new Set(batches.map(({ id }) => id)).size).toBe(2)
    await host.call('get_result', { batch_id: handle.batch_id })
    for (const folder of ['one', 'two']) expect(existsSync(at('same.de', folder, 'index.md'))).toBe(true)
  })

  it('with a file that cannot be read, and one that is gone at the end, has the others translated [MCP-17]', async () => {
    write('mixed/a.md', 'mixed/b.md')
    world.file('mixed/broken.json', '{"a": ')
    world.file('mixed/empty.md', '')
    const host = await world.open(ACCEPT)
    const { handle, failed } = await approvedRun(host, ['mixed', 'gone.md'])
    expect(failed.map(({ file_path, code }) => [file_path, code])).toEqual([
      ['mixed/broken.json', 'invalid_request'],
      ['mixed/empty.md', 'file_empty'],
      ['gone.md', 'file_not_found'],
    ])
    const told = await host.call('get_result', { batch_id: handle.batch_id })
    expect(Report.parse(told.data).counts).toMatchObject({ all: 2, saved: 2 })
  })

  it('of which a glob means some files is taken for these alone [MCP-17]', async () => {
    write('globbed/a.md', 'globbed/sub/b.md', 'globbed/sub/c.txt', 'globbed/[id].md')
    const host = await world.open()
    const named = async (glob: string) => (await madeRun(host, [glob])).batches.map(({ file_path }) => file_path)
    expect(await named('globbed/**/*.{txt,html}')).toEqual(['globbed/sub/c.txt'])
    expect(await named('globbed/*.md')).toEqual(['globbed/[id].md', 'globbed/a.md'])
    expect(await named(`${at('globbed')}/sub/?.md`)).toEqual([`${at('globbed')}/sub/b.md`])
    for (const glob of ['globbed/../../*.md', '/etc/*.txt', 'globbed/*.nothing', `globbed/${'*a'.repeat(9)}.md`]) {
      const told = await host.call('create_batch', { file_paths: [glob], ...GERMAN })
      expect(told.failed, told.text).toBe(true)
    }
  })
})

describe('a run', () => {
  it('is approved as it was shown, by whom it was shown to [MCP-17, APR-3, MCP-9]', async () => {
    write('shown/a.md')
    const host = await world.open(ACCEPT)
    const { handle } = await madeRun(host, ['shown'])
    const wrong = await host.call('approve_batch', { ...handle, plan_revision: 'all_0' })
    expect(wrong.text).toContain('refused (plan_changed)')
    const without = await host.call('approve_batch', { batch_id: handle.batch_id })
    expect(without.text).toContain('plan_revision is missing')
    const stranger = await world.open({ ...ACCEPT, principal: 'somebody else' })
    for (const tool of ['approve_batch', 'get_result', 'get_batch']) {
      const input = tool === 'approve_batch' ? handle : { batch_id: handle.batch_id }
      expect((await stranger.call(tool, input)).text).toContain('refused (run_unknown)')
    }
    expect(host.questions).toEqual([])
    const refused = await world.open({ answers: [{ action: 'decline' }] })
    expect((await refused.call('approve_batch', handle)).text).toContain('refused (declined)')
  })

  it('says how many of its files are in which state, and what one translation alone is for [MCP-17]', async () => {
    write('state/a.md', 'state/b.md')
    const host = await world.open(ACCEPT)
    const { handle, batches } = await madeRun(host, ['state'])
    const { batch_id } = handle
    const before = await host.call('get_batch', { batch_id })
    expect(before.data).toMatchObject({ files: 2, states: [{ state: 'waiting for approval', files: 2 }] })
    const early = await host.call('get_result', { batch_id, wait_seconds: 0 })
    expect(Report.parse(early.data)).toMatchObject({ counts: { saved: 0, not_finished: 2 } })
    expect(early.data.next_step).toBe(`approve_batch ${JSON.stringify(handle)} if all are to be translated`)
    for (const [tool, input] of [
      ['plan_batch', { target_languages: ['fr'] }],
      ['update_batch', { archived: true }],
    ] as const) {
      expect((await host.call(tool, { batch_id, ...input })).text).toContain('refused (one_translation)')
    }
    // One of them planned anew: what was shown of all is no longer what would be approved.
    await host.call('plan_batch', { batch_id: batches[0]?.id, target_languages: ['fr'] })
    const told = await host.call('approve_batch', handle)
    expect(told.text).toContain('was not approved: plan_changed')
    expect(told.data).toMatchObject({ counts: { approved: 1, failed: 1, not_begun: 0 } })
    const after = await host.call('get_batch', { batch_id })
    expect(after.text).toContain('1 file: waiting for approval')
  })
})
