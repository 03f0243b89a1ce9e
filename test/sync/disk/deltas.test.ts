import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endDeltas, readTranslated, writeDeltas } from '../../../src/sync/disk/deltas.ts'
import { openSyncProject, readerIn } from '../../../src/sync/disk/open.ts'
import { planProject } from '../../../src/sync/plan.ts'
import { wishesOf } from '../support.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const PROJECT = { source: 'en', targets: ['de', 'fr'], files: { include: ['[locale]/*.json'] } }
const OPEN = { a: 'Open the door' }

const work = () => files.place('work')

async function deltas() {
  const opened = await openSyncProject(files.at, [], [])
  const plan = await planProject({ ...opened, wishes: wishesOf({}), tries: false, read: readerIn(files.at) })
  return await writeDeltas(opened, plan, { work: work(), engine: undefined })
}

describe('the deltas of a plan', () => {
  it('are files with the name of their source, one for all languages that lack the same [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    const { to_translate } = await deltas()
    expect(to_translate).toEqual([
      {
        file: expect.stringMatching(/\/a\.json$/),
        source_path: 'en/a.json',
        source_language: 'en',
        target_languages: ['de', 'fr'],
        instruction: undefined,
      },
    ])
  })

  it('have the same places a second time, so that a run that was cut off goes on [SYN-3]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    const first = await deltas()
    expect((await deltas()).to_translate).toEqual(first.to_translate)
    expect(readdirSync(`${work()}/deltas`)).toHaveLength(1)
  })

  it('are apart for languages that are to be translated in another manner', async () => {
    const by_target = { fr: { instruction: 'Say vous.' } }
    files.write({ 'translation-mcp.json': { ...PROJECT, instruction: 'Be brief.', by_target }, 'en/a.json': OPEN })
    const { to_translate } = await deltas()
    expect(to_translate.map(delta => [delta.instruction, delta.target_languages])).toEqual([
      ['Be brief.', ['de']],
      ['Say vous.', ['fr']],
    ])
    expect(new Set(to_translate.map(({ file }) => file)).size).toBe(2)
  })

  it('are none where nothing is asked for [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN, 'de/a.json': OPEN, 'fr/a.json': OPEN })
    expect((await deltas()).to_translate).toEqual([])
    expect(existsSync(work())).toBe(false)
  })
})

describe('the same texts, asked for again', () => {
  it('are another delta once the first was written, so that another translation is made [SYN-1]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': OPEN })
    const first = await deltas()
    await endDeltas(first)
    const second = await deltas()
    expect(second.to_translate[0]?.file).not.toBe(first.to_translate[0]?.file)
    expect((await deltas()).to_translate).toEqual(second.to_translate)
    await endDeltas(second)
    expect((await deltas()).to_translate[0]?.file).not.toBe(second.to_translate[0]?.file)
  })

  it('are what was sent, however the code that uses them looks by now [SYN-3]', async () => {
    files.write({ 'translation-mcp.json': PROJECT, 'en/a.json': { 'open.door': 'Open the door' } })
    files.write({ 'src/app.ts': "show(t('open.door'))" })
    const [first] = (await deltas()).to_translate
    const sent = readFileSync(first?.file ?? '', 'utf8')
    expect(sent).toContain('show(t(')
    files.write({ 'src/app.ts': "later(t('open.door'))" })
    const [again] = (await deltas()).to_translate
    expect(readFileSync(again?.file ?? '', 'utf8')).toBe(sent)
  })
})

describe('what was fetched of a file that holds all its languages', () => {
  it('is found by the next run where the first was cut off, for each language', async () => {
    const catalog = { sourceLanguage: 'en', strings: { 'Open it': {} } }
    files.write({ 'translation-mcp.json': { ...PROJECT, files: { include: ['*.xcstrings'] } }, 'a.xcstrings': catalog })
    const first = await deltas()
    const [delta] = first.to_translate
    expect(delta?.target_languages).toEqual(['de', 'fr'])
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
    const localizations = { de: unit('Öffnen'), fr: unit('Ouvrir') }
    const place = delta?.file.replace(/([^/]+)$/, 'out/translations/$1').slice(files.at.length + 1) ?? ''
    files.write({ [place]: { ...catalog, strings: { 'Open it': { localizations } } } })
    const again = await deltas()
    expect(again.to_translate).toEqual([])
    expect([...(await readTranslated([], again))].map(([name, texts]) => [name, ...texts.values()])).toEqual([
      ['a.xcstrings\tde', 'Öffnen'],
      ['a.xcstrings\tfr', 'Ouvrir'],
    ])
  })
})
