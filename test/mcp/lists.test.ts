import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { batch } from '../support/answers.ts'
import { cannedParts } from '../support/canned.ts'
import { type Host, type McpWorld, madeIn, openHost, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
const ids: string[] = []
beforeAll(async () => {
  world = await startMcpWorld()
})

const Rows = z.looseObject({
  batches: z.array(z.looseObject({ id: z.string() })),
  has_more: z.boolean(),
  next_step: z.string(),
})
const Languages = z.looseObject({ languages: z.array(z.looseObject({ tag: z.string() })) })

async function rows(host: Host, input: object = {}) {
  return Rows.parse((await host.call('list_batches', { ...input })).data)
}

describe('list_batches', () => {
  it.each<[string, string | null, object]>([
    ['no cursor', null, {}],
    ['the cursor that was sent', 'c1', { cursor: 'c1' }],
  ])(
    'says so where the service has more and gives %s: no page is taken for all [MCP-6, BAT-1]',
    async (_, next_cursor, input) => {
      const page = { data: [batch()], has_more: true, next_cursor, limit: 1, request_id: 'req_1' }
      const { parts } = await cannedParts({ 'GET /v1/batches': () => ({ status: 200, body: page }) })
      const { data, text } = await (await openHost(parts)).call('list_batches', { limit: 1, ...input })
      expect(text).toContain('Note: There are more translations, but the service does not say where they go on')
      expect(data).toMatchObject({ has_more: true, warnings: [expect.stringContaining('created_before')] })
      expect(text).not.toMatch(/Next: list_batches .*cursor/)
    },
  )

  it('goes through all pages by its own next steps, newest first, and neither skips nor repeats [MCP-6, BAT-1]', async () => {
    const host = await world.open()
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      ids.unshift(
        madeIn(await host.call('create_batch', { content: name, filename: `${name}.txt`, target_languages: ['de'] }))
          .id,
      )
    }
    const seen: string[] = []
    let input: object = { limit: 2 }
    for (let page = await rows(host, input); ; page = await rows(host, input)) {
      seen.push(...page.batches.map(({ id }) => id))
      if (!page.has_more) break
      input = JSON.parse(page.next_step.replace('list_batches ', ''))
    }
    expect(seen).toEqual(ids)
  })

  it('filters, and an empty page says by what [BAT-2]', async () => {
    const host = await world.open()
    expect((await rows(host, { search: 'THREE' })).batches).toMatchObject([{ file_name: 'three.txt' }])
    expect((await rows(host, { created_after: '2999-01-01' })).batches).toEqual([])
    const none = await host.call('list_batches', { status: 'failed', quality_tier: 'lite' })
    expect(none.text).toContain('No translations (failed, lite quality).')
    expect(none.data.next_step).toBe('list_batches {}')
  })

  it('says how to start again from a cursor that is none [BAT-3, ERR-4]', async () => {
    const told = await (await world.open()).call('list_batches', { cursor: 'none' })
    expect(told.text).toContain('invalid_cursor')
    expect(told.text).toContain('list_batches without cursor')
  })
})

describe('update_batch', () => {
  it('renames, archives and brings back; an archived one leaves the list [BAT-6]', async () => {
    const host = await world.open()
    const [batch_id = ''] = ids
    expect((await host.call('update_batch', { batch_id, name: 'Fifth' })).text).toContain('is renamed to «Fifth»')
    const archived = await host.call('update_batch', { batch_id, archived: true })
    expect((await rows(host)).batches.map(({ id }) => id)).not.toContain(batch_id)
    expect((await rows(host, { archived: true })).batches.map(({ id }) => id)).toEqual([batch_id])
    const [, undo = '{}'] = /update_batch (\{.*?\})/.exec(String(archived.data.next_step)) ?? []
    await host.call('update_batch', JSON.parse(undo))
    expect((await rows(host)).batches.map(({ id }) => id)).toContain(batch_id)
  })

  it('refuses a call that asks for nothing, and a name for an archived one [BAT-6]', async () => {
    const host = await world.open()
    const [, batch_id = ''] = ids
    expect((await host.call('update_batch', { batch_id })).text).toContain('give name, archived or both')
    await host.call('update_batch', { batch_id, archived: true })
    const told = await host.call('update_batch', { batch_id, name: 'New' })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('batch_not_editable') })
  })
})

describe('list_languages', () => {
  async function tags(search?: string) {
    const { data } = await (await world.open()).call('list_languages', search === undefined ? {} : { search })
    return Languages.parse(data).languages.map(({ tag }) => tag)
  }

  it('lists every supported language [LNG-1]', async () => {
    const all = await tags()
    expect(all.length).toBeGreaterThan(100)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each([
    ['German', 'de'],
    ['deutsch', 'de'],
    ['PT_br', 'pt-BR'],
    ['brazil', 'pt-BR'],
    ['portugues', 'pt'],
    ['日本語', 'ja'],
    ['ελληνικα', 'el'],
    ['TÜRKÇE', 'tr'],
    ['turkce', 'tr'],
    ['zh-CN', 'zh-Hans'],
    ['de-DE', 'de'],
    ['norsk bokmål', 'nb'],
  ])('finds by tag or name, in English or its own: %s is %s first [LNG-1]', async (search, tag) => {
    expect((await tags(search))[0]).toBe(tag)
  })

  it('says so when none matches', async () => {
    const told = await (await world.open()).call('list_languages', { search: 'Klingon' })
    expect(told.text).toContain('match «Klingon».')
    expect(told.data.next_step).toBe('list_languages {}')
  })
})

describe('get_usage and get_account', () => {
  it('show totals and only the points with any use [USE-1]', async () => {
    const host = await world.open({ answers: [{ action: 'accept' }] })
    const made = madeIn(
      await host.call('create_batch', { content: 'three more words', filename: 'u.txt', target_languages: ['de'] }),
    )
    await host.call('approve_batch', made.approval)
    await host.call('get_batch', { batch_id: made.id })
    const { data } = await host.call('get_usage', {})
    expect(data).toMatchObject({ granularity: 'day', totals: { credits_used: 3 }, points: [{ credits_used: 3 }] })
    const backwards = await host.call('get_usage', { from: '2026-11-09', to: '2026-11-01' })
    expect(backwards).toMatchObject({ failed: true, text: expect.stringContaining('invalid_parameter') })
  })

  it('show what this server itself may do [ACC-1]', async () => {
    const { data } = await (await world.open()).call('get_account')
    expect(data).toMatchObject({
      local: { allowed_folders: [world.folder], consent: 'ask' },
      credits: { grants: expect.any(Array) },
    })
  })
})
