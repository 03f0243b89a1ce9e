import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { batch } from '../support/answers.ts'
import { cannedParts, refused } from '../support/canned.ts'
import { type McpWorld, madeIn, openHost, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
  for (const [name, languages] of [
    ['shop', 'fr and de'],
    ['menu', 'fr-CA'],
    ['mail', 'de'],
    ['old', 'fr'],
  ]) {
    const body = { content: `Hello ${name}`, filename: `${name}.txt`, instruction: `into ${languages}` }
    const { batch: made } = await world.call(api.batches.create, { body })
    if (name === 'old')
      await world.call(api.batches.update, { params: { batch_id: made.id }, body: { archived: true } })
  }
})

const Listed = z.looseObject({
  batches: z.array(z.looseObject({ file_name: z.string(), target_languages: z.array(z.string()).optional() })),
  archived_matching: z.number().optional(),
})

async function listed(input: Record<string, unknown>) {
  const { text, data } = await (await world.open()).call('list_batches', input)
  const { batches, ...others } = Listed.parse(data)
  return { text, names: batches.map(({ file_name }) => file_name), batches, ...others }
}

describe('list_batches', () => {
  it('says the languages of each translation, in its line and its fields [MCP-6]', async () => {
    const { text, batches } = await listed({})
    expect(text).toMatch(/^bat_\w+ «shop.txt» \(en → (?:fr, de|de, fr)\): waiting for approval/m)
    expect(batches.map(({ source_language, target_languages }) => [source_language, target_languages?.length])).toEqual(
      [
        ['en', 1],
        ['en', 1],
        ['en', 2],
      ],
    )
  })

  it('filters by a target language, says so, and how many archived ones match [MCP-6]', async () => {
    const { text, names, archived_matching } = await listed({ target_language: 'fr' })
    expect(names).toEqual(['menu.txt', 'shop.txt'])
    expect(text).toContain('2 translations (into French (fr)), newest first:')
    expect(text).toContain('1 archived one matches; archived: true lists them.')
    expect(archived_matching).toBe(1)
    expect((await listed({ target_language: 'fr', archived: true })).names).toEqual(['old.txt'])
  })

  it('finds a French result by "French", by its tag, and with a part of its name [MCP-6]', async () => {
    for (const search of ['French', 'français'])
      expect((await listed({ search })).names).toEqual(['menu.txt', 'shop.txt'])
    expect((await listed({ search: 'shop French' })).names).toEqual(['shop.txt'])
  })

  it('says how many archived ones match where nothing else does [MCP-6]', async () => {
    const { text, names, archived_matching } = await listed({ search: 'old' })
    expect([names, archived_matching]).toEqual([[], 1])
    expect(text).toContain('No translations (matching «old»).\n1 archived one matches; archived: true lists them.')
  })

  it('refuses a language that is no tag with the way to find it [MCP-6, ERR-4]', async () => {
    const { failed, text } = await (await world.open()).call('list_batches', { target_language: 'French' })
    expect(failed).toBe(true)
    expect(text).toContain('Its tag here is fr.')
    expect(text).toContain('list_languages')
  })

  it('goes on to the next page with the same language [BAT-1, MCP-6]', async () => {
    const { data } = await (await world.open()).call('list_batches', { target_language: 'fr', limit: 1 })
    expect(data.next_step).toMatch(/^list_batches \{"limit":1,"target_language":"fr","cursor":"/)
  })
})

describe('a service without the extension', () => {
  const absent = { 'GET /v1/batch-plans': () => refused(404, 'resource_not_found', 'Nothing is here.') }

  it('has its list told without languages [MCP-6, ENV-4]', async () => {
    const { parts } = await cannedParts({ 'GET /v1/batches': [batch()], ...absent })
    const { failed, text, data } = await (await openHost(parts)).call('list_batches', {})
    expect(failed).toBe(false)
    expect(text).toContain('bat_1 «app.json»: waiting for approval')
    expect(JSON.stringify(data)).not.toContain('target_languages')
  })

  it('has the filter refused by name, for it would be ignored: nothing unfiltered is shown as filtered [MCP-6, ENV-4]', async () => {
    const { parts } = await cannedParts({ 'GET /v1/batches': [batch()], ...absent })
    const { failed, text } = await (await openHost(parts)).call('list_batches', { target_language: 'fr' })
    expect(failed).toBe(true)
    expect(text).toContain('This service does not offer the languages of its translations')
    expect(text).toContain('list_batches without target_language')
  })

  it('has the filter refused where it finds nothing, too, and not where the service has the languages [MCP-6, ENV-4]', async () => {
    const input = { target_language: 'fr' }
    const without = await cannedParts({ 'GET /v1/batches': [], ...absent })
    const { failed, text } = await (await openHost(without.parts)).call('list_batches', input)
    expect(failed, text).toBe(true)
    expect(text).toContain('This service does not offer the languages of its translations')
    const having = await cannedParts({ 'GET /v1/batches': [], 'GET /v1/batch-plans': [] })
    const told = await (await openHost(having.parts)).call('list_batches', input)
    expect(told.text).toContain('No translations (into French (fr)).')
    const all = await (await openHost(without.parts)).call('list_batches', {})
    expect(all.failed).toBe(false)
  })

  it('that says languages and ignores the filter has only those shown that are into it [MCP-6, ENV-4]', async () => {
    const plans = [
      { batch_id: 'bat_1', target_languages: ['de'] },
      { batch_id: 'bat_2', target_languages: ['fr-CA'] },
    ]
    const { parts } = await cannedParts({
      'GET /v1/batches': [batch(), batch({ id: 'bat_2' }), batch({ id: 'bat_3' })],
      'GET /v1/batch-plans': plans,
    })
    const { data } = await (await openHost(parts)).call('list_batches', { target_language: 'fr' })
    expect(data).toMatchObject({ batches: [{ id: 'bat_2' }], archived_matching: 0 })
  })
})

describe('update_batch', () => {
  const changed = { 'PATCH /v1/batches/bat_1': batch({ name: 'New' }) }
  const input = { batch_id: 'bat_1', name: 'New' }
  const plans = [{ batch_id: 'bat_1', source_language: 'en', target_languages: ['fr-CA'] }]

  it('says the languages of what was renamed or archived [MCP-6]', async () => {
    const host = await world.open()
    const { approval } = madeIn(
      await host.call('create_batch', { content: 'x', filename: 'up.txt', target_languages: ['de'] }),
    )
    const { batch_id } = approval
    const named = await host.call('update_batch', { batch_id, name: 'Upper' })
    expect(named.text).toContain('is renamed to «Upper» (en → de).')
    expect(named.data).toMatchObject({ batch: { source_language: 'en', target_languages: ['de'] } })
    const archived = await host.call('update_batch', { batch_id, archived: true })
    expect(archived.text).toContain('«Upper» (en → de) is archived.')
  })

  it('needs no right to read for them, nor a service that says them [SCP-1, ENV-4]', async () => {
    const { parts, faults } = await cannedParts({ ...changed, 'GET /v1/batch-plans': plans })
    const mayRead = await (await openHost(parts)).call('update_batch', input)
    expect(mayRead.text).toContain('«New» (en → fr-CA)')
    const refusing = await cannedParts({
      ...changed,
      'GET /v1/batch-plans': () => refused(403, 'insufficient_scope', 'No.'),
    })
    for (const { parts } of [refusing, await cannedParts(changed)]) {
      const { failed, text } = await (await openHost(parts)).call('update_batch', input)
      expect([failed, text.includes('is renamed to «New».')]).toEqual([false, true])
    }
    expect(faults.seen).toHaveLength(2)
  })
})

describe('after completion', () => {
  it('a translation shows its plan with its revision and languages, its result the languages [MCP-6]', async () => {
    const own = await world.open({ answers: [{ action: 'accept' }] })
    const input = { file_path: world.file('done.txt', 'Done'), target_languages: ['fr'] }
    const { approval } = madeIn(await own.call('create_batch', input))
    const { batch_id, plan_revision } = approval
    const approved = await own.call('approve_batch', { ...approval })
    expect(approved.text).toContain('«done.txt» (en → fr): ')
    const result = await own.call('get_result', { batch_id })
    expect(result.text).toContain('Saved «done.txt» (en → fr) to ')
    expect(result.data).toMatchObject({ source_language: 'en', target_languages: ['fr'] })
    const found = await own.call('list_batches', { search: 'French', status: 'completed' })
    expect(found.text).toContain(`${batch_id} «done.txt» (en → fr): completed`)
    const { text, data } = await own.call('get_batch', { batch_id })
    expect(data).toMatchObject({ batch: { status: 'completed' }, plan: { plan_revision, target_languages: ['fr'] } })
    expect(text).toContain(`«done.txt» (en → fr): completed`)
  })
})
