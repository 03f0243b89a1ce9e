import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { readSettings } from '../../../src/cli/config.ts'
import { learnProject } from '../../../src/cli/sync/learn.ts'
import type { ServerParts } from '../../../src/mcp/context.ts'
import { type Host, type McpWorld, startMcpWorld, type Told } from '../../support/mcp.ts'
import { temporaryFolder } from '../../support/world.ts'

const PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] }, glossary: 'terms.csv' }
const SOURCES = { welcome: 'Welcome to the wine cellar of our house', shut: 'Welcome to the wine cellar of our garden' }
const GERMAN = { welcome: 'Willkommen im Weinkeller unseres Hauses' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'agent' } })
})
beforeEach(() => {
  rmSync(world.folder, { recursive: true, force: true })
  // Each test has a project of its own in the service.
  const origin = `[remote "origin"]\n\turl = https://git.test/${path.basename(temporaryFolder())}\n`
  write({ '.git/config': origin, 'translation-mcp.json': PROJECT, 'terms.csv': 'en,de,fr\nwine cellar,Lager,cave\n' })
  write({ 'locales/en.json': SOURCES, 'locales/de.json': GERMAN })
})

function write(files: Readonly<Record<string, object | string>>): void {
  for (const [name, content] of Object.entries(files))
    world.file(name, typeof content === 'string' ? content : JSON.stringify(content))
}

/** A host at the server as the command line composes it; `env`: what the service is. */
async function opened(
  env: Readonly<Record<string, string>> = { TRANSLATION_DATA_DIR: world.dataDir },
  parts: Partial<ServerParts> = {},
): Promise<Host> {
  const settings = readSettings(readArguments([]), env)
  return await world.open({}, { ...parts, learn: project => learnProject(project, settings) })
}

const HOSTED = { TRANSLATION_API_URL: 'https://translation.test', TRANSLATION_API_KEY: 'key' }

interface Made extends Told {
  readonly sync_revision: string
}

async function create(host: Host, ...more: readonly object[]): Promise<Made> {
  const planned = await host.call('plan_sync', { path: '.' })
  const sync_revision = String(planned.data.sync_revision)
  const told = await host.call('create_batch', Object.assign({ sync_revision }, ...more))
  return { ...told, sync_revision }
}

const termsOf = (host: Host) =>
  host.call('get_glossary', { language_pair: 'en-de', project_of: 'translation-mcp.json' })

describe('create_batch of a plan of sync', () => {
  it('has the service learn what the project says, and says so on one line [SYN-1]', async () => {
    const host = await opened()
    const made = await create(host)
    const line =
      'Learned of the project: 1 term added to the glossary and 0 changed, from terms.csv (de); 1 translation of its files put into the memory.'
    expect(made.data.learned).toBe(line)
    expect(made.text.split('\n')[0]).toBe(line)
    expect((await termsOf(host)).text).toContain('Lager')
    const { text } = await host.call('translate_segments', { sync_revision: made.sync_revision })
    expect(text).toContain('Required terms: «wine cellar» → «Lager».')
    expect(text).toContain(`like «${SOURCES.welcome}», translated as «${GERMAN.welcome}»`)
  })

  it('asks an assistant for no text that a person of the project translated already [SYN-1, ENG-3]', async () => {
    write({ 'locales/en.json': { ...SOURCES, again: SOURCES.welcome }, 'terms.csv': 'en,de\nhouse,Haus\n' })
    const host = await opened()
    const { sync_revision } = await create(host)
    const { data } = await host.call('translate_segments', { sync_revision })
    expect(data.segments).toEqual([expect.stringContaining(SOURCES.shut)])
  })

  it('tells nothing again, until the files say something else [SYN-1]', async () => {
    const host = await opened()
    await create(host)
    expect((await create(host)).data).not.toHaveProperty('learned')
    expect((await create(await opened(), { make_new: true })).data).not.toHaveProperty('learned')
    write({ 'terms.csv': 'en,de\nwine cellar,Weinkeller\nhouse,Haus\n' })
    expect((await create(host)).data.learned).toBe(
      'Learned of the project: 1 term added to the glossary and 1 changed, from terms.csv (de).',
    )
    write({ 'locales/de.json': { ...GERMAN, old: 'Alt' }, 'locales/en.json': { ...SOURCES, old: 'It is old' } })
    expect((await create(host)).data.learned).toBe(
      'Learned of the project: 2 translations of its files put into the memory.',
    )
  })

  it('has a glossary for each language that is asked for, and for no other [SYN-1]', async () => {
    write({ 'translation-mcp.json': { ...PROJECT, targets: ['de', 'fr', 'it'] }, 'locales/fr.json': SOURCES })
    const { data } = await create(await opened())
    expect(data.learned).toContain('1 term added to the glossary and 0 changed, from terms.csv (de);')
    expect(data.warnings ?? []).toEqual([])
  })

  it('learns nothing where nothing is to be translated [SYN-1]', async () => {
    write({ 'locales/de.json': { ...GERMAN, shut: 'Zu' } })
    const host = await opened()
    expect((await create(host)).text).toContain('no text to translate')
    expect((await termsOf(host)).text).toContain('glossary_not_found')
  })

  it('learns of a project without a repository what holds for all of its files [SYN-1]', async () => {
    rmSync(path.join(world.folder, '.git'), { recursive: true })
    const host = await opened()
    expect((await create(host)).data.learned).toContain('1 term added')
    expect((await termsOf(host)).text).toContain('Lager')
    write({ 'locales/en.json': { ...SOURCES, bye: 'Leave the wine cellar' } })
    const { sync_revision } = await create(host)
    expect((await host.call('translate_segments', { sync_revision })).text).toContain('«wine cellar» → «Lager»')
  })
})

