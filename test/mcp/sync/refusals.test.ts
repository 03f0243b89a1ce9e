import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type McpWorld, startMcpWorld, type Told } from '../../support/mcp.ts'
import { temporaryFolder } from '../../support/world.ts'

const PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo', memory: false } })
})
beforeEach(() => {
  rmSync(world.folder, { recursive: true, force: true })
  world.file('.git/HEAD', 'ref: refs/heads/main\n')
  world.file('translation-mcp.json', JSON.stringify(PROJECT))
  world.file('locales/en.json', '{"hello": "Good morning"}')
})

const place = (name: string) => path.join(world.folder, name)
const revisionIn = (told: Told) => String(told.data.sync_revision)

describe('money for locale files', () => {
  it('is asked for with one question about all files, and the files come after a yes [SYN-1, APR-1]', async () => {
    world.file('translation-mcp.json', JSON.stringify({ ...PROJECT, files: { include: ['[locale]/*.json'] } }))
    world.file('en/a.json', '{"hello": "Good evening"}')
    world.file('en/b.json', '{"bye": "See you later"}')
    const settings = { ...world.parts.settings, engine: 'pseudo' }
    const host = await world.open({ answers: [{ action: 'accept' }] }, { settings })
    const planned = await host.call('plan_sync', { path: '.' })
    expect(planned.data.cost).toEqual({ words: 5, credits_at_most: 5, engine: 'pseudo' })
    const sync_revision = revisionIn(planned)
    const made = await host.call('create_batch', { sync_revision })
    expect(made.data).toMatchObject({ total: { files: 2, credit_cost: 5 } })
    expect(made.data.next_step).toContain(`approve_batch {"sync_revision":"${sync_revision}"}`)
    const approved = await host.call('approve_batch', { sync_revision })
    expect(approved.data).toMatchObject({
      credits_reserved: 5,
      next_step: `get_result {"sync_revision":"${sync_revision}"}`,
    })
    expect(host.questions).toHaveLength(1)
    const told = await host.call('get_result', { sync_revision })
    expect(told.data).toMatchObject({ written: 2 })
    expect(JSON.parse(readFileSync(place('de/b.json'), 'utf8')).bye).toMatch(/^⟦/)
  })

  it('is not spent after a no, and nothing is written [SYN-1, APR-1]', async () => {
    const host = await world.open({ answers: [{ action: 'decline' }] })
    const sync_revision = revisionIn(await host.call('plan_sync', { path: '.' }))
    await host.call('create_batch', { sync_revision })
    expect((await host.call('approve_batch', { sync_revision })).failed).toBe(true)
    const told = await host.call('get_result', { sync_revision, wait_seconds: 0 })
    expect(told.data).toMatchObject({ written: 0, not_finished: [{ status: 'awaiting_review' }] })
    expect(told.data.next_step).toContain(`approve_batch {"sync_revision":"${sync_revision}"}`)
  })

  it('is not asked for lines of an assistant where an engine translates [SYN-1]', async () => {
    const host = await world.open()
    const sync_revision = revisionIn(await host.call('plan_sync', { path: '.' }))
    await host.call('create_batch', { sync_revision })
    const told = await host.call('translate_segments', { sync_revision })
    expect(told.text).toContain('another engine translates this plan')
  })
})

