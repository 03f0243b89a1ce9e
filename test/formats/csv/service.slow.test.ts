import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld, type World } from '../../support/world.ts'

const create = (world: World, filename: string, content: string, instruction: string) =>
  world.call(api.batches.create, { body: { content, filename, instruction } })

it('the service translates the columns asked for into several languages and zips the results [RES-2]', async () => {
  const world = await startWorld()
  const file = 'id;name;description\r\n7;"Red, hat";Keeps you warm\r\n8;Blue hat;"Says ""hi"""\r\n'
  const created = await create(world, 'shop.csv', file, 'Translate only the description into German and French.')
  expect(created.plan?.included).toEqual([{ part: 'description', segments: 2, words: 5 }])
  expect(created.plan?.not_included).toEqual(
    expect.arrayContaining([
      { part: 'column headings', reason: 'a key, not text', words: 3 },
      { part: 'id', reason: 'a number, not text', words: 2 },
      { part: 'name', reason: 'not among the parts you asked for', words: 4 },
    ]),
  )
  await translate(world, created)
  const { result, file: parcel } = await resultOf(world, created.batch.id)
  expect(result).toMatchObject({ file_name: 'shop.translations.zip', quality: { segments: 4, kept_source: 0 } })
  const texts = Object.entries(unzipSync(parcel.bytes)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  const kept = (language: string): RegExp =>
    new RegExp(
      `^id;name;description\\r\\n7;"Red, hat";⟦${language} [^⟧]+⟧\\r\\n8;Blue hat;"⟦${language} [^"]+ ""[^"]+""[^"]*⟧"\\r\\n$`,
    )
  expect(texts).toEqual([
    ['shop.de.csv', expect.stringMatching(kept('de'))],
    ['shop.fr.csv', expect.stringMatching(kept('fr'))],
  ])
})

it('the service fills the column of the language and leaves the text that is in it unless it is asked [RES-2]', async () => {
  const world = await startWorld()
  const file = 'key,en,de\nsave,Save,Sichern\nopen,Open file,\n'
  const created = await create(world, 'strings.csv', file, 'Translate into German.')
  expect(created.plan?.included).toEqual([{ part: 'en', segments: 1, words: 2 }])
  expect(created.plan?.not_included).toContainEqual({ part: 'en', reason: 'already translated', words: 1 })
  await translate(world, created)
  const { file: first } = await resultOf(world, created.batch.id)
  expect(first.text).toMatch(/^key,en,de\nsave,Save,Sichern\nopen,Open file,⟦de [^⟧]+⟧\n$/)

  const again = await create(world, 'strings.csv', file, 'Translate into German, also the existing translations.')
  expect(again.plan?.included).toEqual([{ part: 'en', segments: 2, words: 3 }])
  await translate(world, again)
  const { file: second } = await resultOf(world, again.batch.id)
  expect(second.text).toMatch(/^key,en,de\nsave,Save,⟦de [^⟧]+⟧\nopen,Open file,⟦de [^⟧]+⟧\n$/)
})

it('a column in another language that is asked for is in that language, as the file says [PLN-2, RES-2]', async () => {
  const world = await startWorld()
  const file = 'key,en,fr\nsave,Save the file,Enregistrer\nopen,Open it,Ouvrir\n'
  const created = await create(world, 'columns.csv', file, 'Translate the column fr into German.')
  expect(created.plan).toMatchObject({ source_language: 'fr', source_language_from: 'file' })
  expect(created.plan?.included).toEqual([{ part: 'fr', segments: 2, words: 2 }])
  await translate(world, created)
  const { file: result } = await resultOf(world, created.batch.id)
  expect(result.text).toMatch(/^key,en,fr,de\nsave,Save the file,Enregistrer,⟦de [^⟧]+⟧\n/)
  // English is no longer the language of what is translated.
  const gap = 'key,en,fr\nsave,,Enregistrer\nopen,Open it,\nclose,Close it,\n'
  const back = await create(world, 'back.csv', gap, 'Translate the column fr into English.')
  expect(back.plan).toMatchObject({ source_language: 'fr', included: [{ part: 'fr', segments: 1 }] })
})

it('the service writes each cell of a column that is asked for though it seems no text [PLN-2, RES-2]', async () => {
  const world = await startWorld()
  const content = 'code,name\nred-dark-1,Red hat\nblue-pale-2,Blue hat\ngreen-x1,Green hat\n'
  const created = await create(world, 'codes.csv', content, 'Translate into German, also the code column.')
  expect(created.plan?.included).toEqual([
    { part: 'code', segments: 3, words: 3 },
    { part: 'name', segments: 3, words: 6 },
  ])
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ segments: 6, kept_source: 0 })
  expect(file.text).toMatch(/^code,name\n(?:⟦de [^⟧]+⟧,⟦de [^⟧]+⟧\n){3}$/)
})