describe('a glossary file of a project', () => {
  const refused = async (host: Host) => {
    const made = await create(host)
    expect(made.failed, made.text).toBe(true)
    expect(made.text).not.toMatch(/(?:^|\s)--\w/)
    expect(creations()).toBe(0)
    return made.text.replaceAll(made.sync_revision, 'REVISION')
  }
  let before = 0
  const all = () =>
    world.faults.seen.filter(({ method, path: place }) => method === 'POST' && place === '/v1/batches').length
  const creations = () => all() - before
  beforeEach(() => {
    before = all()
  })

  it('that is not there refuses all: what, whether anything changed, who can mend it, and how [SYN-1]', async () => {
    rmSync(path.join(world.folder, 'terms.csv'))
    expect((await refused(await opened())).split('\n')).toEqual([
      'create_batch refused (bad_glossary_file).',
      'Nothing was done: terms.csv, the glossary, is not there.',
      'Whoever keeps the files of the project can mend that, or you with her consent. It is put right, or "glossary" in translation-mcp.json names another file, or none.',
      `Next: create_batch {"sync_revision":"REVISION"} once the file is right; plan_sync {"path":"${world.folder}","target_languages":[]} if translation-mcp.json was changed.`,
    ])
  })

  it.each([
    ['is no text', { 'terms.csv': '\u0000\u0001' }, 'terms.csv, the glossary: '],
    ['is a folder', { 'terms.csv/x': '' }, 'It is not a file.'],
    ['has no term in the language', { 'terms.csv': 'en,fr\na,b\n' }, 'The file has no terms in de.'],
    ['has a term that the service refuses', { 'terms.csv': `en,de\na,${'b'.repeat(501)}\n` }, 'Line 2 of the file: '],
    [
      'lies in a hidden folder',
      { '.own/terms.csv': 'en,de\na,b\n', 'translation-mcp.json': { ...PROJECT, glossary: '.own/terms.csv' } },
      'lies where this server may not read',
    ],
    [
      'says no languages for several targets',
      { 'translation-mcp.json': { ...PROJECT, targets: ['de', 'fr'] }, 'terms.csv': 'source,target\na,b\n' },
      'is named for one of them, in "by_target".',
    ],
  ])('that %s is refused before anything is created [SYN-1]', async (_what, files, words) => {
    if ('terms.csv/x' in files) rmSync(path.join(world.folder, 'terms.csv'))
    write(files)
    expect(await refused(await opened())).toContain(words)
  })

  it('behind a link that leads outside is not read [SYN-1]', async () => {
    const elsewhere = temporaryFolder()
    writeFileSync(path.join(elsewhere, 'terms.csv'), 'en,de\nsecret,geheim\n')
    mkdirSync(path.join(world.folder, 'own'))
    symlinkSync(path.join(elsewhere, 'terms.csv'), path.join(world.folder, 'own/terms.csv'))
    write({ 'translation-mcp.json': { ...PROJECT, glossary: 'own/terms.csv' } })
    const text = await refused(await opened())
    expect(text).toContain('leads out of the repository')
    expect(text).not.toContain('geheim')
  })

  it('of which the terms for one language were taken before another is refused, says which [SYN-1]', async () => {
    const targets = ['de', 'fr']
    write({ 'translation-mcp.json': { ...PROJECT, targets }, 'terms.csv': `en,de,fr\na,b,${'c'.repeat(501)}\n` })
    const text = await refused(await opened())
    expect(text).toContain('No translation was made, and nothing was spent: terms.csv, the glossary: Line 2')
    expect(text).toContain('The terms for de were put into the glossary.')
  })
})

describe('with a hosted service', () => {
  it('the glossary learns through its API; that the memory cannot is said by name, and once [SYN-1]', async () => {
    const host = await opened(HOSTED)
    const first = await create(host)
    expect(first.data.learned).toBe(
      'Learned of the project: 1 term added to the glossary and 0 changed, from terms.csv (de).',
    )
    expect(first.data.warnings).toEqual([expect.stringContaining('The memory of a hosted service cannot be told')])
    expect((await termsOf(host)).text).toContain('Lager')
    const { text } = await host.call('translate_segments', { sync_revision: first.sync_revision })
    expect(text).toContain('«wine cellar» → «Lager»')
    expect(text).not.toContain('translated as')
    expect((await create(host)).text).not.toContain('memory')
  })

  it('nothing is said of the memory where the project has nothing to tell [SYN-1]', async () => {
    write({ 'locales/de.json': {} })
    expect((await create(await opened(HOSTED))).text).not.toContain('memory')
  })

  it('a key that may not change glossaries gets its translation without, which is said [SYN-1]', async () => {
    const { secret } = await world.issueKey(['account:read', 'batches:read', 'batches:create', 'glossaries:read'])
    const client = world.parts.client.over(async () => ({ baseUrl: world.baseUrl, credential: secret }))
    const made = await create(await opened(HOSTED, { client }))
    expect(made.failed, made.text).toBe(false)
    expect(made.data.warnings).toContainEqual(
      expect.stringContaining('may not read or change glossaries: the terms of terms.csv do not go along.'),
    )
  })
})
