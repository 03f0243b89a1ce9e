import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCallerState } from '../../../src/mcp/caller-state.ts'
import { HOSTS, type Host, type McpWorld, startMcpWorld, type Told } from '../../support/mcp.ts'
import { ends } from '../../support/seed.ts'
import { nextCall } from '../../support/translator.ts'

const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['locales/[locale]/*.json'] } }
const EN = { hello: 'Good morning, {name}!', soup: 'Soup of the day' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'agent', memory: false } })
})
beforeEach(() => {
  rmSync(world.folder, { recursive: true, force: true })
  world.file('.git/HEAD', 'ref: refs/heads/main\n')
})

const write = (files: Readonly<Record<string, object | string>>) => {
  for (const [name, content] of Object.entries(files))
    world.file(name, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`)
}
const place = (name: string) => path.join(world.folder, name)
const read = (name: string) => JSON.parse(readFileSync(place(name), 'utf8'))
const revisionIn = (told: Told) => String(told.data.sync_revision)

/** Answers all lines of a plan: the language before each text. Gives the last answer. */
async function translateAll(host: Host, sync_revision: string, first?: Told): Promise<Told> {
  let told = first ?? (await host.call('translate_segments', { sync_revision }))
  while (told.data.done !== true) {
    const { segments, target_language } = told.data
    if (!Array.isArray(segments) || segments.length === 0) throw new Error(told.text)
    const translations = segments.map(line =>
      String(line).replace(/^([\d.]+)(?:\[[^\]]*\])? /, `$1 ${target_language} `),
    )
    told = await host.call('translate_segments', { sync_revision, target_language, translations })
  }
  return told
}

/** A plan whose files are sent. */
async function created(host: Host, files: Readonly<Record<string, object | string>>): Promise<string> {
  write({ 'translation-mcp.json': PROJECT, ...files })
  const sync_revision = revisionIn(await host.call('plan_sync', { path: '.' }))
  await host.call('create_batch', { sync_revision })
  return sync_revision
}

describe.each(ends(HOSTS))('through %s', kind => {
  it('an assistant keeps locale files in step: what changed, lines of all files, and the files themselves [SYN-1]', async () => {
    const host = await world.open({ kind })
    const soup = `Soup of ${kind}`
    write({
      'translation-mcp.json': PROJECT,
      'locales/en/a.json': { ...EN, soup },
      'locales/en/menu.json': { cake: `Cake of ${kind}` },
      'locales/de/a.json': { hello: 'Moin, {name}!' },
    })
    const planned = await host.call('plan_sync', { path: '.' })
    expect(planned.data).toMatchObject({
      totals: { translations: 4, missing: 5, edited: 1, stale: 0, to_translate: 5 },
      cost: { credits_at_most: 0, engine: 'agent' },
      files: [
        { path: 'locales/de/a.json', language: 'de', states: { missing: 1, edited: 1 }, to_translate: 1 },
        { path: 'locales/fr/a.json', to_translate: 2 },
        { path: 'locales/de/menu.json', to_translate: 1 },
        { path: 'locales/fr/menu.json', to_translate: 1 },
      ],
    })
    const sync_revision = revisionIn(planned)
    expect(nextCall(planned)).toEqual({ tool: 'create_batch', input: { sync_revision } })
    const made = await host.call('create_batch', { sync_revision })
    // One file for the texts that languages lack alike.
    expect(made.data.batches).toMatchObject([
      { file_path: 'locales/en/a.json', target_languages: ['de'] },
      { file_path: 'locales/en/a.json', target_languages: ['fr'] },
      { file_path: 'locales/en/menu.json', target_languages: ['de', 'fr'] },
    ])
    expect(nextCall(made)).toEqual({ tool: 'translate_segments', input: { sync_revision } })
    const first = await host.call('translate_segments', { sync_revision })
    expect(first.data).toMatchObject({
      files: ['1. is «locales/en/a.json»', '3. is «locales/en/menu.json»'],
      segments: [`1.1[soup] ${soup}`, `3.1[cake] Cake of ${kind}`],
      target_language: 'de',
      remaining: 2,
    })
    const done = await translateAll(host, sync_revision, first)
    expect(nextCall(done)).toEqual({ tool: 'get_result', input: { sync_revision } })
    const result = await host.call('get_result', { sync_revision })
    expect(result.data).toMatchObject({
      written: 5,
      files: [
        { path: 'locales/de/a.json', written: 1 },
        { path: 'locales/fr/a.json', written: 2 },
        { path: 'locales/de/menu.json', written: 1 },
        { path: 'locales/fr/menu.json', written: 1 },
      ],
    })
    expect(read('locales/de/a.json')).toEqual({ hello: 'Moin, {name}!', soup: `de ${soup}` })
    expect(read('locales/fr/menu.json')).toEqual({ cake: `fr Cake of ${kind}` })
    const lock = readFileSync(place('translation-mcp.lock'), 'utf8')
    expect(lock.match(/machine$/gm)).toHaveLength(5)
    // Called again after a lost answer, it changes nothing.
    const before = statSync(place('locales/de/a.json')).mtimeMs
    expect((await host.call('get_result', { sync_revision })).data).toMatchObject({ written: 0, files: [] })
    expect(statSync(place('locales/de/a.json')).mtimeMs).toBe(before)
    const after = await host.call('plan_sync', { path: '.' })
    expect(after.text).toContain('all translations are in step')
  })
})

it('an assistant keeps a file in step that holds all its languages', async () => {
  const host = await world.open()
  const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
  const strings = { 'Open it': { localizations: { de: unit('Öffnen') } }, 'Shut it': {} }
  const project = { ...PROJECT, files: { include: ['App/*.xcstrings'] } }
  write({ 'translation-mcp.json': project, 'App/a.xcstrings': { sourceLanguage: 'en', strings, version: '1.0' } })
  // A glob of such files does without a project file, and without [locale].
  const globbed = await host.call('plan_sync', { path: 'App/*.xcstrings', target_languages: ['fr'] })
  expect(globbed.data).toMatchObject({ totals: { translations: 1, missing: 2, to_translate: 2 } })
  const sync_revision = revisionIn(await host.call('plan_sync', { path: '.' }))
  await host.call('create_batch', { sync_revision })
  await translateAll(host, sync_revision)
  expect((await host.call('get_result', { sync_revision })).data).toMatchObject({
    written: 3,
    files: [
      { path: 'App/a.xcstrings', language: 'de', written: 1 },
      { path: 'App/a.xcstrings', language: 'fr', written: 2 },
    ],
  })
  expect(read('App/a.xcstrings').strings).toEqual({
    'Open it': { localizations: { de: unit('Öffnen'), fr: unit('fr Open it') } },
    'Shut it': { localizations: { de: unit('de Shut it'), fr: unit('fr Shut it') } },
  })
  expect((await host.call('plan_sync', { path: '.' })).text).toContain('all translations are in step')
  // Both languages lack the same: one file is sent, and comes back with both.
  const more = { ...read('App/a.xcstrings').strings, 'Lock it': {} }
  write({ 'App/a.xcstrings': { sourceLanguage: 'en', strings: more, version: '1.0' } })
  const again = revisionIn(await host.call('plan_sync', { path: '.' }))
  const made = await host.call('create_batch', { sync_revision: again })
  expect(made.data.batches).toMatchObject([{ target_languages: ['de', 'fr'] }])
  await translateAll(host, again)
  expect((await host.call('get_result', { sync_revision: again })).data).toMatchObject({ written: 2 })
  expect(read('App/a.xcstrings').strings['Lock it']).toEqual({
    localizations: { de: unit('de Lock it'), fr: unit('fr Lock it') },
  })
})

describe('a plan of sync', () => {
  it('writes nothing, and has the same name for the same files [SYN-1]', async () => {
    const host = await world.open()
    write({ 'translation-mcp.json': PROJECT, 'locales/en/a.json': EN })
    const one = await host.call('plan_sync', { path: '.' })
    const other = await host.call('plan_sync', { path: 'translation-mcp.json' })
    expect(revisionIn(one)).toBe(revisionIn(other))
    expect(existsSync(place('.git/translation-mcp'))).toBe(false)
    expect(existsSync(place('translation-mcp.lock'))).toBe(false)
    write({ 'locales/en/a.json': { ...EN, soup: 'Soup' } })
    expect(revisionIn(await host.call('plan_sync', { path: '.' }))).not.toBe(revisionIn(one))
  })

  it.each([
    ['a glob', { 'locales/en.json': EN }, 'locales/[locale].json', ['de']],
    ['a folder', { 'src/locales/en.json': EN, 'src/locales/de.json': { hello: 'Moin, {name}!' } }, 'src', []],
  ])('is made of %s without a project file [SYN-1]', async (_what, files, given, target_languages) => {
    const host = await world.open()
    write(files)
    const planned = await host.call('plan_sync', { path: given, target_languages })
    expect(planned.data.files).toMatchObject([{ language: 'de', to_translate: expect.any(Number) }])
    await host.call('create_batch', { sync_revision: revisionIn(planned) })
    await translateAll(host, revisionIn(planned))
    const told = await host.call('get_result', { sync_revision: revisionIn(planned) })
    expect(told.data.written).toBeGreaterThan(0)
    expect((await host.call('plan_sync', { path: given, target_languages })).data.totals).toMatchObject({
      to_translate: 0,
    })
  })

  it('is known to a later process, and so is what was sent of it [SYN-3]', async () => {
    const sync_revision = await created(await world.open(), { 'locales/en/a.json': { hello: 'Later' } })
    const later = await world.open({}, { callerState: createCallerState() })
    await translateAll(later, sync_revision)
    await later.call('get_result', { sync_revision })
    expect(read('locales/fr/a.json')).toEqual({ hello: 'fr Later' })
  })

  it('is refused where a file was changed since [SYN-1]', async () => {
    const host = await world.open()
    write({ 'translation-mcp.json': PROJECT, 'locales/en/a.json': EN })
    const sync_revision = revisionIn(await host.call('plan_sync', { path: '.' }))
    write({ 'locales/en/a.json': { ...EN, soup: 'Another soup' } })
    const told = await host.call('create_batch', { sync_revision })
    expect(told.text).toContain('a file was changed since that plan')
    expect(told.text).toContain('Next: plan_sync {')
  })

  it('that only moves texts is written without a translation [SYN-1]', async () => {
    const host = await world.open()
    const sync_revision = await created(host, { 'locales/en/a.json': { old: 'Moved away' } })
    await translateAll(host, sync_revision)
    await host.call('get_result', { sync_revision })
    write({ 'locales/en/a.json': { fresh: 'Moved away' } })
    const planned = await host.call('plan_sync', { path: '.' })
    expect(nextCall(planned).tool).toBe('get_result')
    const moved = revisionIn(planned)
    expect((await host.call('create_batch', { sync_revision: moved })).text).toContain('no text to translate')
    await host.call('get_result', { sync_revision: moved })
    expect(read('locales/de/a.json')).toEqual({ fresh: 'de Moved away' })
  })
})

describe('what was sent', () => {
  it('is forgotten at a later run once it was written 30 days ago, and not before it was [SYN-3]', async () => {
    const host = await world.open()
    const older = await created(host, { 'locales/en/a.json': { hello: 'Written' } })
    await translateAll(host, older)
    await host.call('get_result', { sync_revision: older })
    const open = await created(host, { 'locales/en/a.json': { hello: 'Written', soup: 'Left open' } })
    const sent = () => readdirSync(place('.git/translation-mcp/deltas')).length
    const known = () => readdirSync(place('.git/translation-mcp/planned'))
    expect(sent()).toBe(2)
    const at = world.parts.clock()
    const later = await world.open({}, { clock: () => at + 31 * 86_400_000 })
    await created(later, { 'locales/en/a.json': { hello: 'Written', soup: 'Left open', cake: 'New' } })
    expect(sent()).toBe(2)
    expect(known()).toContain(`${open}.json`)
    expect(known()).not.toContain(`${older}.json`)
  })
})

describe('what changed while it was translated', () => {
  it('stays where a person wrote it, and is named [SYN-2]', async () => {
    const host = await world.open()
    const sync_revision = await created(host, { 'locales/en/a.json': { hello: 'Meanwhile', soup: 'Other' } })
    await translateAll(host, sync_revision)
    write({ 'locales/de/a.json': { hello: 'Von Hand' } })
    const told = await host.call('get_result', { sync_revision })
    expect(told.data.files).toMatchObject([
      { path: 'locales/de/a.json', written: 1, left_as_a_person_edited_it: ['hello'] },
      { path: 'locales/fr/a.json', written: 2 },
    ])
    expect(read('locales/de/a.json')).toEqual({ hello: 'Von Hand', soup: 'de Other' })
  })

  it('is not written for another source, and the rest is [SYN-1]', async () => {
    const host = await world.open()
    const sync_revision = await created(host, { 'locales/en/a.json': { hello: 'First words', soup: 'Same' } })
    await translateAll(host, sync_revision)
    write({ 'locales/en/a.json': { hello: 'Second words', soup: 'Same' } })
    const told = await host.call('get_result', { sync_revision })
    expect(told.data.files).toMatchObject([
      { path: 'locales/de/a.json', written: 1, source_changed_since: ['hello'] },
      { path: 'locales/fr/a.json', written: 1, source_changed_since: ['hello'] },
    ])
    expect(read('locales/de/a.json')).toEqual({ soup: 'de Same' })
  })

  it('is left for the next call where it is not done [SYN-1]', async () => {
    const host = await world.open()
    const sync_revision = await created(host, { 'locales/en/a.json': { hello: 'Not yet' } })
    const told = await host.call('get_result', { sync_revision, wait_seconds: 0 })
    expect(told.data).toMatchObject({ written: 0, not_finished: [{ source: 'locales/en/a.json' }] })
    expect(nextCall(told)).toEqual({ tool: 'translate_segments', input: { sync_revision } })
    expect(existsSync(place('locales/de'))).toBe(false)
  })
})
