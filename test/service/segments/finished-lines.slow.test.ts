import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shownTranslation } from '../../../src/checks/index.ts'
import { api } from '../../../src/contract/operations.ts'
import type { FoundLine, FoundLines } from '../../../src/contract/segments.ts'
import { openFiles } from '../../../src/service/files/blobs.ts'
import { retainFiles } from '../../../src/service/retention.ts'
import { serveDeepl } from '../../support/engines/deepl.ts'
import { createMenu, follow, reaches, resultOf, storedFiles, translate } from '../../support/flow.ts'
import { agentWorld, answer, completed, type Handed, handedOver } from '../../support/segments.ts'
import { startWorld, type World } from '../../support/world.ts'

const GERMAN: Readonly<Record<string, string>> = {
  'Open the file': 'Öffnen Sie die Datei',
  'Save {name} now': '{name} jetzt speichern',
  'Read the manual': 'Lesen Sie das Handbuch',
}

/** A service that DeepL translates for, and what DeepL was asked for. */
async function deeplWorld(settings = {}) {
  const server = await serveDeepl(
    text => GERMAN[text.replace(/<x\d\/>/, '{name}')]?.replace('{name}', '<x1/>') ?? `Auf Deutsch: ${text}`,
  )
  const engines = { deepl: { api_key: 'test-key:fx', url: server.origin } }
  const world = await startWorld({ settings: { engine: 'deepl', engines, ...settings } })
  const asked = () => server.forms().flatMap(form => form.getAll('text'))
  return { world, server, asked }
}

async function finished(
  world: World,
  content: string,
  filename: string,
  instruction = 'Translate from English into German.',
) {
  const created = await world.call(api.batches.create, { body: { content, filename, instruction } })
  await translate(world, created)
  return handedOf(created)
}

function handedOf({ batch, plan, plan_revision }: Awaited<ReturnType<typeof createMenu>>): Handed {
  return { batch_id: batch.id, plan_revision: plan_revision ?? '', languages: plan?.target_languages ?? [] }
}

async function lines(
  world: World,
  { batch_id }: Handed,
  query: Record<string, string> = { from_id: '1' },
): Promise<FoundLines> {
  const { found } = await world.call(api.batches.segments, { params: { batch_id }, query })
  if (found === null) throw new Error('no lines were given')
  return found
}

const inShort = ({ id, text, translation }: FoundLine) => `${id} ${text} = ${translation}`

