import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

it('the service adds the plural forms of each language, and charges for what it writes [RES-2, FMT-4, PLN-2]', async () => {
  const world = await startWorld()
  const content = '{\n  "en": {\n    "n_one": "{{count}} file",\n    "n_other": "{{count}} files"\n  }\n}\n'
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'en.json', instruction: 'Translate into Polish and Japanese.' },
  })
  expect(created.plan?.source_language).toBe('en')
  expect(created.plan?.by_language).toEqual([
    { language: 'pl', segments: 4, words: 4 },
    { language: 'ja', segments: 2, words: 2 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  const files = Object.values(unzipSync(file.bytes)).map(bytes => Buffer.from(bytes).toString())
  expect(files.map(text => text.match(/"\w+"(?=:)/g))).toEqual([
    ['"pl"', '"n_one"', '"n_few"', '"n_many"', '"n_other"'],
    ['"ja"', '"n_one"', '"n_other"'],
  ])
  expect(files[0]?.match(/⟦pl/g)).toHaveLength(4)
})

it('the service adds the branches of each language to the plurals inside a message, at the price of what it writes', async () => {
  const world = await startWorld()
  const content = '{"@@locale": "en", "files": "{n, plural, one {one file} other {# new files}}"}'
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'app_en.arb', instruction: 'Translate into Polish and German.' },
  })
  expect(created.plan?.by_language).toEqual([
    { language: 'pl', segments: 1, words: 8 },
    { language: 'de', segments: 1, words: 4 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  const files = Object.values(unzipSync(file.bytes)).map(bytes => Buffer.from(bytes).toString())
  expect(files.map(text => text.match(/\b(?:one|few|many|other)(?= \{)/g))).toEqual([
    ['one', 'few', 'many', 'other'],
    ['one', 'other'],
  ])
})

it('the service asks about a file of settings, and translates what is asked for', async () => {
  const world = await startWorld()
  const content = '{\n  "name": "tool",\n  "description": "A small tool for all",\n  "scripts": { "a": "run it" }\n}\n'
  const body = { content, filename: 'package.json' }
  const asked = await world.call(api.batches.create, { body })
  expect(asked.suggested_instructions?.[0]).toBe('Translate only “description” into Spanish.')
  const refused = await world.refuse(api.batches.create, { body: { ...body, instruction: 'Translate into German.' } })
  expect(refused).toMatchObject({ code: 'plan_invalid' })
  expect(refused.message).toMatch(
    /^This is an npm package\.json, .*“Translate only “description” into German”\. Its texts are “description”\.$/,
  )
  const created = await world.call(api.batches.create, {
    body: { ...body, instruction: 'Translate only “description” into German.' },
  })
  expect(created.plan?.included).toEqual([{ part: 'description', segments: 1, words: 5 }])
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text.replace(/⟦de [^⟧]+⟧/, 'A small tool for all')).toBe(content)
})

it('the service writes several languages into the file that holds them beside each other', async () => {
  const world = await startWorld()
  const content = '{"en": {"a": "Hello there"}, "fr": {"a": "Bonjour"}}'
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'texts.json', instruction: 'Translate into German and Polish.' },
  })
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text.replace(/⟦(..) [^⟧]+⟧/g, '$1')).toBe(
    '{"en": {"a": "Hello there"}, "fr": {"a": "Bonjour"}, "de": {"a": "de"}, "pl": {"a": "pl"}}',
  )
})

it('the service counts and writes an item for each text of a list in several languages, in one file for all targets [PLN-2, RES-2]', async () => {
  const world = await startWorld()
  const items = [
    { key: 'a', lang: 'en', text: 'Open the file' },
    { key: 'a', lang: 'fr', text: 'Ouvrir' },
    { key: 'b', lang: 'en', text: 'Close it' },
  ]
  const created = await world.call(api.batches.create, {
    body: { content: JSON.stringify(items), filename: 'rows.json', instruction: 'Translate into German and French.' },
  })
  expect(created.plan?.by_language).toEqual([
    { language: 'de', segments: 2, words: 5 },
    { language: 'fr', segments: 1, words: 2 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(JSON.parse(file.text.replace(/⟦(..) [^⟧]+⟧/g, '$1'))).toEqual([
    ...items.slice(0, 2),
    { key: 'a', lang: 'de', text: 'de' },
    ...items.slice(2),
    { key: 'b', lang: 'de', text: 'de' },
    { key: 'b', lang: 'fr', text: 'fr' },
  ])
})

it('the plan says what it took keys for that may be languages, and a refusal why nothing can be added', async () => {
  const world = await startWorld()
  const instruction = 'Translate into German.'
  const content = '{"a": {"it": "Item", "hr": "Ruler"}, "b": "Open the file and close the window"}'
  const created = await world.call(api.batches.create, { body: { content, filename: 'words.json', instruction } })
  expect(created.plan?.advice?.join()).toContain('The keys “it”, “hr” may be languages or words.')
  const rows =
    '[{"id": 1, "key": "a", "lang": "en", "text": "Open"}, {"id": 2, "key": "a", "lang": "fr", "text": "Ouvrir"}, {"id": 3, "key": "b", "lang": "en", "text": "Close"}]'
  const refused = await world.refuse(api.batches.create, {
    body: { content: rows, filename: 'rows.json', instruction },
  })
  expect(refused.message).toContain('Each item of the list has an id of its own')
})
