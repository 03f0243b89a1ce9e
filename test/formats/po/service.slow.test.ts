import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const TEMPLATE = `#, fuzzy
msgid ""
msgstr ""
"Language: \\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#: src/a.c:1
msgctxt "menu"
msgid "Open"
msgstr ""

#: src/a.c:2
#, c-format
msgid "one file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`

it('the service translates a template into languages with other plural forms [RES-2, FMT-4]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: TEMPLATE, filename: 'app.pot', instruction: 'Translate into Polish and Japanese.' },
  })
  expect(created.plan?.included).toEqual([
    { part: 'menu', segments: 1, words: 1 },
    { part: 'src/a.c', segments: 3, words: 4 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  const files = Object.values(unzipSync(file.bytes)).map(bytes => Buffer.from(bytes).toString())
  expect(files[0]).toMatch(/^msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text\/plain; charset=UTF-8\\n"\n/)
  expect(files[0]?.match(/^msgstr.*⟦pl .*%d.*⟧"$/gm)).toHaveLength(2)
  expect(files[0]).toMatch(/"Plural-Forms: nplurals=3; .*msgstr\[0\] "⟦pl [^%]*⟧"\nmsgstr\[1\] .*\nmsgstr\[2\] .*\n$/s)
  expect(files[1]).toMatch(/"Plural-Forms: nplurals=1; plural=0;.*msgstr\[0\] "⟦ja %d [^⟧]*⟧"\n$/s)
})

it('the service leaves existing translations unless it is asked, and fuzzy ones it does not', async () => {
  const world = await startWorld()
  const content = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n
msgid "Save"\nmsgstr "Sichern"\n\n#, fuzzy\nmsgid "Open"\nmsgstr "Offen"\n\n#~ msgid "Old"\n#~ msgstr "Alt"\n`
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'de.po', instruction: 'Translate into German.' },
  })
  expect(created.plan?.not_included.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['already translated', 'obsolete entry']),
  )
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text.replace(/⟦de [^⟧]+⟧/, '…')).toBe(content.replace('#, fuzzy\n', '').replace('Offen', '…'))
})

const HEADER = (language: string) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: ${language}\\n"\n\n`

it('the service translates a catalogue of another language, and leaves none of that in it [RES-2]', async () => {
  const world = await startWorld()
  const content = `${HEADER('fr')}msgid "Save"\nmsgstr "Enregistrer"\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Ouvrir"\n`
  const instruction = 'Translate into German. Only the part "menu".'
  const created = await world.call(api.batches.create, { body: { content, filename: 'fr.po', instruction } })
  expect(created.plan?.included).toEqual([{ part: 'menu', segments: 1, words: 1 }])
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text).toMatch(/^"Language: de\\n"$/m)
  expect(file.text.slice(file.text.indexOf('msgid "Save"')).replace(/⟦de [^⟧]+⟧/, '…')).toBe(
    content.slice(content.indexOf('msgid "Save"')).replace('Enregistrer', '').replace('Ouvrir', '…'),
  )
})

it('a name in another language counts more than a header that says the language of the source [RES-2]', async () => {
  const world = await startWorld()
  const content = `${HEADER('en')}msgid "Save it"\nmsgstr "Enregistrer"\n\nmsgid "Open it"\nmsgstr "Ouvrir"\n`
  const body = { content, instruction: 'Translate from English into German.' }
  const texts = async (filename: string) =>
    (await world.call(api.batches.create, { body: { ...body, filename } })).extraction_preview?.map(({ text }) => text)
  expect(await texts('fr.po')).toEqual(['Save it', 'Open it'])
  expect(await texts('en.po')).toEqual(['Enregistrer', 'Ouvrir'])
})