describe('plan_sync is refused', () => {
  it.each([
    ['a folder outside of the allowed ones', '/etc', 'is outside the folders'],
    ['a glob that leaves the allowed folder', '../[locale].json', 'is outside the folders'],
    ['a glob without [locale]', 'locales/*.json', 'needs [locale]'],
    ['a folder that is not there', 'nowhere', 'There is no file "nowhere"'],
    ['a hidden folder', '.git', 'begins with a dot'],
    ['a file that the project does not have', 'README.md', 'is no file of the project'],
  ])('for %s [SYN-1]', async (_what, given, words) => {
    world.file('README.md', 'Read me')
    const told = await (await world.open()).call('plan_sync', { path: given, target_languages: ['de'] })
    expect(told.failed).toBe(true)
    expect(told.text).toContain(words)
  })

  it.each([
    ['an unknown key, with the nearest', { ...PROJECT, sources: 'en' }, 'source'],
    [
      'two sources with one translation',
      {
        ...PROJECT,
        files: {
          include: [
            { source: 'a/*.json', target: '[locale]/*.json' },
            { source: 'b/*.json', target: '[locale]/*.json' },
          ],
        },
      },
      'a/x.json',
    ],
    ['no source at all', { ...PROJECT, files: { include: ['nothing/[locale].json'] } }, 'No source file was found'],
  ])('for a project with %s [SYN-1]', async (_what, project, words) => {
    for (const name of ['a/x.json', 'b/x.json']) world.file(name, '{"x": "Some text"}')
    world.file('translation-mcp.json', JSON.stringify(project))
    const told = await (await world.open()).call('plan_sync', { path: '.' })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('Nothing was done')
    expect(told.text).toContain(words)
  })

  it('for a language that the project does not have, in words of its arguments [SYN-1]', async () => {
    const told = await (await world.open()).call('plan_sync', { path: '.', target_languages: ['it'] })
    expect(told.text).toContain('target_languages it: translation-mcp.json has the targets de. Add it there.')
  })

  it('for a folder behind a link that leads outside [SYN-1]', async () => {
    const elsewhere = temporaryFolder()
    mkdirSync(path.join(elsewhere, 'locales'))
    symlinkSync(elsewhere, place('link'))
    const told = await (await world.open()).call('plan_sync', { path: 'link', target_languages: ['de'] })
    expect(told.text).toContain('is behind a link that leads outside')
  })

  it('over HTTP, where it is not listed either [SYN-1]', async () => {
    const settings = { ...world.parts.settings, transport: 'http' as const }
    const host = await world.open({}, { settings })
    expect(JSON.stringify(await host.request('tools/list'))).not.toContain('"plan_sync"')
    expect((await host.call('plan_sync', { path: '.' })).text).toContain('this server runs elsewhere')
  })
})

describe('a file of a plan', () => {
  it('that cannot be read is named with its line, and the others go on [SYN-1]', async () => {
    world.file('translation-mcp.json', JSON.stringify({ ...PROJECT, targets: ['de', 'fr'] }))
    world.file('locales/de.json', '{\n  "hello": "Guten')
    const told = await (await world.open()).call('plan_sync', { path: '.' })
    expect(told.data).toMatchObject({
      problems: [{ path: 'locales/de.json', reason: expect.stringContaining('line 2') }],
      files: [{ path: 'locales/fr.json', to_translate: 1 }],
    })
  })

  it('that lies in a hidden folder is left as it is [SYN-1]', async () => {
    world.file('translation-mcp.json', JSON.stringify({ ...PROJECT, files: { include: ['.vitepress/[locale].json'] } }))
    world.file('.vitepress/en.json', '{"hello": "Good morning"}')
    const told = await (await world.open()).call('plan_sync', { path: '.' })
    expect(told.data).toMatchObject({ problems: [{ reason: expect.stringContaining('begins with a dot') }] })
  })
})

describe('a sync_revision', () => {
  const revision = async () => revisionIn(await (await world.open()).call('plan_sync', { path: '.' }))

  it.each(['create_batch', 'approve_batch', 'translate_segments', 'get_result'])(
    'that is not known is refused by %s [SYN-1]',
    async tool => {
      const told = await (await world.open()).call(tool, { sync_revision: 'syn_unknown' })
      expect(told.text).toContain('this sync_revision is not known here')
    },
  )

  it.each(['approve_batch', 'translate_segments', 'get_result'])(
    'of which nothing was sent is refused by %s [SYN-1]',
    async tool => {
      world.file('locales/en.json', `{"hello": "For ${tool}"}`)
      const told = await (await world.open()).call(tool, { sync_revision: await revision() })
      expect(told.text).toContain('no translation was made of this plan yet')
    },
  )

  it.each([
    ['create_batch', { file_path: 'locales/en.json' }],
    ['create_batch', { target_languages: ['de'] }],
    ['approve_batch', { batch_id: 'bat_1', plan_revision: 'r' }],
    ['translate_segments', { batch_id: 'bat_1', plan_revision: 'r' }],
    ['translate_segments', { search: '' }],
    ['get_result', { save_to: 'x.json' }],
  ])('goes with nothing else: %s with %j [SYN-1]', async (tool, others) => {
    const told = await (await world.open()).call(tool, { sync_revision: await revision(), ...others })
    expect(told.text).toContain('were given together')
  })

  it('is what writes a part of a locale file: its batch alone saves nothing [SYN-1]', async () => {
    const host = await world.open()
    const made = await host.call('create_batch', { sync_revision: await revision() })
    const [{ id: batch_id = '' } = {}] = Array.isArray(made.data.batches) ? made.data.batches : []
    expect((await host.call('get_result', { batch_id })).text).toContain('get_result with its sync_revision')
  })
})
