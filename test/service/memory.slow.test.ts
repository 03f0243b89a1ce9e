import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { emptyMemory, showMemory } from '../../src/service/admin/memory.ts'
import { DAY } from '../../src/service/domain/time.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { findRememberedLines, forgetUnused, holdingsOf } from '../../src/service/store/memory.ts'
import { type Apy, inSpanish, startApy } from '../support/apy.ts'
import { resultOf, translate } from '../support/flow.ts'
import { plantWorkspace } from '../support/plant.ts'
import { startWorld, type World } from '../support/world.ts'

const SENTENCES = Array.from({ length: 12 }, (_, at) => `Read page number ${at} of the manual.`)
/** Words of one sentence. */
const WORDS = 7

async function start(settings: Partial<ServiceSettings> = {}, rules: Parameters<typeof startApy>[0] = {}) {
  const apy = await startApy(rules)
  const world = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } }, ...settings },
  })
  return { apy, world }
}

function create(world: World, sentences: readonly string[], filename = 'manual.txt') {
  const body = { content: sentences.join('\n\n'), filename, instruction: 'Translate from English into Spanish.' }
  return world.call(api.batches.create, { body })
}

/** Translates a file and says what the engine was asked for meanwhile. */
async function translated(world: World, apy: Apy, sentences: readonly string[]) {
  const before = apy.asked.length
  const created = await create(world, sentences)
  await translate(world, created)
  const { file, result } = await resultOf(world, created.batch.id)
  return { plan: created.plan, asked: apy.asked.slice(before), text: file.text, quality: result.quality }
}

it('asks for one sentence of a file in which one changed, and the plan says so before [ENG-1]', async () => {
  const { apy, world } = await start()
  const first = await translated(world, apy, SENTENCES)
  expect(first.plan).toMatchObject({ new_words: 12 * WORDS, reused_words: 0 })
  expect(first.asked.length).toBe(12)
  const changed = SENTENCES.with(5, 'Now read something else.')
  const second = await translated(world, apy, changed)
  expect(second.plan).toMatchObject({ word_count: 11 * WORDS + 4, new_words: 4, reused_words: 11 * WORDS })
  expect(second.asked).toEqual(['Now read something else.'])
  expect(second.text).toBe(changed.map(inSpanish).join('\n\n'))
  expect(second.quality).toMatchObject({ segments: 12, kept_source: 0 })
})

it('asks for nothing of a file that is known, and a part of it twice in a file is one question', async () => {
  const { apy, world } = await start()
  const twice = await translated(world, apy, [...SENTENCES, ...SENTENCES])
  expect(twice.asked.length).toBe(12)
  const again = await translated(world, apy, SENTENCES)
  expect(again.plan).toMatchObject({ new_words: 0, reused_words: 12 * WORDS })
  expect(again.asked).toEqual([])
})

it('asks anew for the lines that a changed glossary touches, inflected too, and for no other [ENG-4]', async () => {
  const { apy, world } = await start()
  const sentences = ['Read the manual.', 'Close both manuals now.', 'Open the file.', 'A manufactured list.']
  await translated(world, apy, sentences)
  const terms = [{ source: 'Manual', target: 'manual de uso' }]
  await world.call(api.glossaries.create, { body: { language_pair: 'en-es', terms } })
  const after = await translated(world, apy, sentences)
  expect(after.asked.map(text => text.split(' ')[0]).sort()).toEqual(['Close', 'Read'])
  expect(after.plan).toMatchObject({ reused_words: 3 + 3 })
})

it('holds whatever the wording of the tone is, and asks anew under another tone [ENG-4]', async () => {
  const { apy, world } = await start()
  const told = async (wish: string) => {
    const before = apy.asked.length
    const instruction = `Translate from English into Spanish. ${wish}`
    const body = { content: SENTENCES.join('\n\n'), filename: 'manual.txt', instruction }
    const created = await world.call(api.batches.create, { body })
    await translate(world, created)
    return { guidance: created.plan?.guidance, asked: apy.asked.length - before }
  }
  expect(await told('Use a formal tone. Keep it short.')).toMatchObject({ asked: 12 })
  const other = await told('Keep it  SHORT! Use a formal tone.')
  expect(other.asked, String(other.guidance)).toBe(0)
  expect((await told('Use an informal tone.')).asked).toBe(12)
})

it('remembers nothing of a translation that failed a check, so that it is asked for again [ENG-2]', async () => {
  const damage = (text: string) => (text.includes('number 3') ? text.replace(/number 3 /, '') : inSpanish(text))
  const { apy, world } = await start({}, { translate: damage })
  const first = await translated(world, apy, SENTENCES)
  expect(first.quality?.findings.length).toBeGreaterThan(0)
  const second = await translated(world, apy, SENTENCES)
  expect(second.plan).toMatchObject({ new_words: WORDS, reused_words: 11 * WORDS })
  expect(new Set(second.asked)).toEqual(new Set([SENTENCES[3]]))
})