it.each<[string, boolean]>([
  ['Translate into German, mark the translations as fuzzy.', true],
  ['Translate into German and mark them as not reviewed', true],
  ['Übersetze ins Deutsche. Markiere alles als ungeprüft.', true],
  ['Translate into German, do not mark anything as fuzzy.', false],
  ['Translate only the fuzzy entries into German.', false],
])('%s asks for the mark of what nobody has looked at, or not [PLN-1]', async (instruction, marked) => {
  const world = await startWorld()
  const content = `${HEADER('de')}msgid "Save it"\nmsgstr ""\n\n#, fuzzy\nmsgid "Open it"\nmsgstr "Offen"\n`
  const created = await world.call(api.batches.create, { body: { content, filename: 'de.po', instruction } })
  expect(created.plan?.included).toEqual([expect.objectContaining({ segments: instruction.includes('only') ? 1 : 2 })])
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text.match(/#, fuzzy/g) ?? []).toHaveLength(marked ? 2 : 0)
})

it.each([
  ['sv.po', 'its name'],
  ['app.sv.po', 'the end of its name'],
  ['sv/LC_MESSAGES/app.po', 'its folder'],
])('a catalogue that names no language is in that of %s (%s) [RES-2]', async filename => {
  const world = await startWorld()
  const content = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save"\nmsgstr "Spara"\n`
  const body = { content, filename, instruction: 'Translate into German.' }
  const created = await world.call(api.batches.create, { body })
  expect(created.plan?.included).toEqual([{ part: 'messages', segments: 1, words: 1 }])
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text).toMatch(/"Language: de\\n"[\s\S]*msgid "Save"\nmsgstr "⟦de [^⟧]+⟧"\n$/)
  const own = world.refuse(api.batches.create, { body: { ...body, instruction: 'Translate into Swedish.' } })
  expect(await own).toMatchObject({ code: 'plan_invalid', message: expect.stringContaining('translated') })
})

it('the service translates the texts of keys, and fuzzy entries unless they are left out', async () => {
  const world = await startWorld()
  const keys = `${HEADER('en')}msgid "btn_save"\nmsgstr "Save it"\n\nmsgid "menu.help"\nmsgstr ""\n\nmsgid "menu.open"\nmsgstr "Open it"\n`
  const body = { content: keys, filename: 'en.po', instruction: 'Translate into German.' }
  const created = await world.call(api.batches.create, { body })
  expect(created.plan).toMatchObject({ source_language: 'en', included: [{ segments: 2, words: 4 }] })
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  expect(file.text).toMatch(/btn_save"\nmsgstr "⟦de .*menu\.help"\nmsgstr ""\n.*menu\.open"\nmsgstr "⟦de /s)

  const drafts = `${HEADER('de')}msgid "Save it"\nmsgstr ""\n\n#, fuzzy\n#| msgid "Open"\nmsgid "Open it"\nmsgstr "Offen"\n`
  const leaving = { content: drafts, filename: 'de.po', instruction: 'Translate into German. Leave out fuzzy entries.' }
  const kept = await world.call(api.batches.create, { body: leaving })
  expect(kept.plan?.not_included.map(({ reason }) => reason)).toEqual(['left out because you asked'])
  const replaced = { ...leaving, instruction: 'Translate into German.' }
  expect((await world.call(api.batches.create, { body: replaced })).plan?.advice).toEqual([
    '1 fuzzy entry: its draft will be replaced. “Leave out the fuzzy entries” keeps it.',
  ])
  await translate(world, kept)
  const { file: half } = await resultOf(world, kept.batch.id)
  expect(half.text.replace(/⟦de [^⟧]+⟧/, '')).toBe(drafts)

  const french = { ...leaving, content: drafts.replace('Language: de', 'Language: fr'), filename: 'fr.po' }
  expect((await world.call(api.batches.create, { body: french })).plan).toMatchObject({
    not_included: [{ reason: 'left out because you asked', words: 2 }],
    word_count: 2,
  })
  const all = { ...french, instruction: 'Translate into German.' }
  expect((await world.call(api.batches.create, { body: all })).plan).toMatchObject({ word_count: 4, advice: [] })
})

it('the service marks what it writes as not reviewed where the sentence for it is said, and says so in the plan [MCP-16]', async () => {
  const world = await startWorld()
  const content = `${HEADER('de')}msgid "Save it"\nmsgstr ""\n`
  const instruction = 'Translate into German (de). Mark every translation as not reviewed.'
  const created = await world.call(api.batches.create, { body: { content, filename: 'de.po', instruction } })
  expect(created.plan?.applied).toContain('Mark every translation as not reviewed')
  await translate(world, created)
  expect((await resultOf(world, created.batch.id)).file.text).toMatch(
    /\n#, fuzzy\nmsgid "Save it"\nmsgstr "⟦de .*⟧"\n$/,
  )
})
