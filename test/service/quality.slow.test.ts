import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { startApy } from '../support/apy.ts'
import { resultOf, translate } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

const PAIRS = [
  ['eng', 'spa'],
  ['eng', 'pol'],
] as const

async function start(rule: (paragraph: string) => string) {
  const apy = await startApy({ pairs: PAIRS, translate: rule })
  const world = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } } },
  })
  return { apy, world }
}

const catalogue = (...messages: string[]): string =>
  ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"', ...messages].join('\n\n')

const FILES = '#, c-format\nmsgid "%d old file"\nmsgid_plural "%d old files"\nmsgstr[0] ""\nmsgstr[1] ""'
const PLAIN = 'msgid "Read the manual"\nmsgstr ""'

async function translated(world: World, content: string, filename: string, instruction: string) {
  const created = await world.call(api.batches.create, { body: { content, filename, instruction } })
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  return { plan: created.plan, quality: result.quality, text: file.text }
}

const asIs = (paragraph: string): string => `Ia: ${paragraph}`

it('a plural form that fails takes its siblings with it, and the quality counts them all [ENG-2]', async () => {
  // What stands for %d is lost in the plural alone.
  const { world } = await start(paragraph => (paragraph.includes('files') ? 'los viejos' : asIs(paragraph)))
  const { quality, text } = await translated(world, catalogue(FILES, PLAIN), 'app.po', 'From English into Spanish.')
  expect(text).toContain('msgid_plural "%d old files"\nmsgstr[0] ""\nmsgstr[1] ""')
  expect(text).toContain('msgstr "Ia: Read the manual"')
  expect(quality).toMatchObject({ segments: 3, kept_source: 2 })
  expect(quality?.findings.map(({ segment }) => segment)).toEqual(['po:%d old file[0]', 'po:%d old file[1]'])
  expect(quality?.findings[0]?.reason).toMatch(/^Another plural form/)
  expect(quality?.findings[1]?.reason).not.toMatch(/^Another plural form/)
})

it('a catalogue that is known costs nothing again, plural forms and all [ENG-1]', async () => {
  const { apy, world } = await start(asIs)
  const first = await translated(world, catalogue(FILES, PLAIN), 'app.po', 'From English into Polish.')
  expect(first.plan).toMatchObject({ new_words: first.plan?.word_count, reused_words: 0 })
  const asked = apy.asked.length
  const second = await translated(world, catalogue(FILES, PLAIN), 'app.po', 'From English into Polish.')
  expect(second.plan).toMatchObject({ new_words: 0, reused_words: first.plan?.word_count })
  expect(apy.asked.length).toBe(asked)
  expect(second.text).toBe(first.text)
  const more = 'msgid "one new file"\nmsgid_plural "%d new files"\nmsgstr[0] ""\nmsgstr[1] ""'
  const third = await translated(world, catalogue(FILES, more, PLAIN), 'app.po', 'From English into Polish.')
  // Polish has a form for one, and two for other numbers.
  expect(third.plan).toMatchObject({ new_words: 3 + 2 + 2, reused_words: first.plan?.word_count })
})

it('the terms of a glossary are counted where the source has them, and where the translation has [GLO-3]', async () => {
  const { world } = await start(paragraph => (paragraph.includes('by the') ? 'Ahí.' : asIs(paragraph)))
  const terms = [
    { source: 'manual', target: 'guía' },
    { source: 'door', target: 'portón' },
  ]
  await world.call(api.glossaries.create, { body: { language_pair: 'en-es', terms } })
  const content = 'Read the manual.\n\nThe manual is by the door.\n\nAnd this is all.'
  const { quality } = await translated(world, content, 'a.txt', 'From English into Spanish.')
  expect(quality).toMatchObject({ segments: 3, kept_source: 1, terms: { present: 3, honoured: 1 } })
  const { quality: without } = await translated(world, 'And this is all.', 'b.txt', 'From English into Spanish.')
  expect(without).not.toHaveProperty('terms')
})

it('a translation that stays longer than what is shown of it is written and flagged, in the file and in a table [ENG-2]', async () => {
  const { apy, world } = await start(asIs)
  const short = '#. Max length: 8\nmsgid "Save now"\nmsgstr ""'
  const free = 'msgctxt "elsewhere"\nmsgid "Save now"\nmsgstr ""'
  const { quality, text } = await translated(world, catalogue(short, free), 'app.po', 'From English into Spanish.')
  expect(text).toContain('#. Max length: 8\nmsgid "Save now"\nmsgstr "Ia: Save now"')
  expect(quality).toMatchObject({ segments: 2, kept_source: 0 })
  expect(quality?.findings.map(({ reason }) => reason)).toEqual([
    'Written, worth a look: The translation has 12 characters; at most 8 fit.',
  ])
  const cells = 'key,en,es,max_length\nsave,Save now,,8\nsafe,Save now,,40\n'
  const table = await translated(world, cells, 'app.csv', 'From English into Spanish.')
  expect(table.text).toBe('key,en,es,max_length\nsave,Save now,Ia: Save now,8\nsafe,Save now,Ia: Save now,40\n')
  expect(apy.asked.length).toBeGreaterThan(0)
})