it('remembers nothing of a segment whose source was kept, and the plan prices it as new [ENG-2]', async () => {
  // Every placeholder is lost on the way.
  const { apy, world } = await start({}, { translate: text => inSpanish(text.replace(/Xq\w+|<x\d+\/>/g, 'algo')) })
  const sentences = ['Read {page} of the manual.', 'Close the manual.']
  const first = await translated(world, apy, sentences)
  expect(first.text).toBe(`${sentences[0]}\n\n${inSpanish(sentences[1] ?? '')}`)
  expect(first.quality).toMatchObject({ segments: 2, kept_source: 1 })
  expect(await showMemory({ dataDir: world.dataDir })).toMatchObject({ translations: 1 })
  const { plan } = await create(world, sentences)
  expect(plan).toMatchObject({ new_words: (plan?.word_count ?? 0) - 3, reused_words: 3 })
})

it('uses nothing that its new place cannot take: a cell that begins like a formula [ENG-2]', async () => {
  const { apy, world } = await start({}, { translate: text => `-${inSpanish(text)}` })
  const text = await translated(world, apy, ['Read the whole manual now'])
  expect(text.text).toBe(`-${inSpanish('Read the whole manual now')}`)
  const table = 'note\nRead the whole manual now\n'
  const body = { content: table, filename: 'notes.csv', instruction: 'Translate from English into Spanish.' }
  const created = await world.call(api.batches.create, { body })
  const asked = apy.asked.length
  await translate(world, created)
  expect(apy.asked.length).toBeGreaterThan(asked)
  const { file, result } = await resultOf(world, created.batch.id)
  expect(file.text).toBe(table)
  expect(result.quality).toMatchObject({ segments: 1, kept_source: 1 })
})

it('neither looks up nor remembers anything where it is switched off', async () => {
  const { apy, world } = await start({ memory: false })
  await translated(world, apy, SENTENCES)
  const second = await translated(world, apy, SENTENCES)
  expect(second.plan).toMatchObject({ new_words: 12 * WORDS, reused_words: 0 })
  expect(second.asked.length).toBe(12)
  expect(await showMemory({ dataDir: world.dataDir })).toEqual({ translations: 0, characters: 0, projects: [] })
})

it('uses nothing of what it holds once it is switched off', async () => {
  const { apy, world } = await start()
  await translated(world, apy, SENTENCES)
  await world.close()
  const off = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } }, memory: false },
    dataDir: world.dataDir,
  })
  const again = await translated(off, apy, SENTENCES)
  expect(again.plan).toMatchObject({ new_words: 12 * WORDS, reused_words: 0 })
  expect(again.asked.length).toBe(12)
  expect(await showMemory({ dataDir: world.dataDir })).toMatchObject({ translations: 12 })
})

it('is emptied on order, and says how much it held', async () => {
  const { apy, world } = await start()
  await translated(world, apy, SENTENCES)
  const { projects, ...held } = await showMemory({ dataDir: world.dataDir })
  expect(projects).toEqual([{ project: null, ...held }])
  expect(held.translations).toBe(12)
  expect(held.characters).toBe(SENTENCES.map(inSpanish).join('').length)
  expect(await emptyMemory({ dataDir: world.dataDir })).toEqual(held)
  expect((await translated(world, apy, SENTENCES)).asked.length).toBe(12)
})

it('forgets what nobody used for so long, and counts each use', async () => {
  const { apy, world } = await start()
  await translated(world, apy, SENTENCES)
  await world.db.updateTable('remembered').set({ used_at: 0 }).execute()
  await translated(world, apy, SENTENCES.slice(0, 4))
  await forgetUnused(world.db, DAY)
  const rest = await translated(world, apy, SENTENCES)
  expect(rest.asked).toEqual(SENTENCES.slice(4))
})

it('shows no workspace what another translated [ENV-5]', async () => {
  const { apy, world } = await start()
  await translated(world, apy, SENTENCES)
  const other = await plantWorkspace(world)
  const row = await world.db.selectFrom('remembered').selectAll().limit(1).executeTakeFirstOrThrow()
  const scope = { workspace_id: row.workspace_id, project: '', shared: true }
  expect((await findRememberedLines(world.db, scope, [row.line])).get(row.line)?.text).toBe(row.text)
  expect(await holdingsOf(world.db, other.id)).toEqual({
    lines: false,
    corrections: false,
    imported: false,
  })
  expect((await findRememberedLines(world.db, { ...scope, workspace_id: other.id }, [row.line])).size).toBe(0)
})