describe('a finished translation of an engine of the service', () => {
  it('shows its lines with their translation and numbers, by search and page by page [MCP-21]', async () => {
    const { world } = await deeplWorld()
    const done = handedOf(await createMenu(world, 'Translate from English into German.'))
    await translate(world, { batch: await batchOf(world, done), plan_revision: done.plan_revision })
    const all = await lines(world, done)
    expect(all.lines.map(inShort)).toEqual([
      '1 Open the file = Öffnen Sie die Datei',
      '2 Save {name} now = {name} jetzt speichern',
      '3 Read the manual = Lesen Sie das Handbuch',
    ])
    expect(all).toMatchObject({ count: 3, next: null })
    const of = async (query: Record<string, string>) => (await lines(world, done, query)).lines.map(({ id }) => id)
    expect(await of({ search: 'HANDBUCH' })).toEqual(['3'])
    expect(await of({ search: 'the' })).toEqual(['1', '3'])
    expect(await of({ search: 'menu.save' })).toEqual(['2'])
    expect(await of({ search: 'nowhere' })).toEqual([])
    expect(await lines(world, done, { from_id: '1', limit: '2' })).toMatchObject({ count: 3, next: '3' })
    expect(await of({ from_id: '3', limit: '2' })).toEqual(['3'])
  })

  it('is corrected: the file is written anew, nothing is charged or asked, and the old link leads to it [MCP-21, RES-1, CRD-2]', async () => {
    const { world, asked } = await deeplWorld()
    const created = await createMenu(world, 'Translate from English into German.')
    await translate(world, created)
    const done = handedOf(created)
    const before = await resultOf(world, done.batch_id)
    const [count, account, usage] = [asked().length, await world.call(api.account.get), await world.call(api.usage.get)]
    const round = await answer(world, done, [{ id: '2', text: '{name} jetzt sichern' }])
    expect(round).toMatchObject({ rejected: [], doubts: [], segments: [], remaining: 0, done: true })
    const again = await reaches(world, done.batch_id, 'completed')
    const { result, file } = await resultOf(world, done.batch_id)
    expect(JSON.parse(file.text)).toMatchObject({
      menu: { open: GERMAN['Open the file'], save: '{name} jetzt sichern' },
    })
    expect((await follow(before.result.url)).text).toBe(file.text)
    expect(result.quality).toMatchObject({ segments: 3, kept_source: 0, findings: [] })
    expect(asked().length).toBe(count)
    expect((await world.call(api.account.get)).credit_balance).toBe(account.credit_balance)
    expect((await world.call(api.usage.get)).totals).toEqual(usage.totals)
    expect(again.credit_cost).toBe(created.batch.credit_cost ?? again.credit_cost)
    expect((await lines(world, done, { search: 'sichern' })).lines.map(inShort)).toEqual([
      '2 Save {name} now = {name} jetzt sichern',
    ])
    expect(world.logged).toEqual([])
  })

  it('keeps what stands where a correction must not be written, and says why [MCP-21, ENG-2]', async () => {
    const { world } = await deeplWorld()
    const done = await finished(world, '{"save": "Save {name} now"}', 'a.json')
    const round = await answer(world, done, [
      { id: '1', text: 'Jetzt speichern' },
      { id: '9', text: 'Neun' },
    ])
    expect(round.rejected).toEqual([
      { id: '9', reason: expect.stringContaining('No segment'), final: true, stays: null },
      { id: '1', reason: expect.stringContaining('{name}'), final: true, stays: 'translation' },
    ])
    expect((await batchOf(world, done)).status).toBe('completed')
    expect((await resultOf(world, done.batch_id)).file.text).toBe('{"save": "{name} jetzt speichern"}')
  })

  it('is corrected where glossary and engine have changed since, and without the engine [MCP-21]', async () => {
    const { world } = await deeplWorld()
    const terms = [{ source: 'file', target: 'Datei' }]
    await world.call(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
    const done = await finished(
      world,
      '{"open": "Open the file", "read": "Read the manual"}',
      'a.json',
      'Translate from English into German. Keep "Acme" untranslated. Use a formal tone.',
    )
    const { file } = await resultOf(world, done.batch_id)
    await world.call(api.glossaries.update, {
      params: { language_pair: 'en-de' },
      body: { terms: [{ source: 'manual', target: 'Anleitung' }] },
    })
    await world.close()
    const later = await agentWorld({ dataDir: world.dataDir })
    await answer(later, done, [{ id: '2', text: 'Lies die Anleitung' }])
    await reaches(later, done.batch_id, 'completed')
    const corrected = await resultOf(later, done.batch_id)
    expect(corrected.file.text).toBe(file.text.replace('Lesen Sie das Handbuch', 'Lies die Anleitung'))
    expect(corrected.file.text).toContain('Lies die Anleitung')
  })

  it('corrects each place that has the text, by the number of any, and refuses two answers to one line [MCP-21]', async () => {
    const { world } = await deeplWorld()
    const done = await finished(world, '["Open the file", "Read the manual", "Open the file"]', 'a.json')
    expect((await lines(world, done)).lines.map(({ id, places }) => [id, places])).toEqual([
      ['1', 2],
      ['2', 1],
    ])
    const twice = await answer(world, done, [
      { id: '1', text: 'Datei auf' },
      { id: '3', text: 'Datei öffnen' },
    ])
    expect(twice.rejected.map(({ id }) => id)).toEqual(['1', '3'])
    await answer(world, done, [{ id: '3', text: 'Datei öffnen' }])
    await reaches(world, done.batch_id, 'completed')
    const { file } = await resultOf(world, done.batch_id)
    expect(JSON.parse(file.text)).toEqual(['Datei öffnen', GERMAN['Read the manual'], 'Datei öffnen'])
  })
})

describe('a correction', () => {
  it('stands in the same file under another tone and glossary: it is not asked again and costs nothing [MCP-21, ENG-3]', async () => {
    const { world, asked } = await deeplWorld()
    const content = '{"open": "Open the file", "read": "Read the manual"}'
    const done = await finished(world, content, 'a.json')
    await answer(world, done, [{ id: '1', text: 'Akte aufschlagen' }])
    await reaches(world, done.batch_id, 'completed')
    await world.call(api.glossaries.create, {
      body: { language_pair: 'en-de', terms: [{ source: 'file', target: 'Datei' }] },
    })
    const before = asked().length
    const body = {
      content,
      filename: 'b.json',
      instruction: 'Translate from English into German. Use a friendly tone.',
    }
    const created = await world.call(api.batches.create, { body })
    expect(created.plan).toMatchObject({ word_count: 6, new_words: 3, reused_words: 3 })
    await translate(world, created)
    expect(asked().slice(before)).toEqual(['Read the manual'])
    const { file, result } = await resultOf(world, created.batch.id)
    expect(JSON.parse(file.text)).toMatchObject({ open: 'Akte aufschlagen' })
    expect(result.quality?.findings).toEqual([])
  })

  it('of another engine is used by the caller’s own model, and not in another language [MCP-21]', async () => {
    const { world } = await deeplWorld()
    const content = '{"open": "Open the file", "read": "Read the manual"}'
    const done = await finished(world, content, 'a.json')
    await answer(world, done, [{ id: '1', text: 'Akte aufschlagen' }])
    await reaches(world, done.batch_id, 'completed')
    await world.close()
    const later = await agentWorld({ dataDir: world.dataDir })
    const handed = await handedOver(later, { content, filename: 'b.json' })
    expect((await completed(later, handed)).map(({ text }) => text)).toEqual(['Read the manual'])
    const french = await handedOver(later, {
      content,
      filename: 'b.json',
      instruction: 'Translate everything into French.',
    })
    expect(await completed(later, french)).toHaveLength(2)

    // What was not handed out has a number after those that were, and is corrected by it.
    const all = await lines(later, handed)
    expect(all.lines.map(({ id, text }) => [id, text])).toEqual([
      ['1', 'Read the manual'],
      ['2', 'Open the file'],
    ])
    await answer(later, handed, [{ id: '2', text: 'Akte öffnen' }])
    await reaches(later, handed.batch_id, 'completed')
    expect(JSON.parse((await resultOf(later, handed.batch_id)).file.text).open).toBe('Akte öffnen')
  })

  it('is not remembered where the memory is switched off [MCP-21]', async () => {
    const { world, asked } = await deeplWorld({ memory: false })
    const done = await finished(world, '{"open": "Open the file"}', 'a.json')
    await answer(world, done, [{ id: '1', text: 'Akte aufschlagen' }])
    await reaches(world, done.batch_id, 'completed')
    const before = asked().length
    await finished(world, '{"open": "Open the file"}', 'b.json')
    expect(asked().length).toBe(before + 1)
  })
})

describe('corrections', () => {
  it('of many callers at once are all in the file, and a link made meanwhile leads to a whole one [MCP-21, RES-1]', async () => {
    const { world } = await deeplWorld()
    const texts = Array.from({ length: 12 }, (_, at) => `A stone called ${at}`)
    const done = await finished(world, texts.join('\n\n'), 'a.txt')
    const { result } = await resultOf(world, done.batch_id)
    const sizes = await Promise.all(
      texts.map(async (_, at) => {
        await answer(world, done, [{ id: `${at + 1}`, text: `Stein ${at}` }])
        const file = await follow(result.url)
        return [file.status, file.text.split('\n\n').length]
      }),
    )
    expect(sizes).toEqual(texts.map(() => [200, 12]))
    await reaches(world, done.batch_id, 'completed')
    const { file } = await resultOf(world, done.batch_id)
    expect(file.text).toBe(texts.map((_, at) => `Stein ${at}`).join('\n\n'))
    expect(storedFiles(world)).toHaveLength(2)
    expect(world.logged).toEqual([])
  })

  it('that a process took and did not write are written by the next; until then the earlier file stands [MCP-21, RES-1]', async () => {
    const { world } = await deeplWorld()
    const done = await finished(world, '{"open": "Open the file"}', 'a.json')
    const before = await resultOf(world, done.batch_id)
    // As a killed process leaves it: what was taken is kept, its claim stands, and the result is the earlier one.
    const claim = { lease_owner: 'wrk_gone', lease_until: Date.now() + 400 } as const
    await world.db.updateTable('translations').set({ text: 'Datei auf' }).execute()
    await world.db
      .updateTable('batches')
      .set({ status: 'translating', phase: 'writing', ...claim })
      .execute()
    expect((await follow(before.result.url)).text).toBe(before.file.text)
    await world.close()
    const next = await agentWorld({ dataDir: world.dataDir, settings: { lease_seconds: 1 } })
    expect((await reaches(next, done.batch_id, 'completed')).error).toBeNull()
    expect((await resultOf(next, done.batch_id)).file.text).toBe('{"open": "Datei auf"}')
  })

  it('are forgotten with the file, and so is what was kept of each line [MCP-21, CRE-9]', async () => {
    const { world } = await deeplWorld()
    const done = await finished(world, '{"open": "Open the file"}', 'a.json')
    await world.db.updateTable('batches').set({ file_expires_at: 1 }).execute()
    await retainFiles(
      world.db,
      openFiles(join(world.dataDir, 'files'), () => world.newId('blb')),
      Date.now(),
    )
    for (const table of ['translations', 'results'] as const) {
      expect(
        await world.db.selectFrom(table).select('batch_id').where('batch_id', '=', done.batch_id).execute(),
      ).toEqual([])
    }
  })
})

describe('lines are refused', () => {
  it('before the translation is completed, once it is archived, and of another plan [MCP-21]', async () => {
    const { world } = await deeplWorld()
    const created = await createMenu(world, 'Translate from English into German.')
    const params = { batch_id: created.batch.id }
    const refuse = (query: Record<string, string>) => world.refuse(api.batches.segments, { params, query })
    expect(await refuse({ search: 'file' })).toMatchObject({
      code: 'batch_not_editable',
      message: expect.stringContaining('completed'),
    })
    await translate(world, created)
    expect((await refuse({ from_id: '1', plan_revision: 'other' })).code).toBe('plan_changed')
    expect((await refuse({ from_id: '1', target_language: 'fr' })).code).toBe('invalid_parameter')
    await world.call(api.batches.update, { params, body: { archived: true } })
    expect(await refuse({ from_id: '1' })).toMatchObject({
      code: 'batch_not_editable',
      message: expect.stringContaining('archived'),
    })
  })

  it('once its file has passed its time, and where an earlier version kept none [MCP-21, CRE-9]', async () => {
    const { world } = await deeplWorld()
    const done = await finished(world, '{"open": "Open the file"}', 'a.json')
    const params = { batch_id: done.batch_id }
    await world.db.updateTable('results').set({ made_under_json: null }).execute()
    const old = await world.refuse(api.batches.segments, { params, query: { from_id: '1' } })
    expect(old).toMatchObject({ code: 'batch_not_editable', message: expect.stringContaining('earlier version') })
    await world.db.updateTable('batches').set({ file_expires_at: 1 }).execute()
    const over = await world.refuse(api.batches.segments, { params, query: { from_id: '1' } })
    expect(over.code).toBe('file_retention_expired')
  })
})

it('a translation is shown with the tags of its source, whatever their order', () => {
  const segment = { text: 'Press <b class="k">Save</b> or <i>Quit</i>.<br/>' }
  const translation = '<i>Beenden</i> oder <b class="k">Sichern</b>.<br/>'
  expect(shownTranslation(segment, translation)).toBe('<g2>Beenden</g2> oder <g1>Sichern</g1>.<x3/>')
})

function batchOf(world: World, { batch_id }: Handed) {
  return world.call(api.batches.get, { params: { batch_id } })
}