it('the service refuses a table with an open quote, naming its line', async () => {
  const world = await startWorld()
  const body = { content: 'title,text\nA,B\nC,"open\n', filename: 'x.csv', instruction: 'Translate into German.' }
  const refused = await world.refuse(api.batches.create, { body })
  expect(refused).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('line 3') })
})

it('the service gives a table a column for each language that it lacks, all in one file, as its plan counts [FMT-2, FMT-3]', async () => {
  const world = await startWorld()
  const file = 'key,en,fr\nsave,Save,Sauver\nopen,Open file,\n'
  const created = await create(world, 'strings.csv', file, 'Translate into German, French and Polish.')
  expect(created.plan?.included).toEqual([expect.objectContaining({ part: 'en' })])
  await translate(world, created)
  const { result, file: written } = await resultOf(world, created.batch.id)
  // Two texts into German and Polish, and the one that French lacks.
  expect(result.quality).toMatchObject({ segments: 5, kept_source: 0 })
  expect(written.text).toMatch(
    /^key,en,fr,de,pl\nsave,Save,Sauver,⟦de [^⟧]+⟧,⟦pl [^⟧]+⟧\nopen,Open file,⟦fr [^⟧]+⟧,⟦de [^⟧]+⟧,⟦pl [^⟧]+⟧\n$/,
  )
})

it.each([
  ['Translate into Portuguese (pt) and Brazilian Portuguese (pt-BR).', 'Name one of them.'],
  ['Translate from English into American English (en-US).', 'name another target'],
])('the service refuses languages that have one place in a table: %s [FMT-3, CRD-1]', async (instruction, advice) => {
  const world = await startWorld()
  const body = { content: 'key,en,pt-PT\nsave,Save,Guardar\nopen,Open file,Abrir\n', filename: 'a.csv', instruction }
  const refused = await world.refuse(api.batches.create, { body })
  expect(refused).toMatchObject({ code: 'plan_invalid', message: expect.stringContaining(advice) })
  // In files of their own each has its place.
  const apart = { ...body, content: '{"save": "Save file"}', filename: 'a.json' }
  await world.call(api.batches.create, { body: apart })
})

it('a plan says that what a table has already is in another language [FMT-3, PLN-2]', async () => {
  const world = await startWorld()
  const french =
    'Enregistrez le fichier avant de quitter,Ouvrez le dossier des images,Aucun message ne correspond à votre recherche'
  const english = ['Save the file before you leave', 'Open the folder of pictures', 'No message fits your search']
  const rows = french.split(',').map((text, at) => `${english[at]},${text}`)
  const content = ['source,target', ...rows, 'Close the window,', ''].join('\n')
  const plan = async (instruction: string) => (await create(world, 'pairs.csv', content, instruction)).plan
  expect((await plan('Translate from English into German.'))?.advice?.join(' ')).toContain(
    'look like French, not German',
  )
  expect((await plan('Translate from English into French.'))?.advice ?? []).toEqual([])
})

it('the service gives each text a row in a new language, and leaves those of the others [FMT-3]', async () => {
  const world = await startWorld()
  const file = 'key,locale,value\nsave,en,Save file\nsave,fr,Sauver\nopen,en,Open file\nopen,fr,Ouvrir\n'
  const created = await create(world, 'strings.csv', file, 'Translate into German.')
  expect(created.plan?.included).toEqual([{ part: 'value', segments: 2, words: 4 }])
  expect(created.plan?.not_included).toContainEqual({ part: 'value', reason: 'in another language', words: 2 })
  await translate(world, created)
  const { file: written } = await resultOf(world, created.batch.id)
  expect(written.text).toMatch(
    /^key,locale,value\nsave,en,Save file\nsave,fr,Sauver\nsave,de,⟦de [^⟧]+⟧\nopen,en,Open file\nopen,fr,Ouvrir\nopen,de,⟦de [^⟧]+⟧\n$/,
  )
})
