import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { deltasOf } from '../../src/sync/plan.ts'
import { readSourceTexts, readTargetTexts } from '../../src/sync/texts.ts'
import { untranslated } from '../../src/sync/together.ts'
import { FilesInMemory, statesIn, wishesOf } from './support.ts'

const NAME = 'App/Localizable.xcstrings'
const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } })
const plural = (forms: Readonly<Record<string, string>>) => ({
  variations: { plural: Object.fromEntries(Object.entries(forms).map(([name, value]) => [name, unit(value)])) },
})
const FILES = { en: plural({ one: '%lld file', other: '%lld files' }) }

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const textOf = (strings: Entries, sourceLanguage = 'en') =>
  `${JSON.stringify({ sourceLanguage, strings, version: '1.0' }, undefined, 2)}\n`
const catalog = (strings: Readonly<Record<string, object>>) =>
  textOf(Object.fromEntries(Object.entries(strings).map(([key, localizations]) => [key, { localizations }])))

const app = (text: string, targets: readonly string[] = ['de', 'pl']) =>
  new FilesInMemory({ [NAME]: text }, { name: NAME, targets })
/** What the file says of a key in a language. */
const said = (files: FilesInMemory, key: string, language: string) =>
  JSON.parse(files.files.get(NAME) ?? '').strings[key].localizations?.[language]

async function format() {
  const found = await loadFormat(NAME)
  if (found === undefined) throw new Error('no catalogs are read')
  return found
}

describe('a file that holds all its languages', () => {
  it('is the source, and each of its translations: every language is planned by itself', async () => {
    const files = app(catalog({ 'Open it': { de: unit('Öffnen') }, 'Shut it': {} }))
    expect(statesIn(await files.plan())).toEqual([
      'de Open it edited',
      'de Shut it missing',
      'pl Open it missing',
      'pl Shut it missing',
    ])
  })

  it('gets all languages, each into what the one before it left, and is in step then', async () => {
    const files = app(catalog({ 'Open it': { de: unit('Öffnen') }, 'Shut it': {} }))
    expect(await files.run()).toEqual(['de Shut it', 'pl Open it', 'pl Shut it'])
    expect(files.files.get(NAME)).toBe(
      catalog({
        'Open it': { de: unit('Öffnen'), pl: unit('«Open it»') },
        'Shut it': { de: unit('«Shut it»'), pl: unit('«Shut it»') },
      }),
    )
    const after = files.files.get(NAME)
    expect(statesIn(await files.plan()).filter(state => !/ (?:current|edited)$/.test(state))).toEqual([])
    expect(await files.run()).toEqual([])
    expect(files.files.get(NAME)).toBe(after)
  })

  it('has plural forms of each language, and those that a person wrote stay', async () => {
    const files = app(catalog({ files: { ...FILES, pl: plural({ one: '%lld plik', other: '%lld pliku' }) } }))
    expect(await files.run()).toEqual(['de files', 'de files', 'pl files', 'pl files'])
    expect(said(files, 'files', 'de')).toEqual(plural({ one: '«%lld file»', other: '«%lld files»' }))
    expect(said(files, 'files', 'pl')).toEqual(
      plural({ few: '«%lld files»', many: '«%lld files»', one: '%lld plik', other: '%lld pliku' }),
    )
  })

  it('has codes of its own where a person gave it another shape, and is not broken then', async () => {
    const own = {
      substitutions: { count: { variations: plural({ other: '%arg plików' }).variations } },
      ...unit('%#@count@'),
    }
    const files = app(catalog({ 'Open %lld files': { pl: own } }), ['pl'])
    expect(statesIn(await files.plan())).toEqual(['pl Open %lld files edited'])
    expect(await files.run()).toEqual([])
    const plain = app(catalog({ 'Open %lld files': { pl: unit('Otwórz') } }), ['pl'])
    expect(statesIn(await plain.plan())).toEqual(['pl Open %lld files invalid'])
  })

  it('gets the forms that it lacks beside one that somebody has to look at, which stays', async () => {
    const review = { stringUnit: { state: 'needs_review', value: '%lld plik' } }
    const polish = { variations: { plural: { one: review, other: unit('%lld pliku') } } }
    const files = app(catalog({ files: { ...FILES, pl: polish } }), ['pl'])
    expect(await files.run()).toEqual(['pl files', 'pl files'])
    expect(said(files, 'files', 'pl').variations.plural).toEqual({
      few: unit('«%lld files»'),
      many: unit('«%lld files»'),
      one: review,
      other: unit('%lld pliku'),
    })
  })

  it('tells what is stale: its source changed since, in the same file', async () => {
    const files = app(catalog({ open: { en: unit('Open it') }, shut: { en: unit('Shut it') } }), ['de'])
    await files.run()
    files.files.set(NAME, (files.files.get(NAME) ?? '').replace('"Open it"', '"Open the door"'))
    expect(statesIn(await files.plan())).toEqual(['de open stale', 'de shut current'])
    expect(await files.run()).toEqual(['de open'])
    expect(said(files, 'open', 'de')).toEqual(unit('«Open the door»'))
    expect(said(files, 'shut', 'de')).toEqual(unit('«Shut it»'))
  })

  it('tells what is stale where a text gets forms, or loses them', async () => {
    const files = app(catalog({ '%lld items': {} }), ['de'])
    await files.run()
    const set = (value: object) => {
      const whole = JSON.parse(files.files.get(NAME) ?? '')
      Object.assign(whole.strings['%lld items'].localizations, value)
      files.files.set(NAME, `${JSON.stringify(whole, undefined, 2)}\n`)
    }
    set({ en: plural({ one: '%lld entry', other: '%lld entries' }) })
    expect(statesIn(await files.plan())).toEqual(['de %lld items stale', 'de %lld items stale'])
    expect(await files.run()).toEqual(['de %lld items', 'de %lld items'])
    expect(said(files, '%lld items', 'de')).toEqual(plural({ one: '«%lld entry»', other: '«%lld entries»' }))
    set({ en: unit('%lld things') })
    expect(statesIn(await files.plan())).toEqual(['de %lld items stale'])
    await files.run()
    expect(said(files, '%lld items', 'de')).toEqual(unit('«%lld things»'))
    expect(statesIn(await files.plan())).toEqual(['de %lld items current'])
  })

  it('leaves a person’s words that stand beside a text which got forms, and says so until she has seen it', async () => {
    const files = app(catalog({ '%lld items': { de: unit('%lld Dinge') } }), ['de'])
    await files.run()
    const text = files.files.get(NAME) ?? ''
    const forms = JSON.stringify(plural({ one: '%lld entry', other: '%lld entries' }))
    files.files.set(NAME, text.replace('"de" :', `"en" : ${forms}, "de" :`).replace('"de":', `"en": ${forms}, "de":`))
    for (let turn = 0; turn < 2; turn += 1) {
      expect(statesIn(await files.plan())).toEqual(Array.from({ length: 2 }, () => 'de %lld items edited_stale'))
      expect(await files.run()).toEqual([])
    }
    expect(said(files, '%lld items', 'de')).toEqual(unit('%lld Dinge'))
  })

  it('calls a language as its other entries do', async () => {
    const files = app(catalog({ 'Open it': { 'zh-Hant': unit('打開'), pt_BR: unit('Abrir') }, 'Shut it': {} }), [
      ...['zh-Hant-TW', 'pt-BR'],
    ])
    expect(await files.run()).toEqual(['zh-Hant-TW Shut it', 'pt-BR Shut it'])
    expect(Object.keys(JSON.parse(files.files.get(NAME) ?? '').strings['Shut it'].localizations).sort()).toEqual([
      ...['pt_BR', 'zh-Hant'],
    ])
  })

  it('keeps the words of a person, also where their source changed, until she says so', async () => {
    const files = app(catalog({ open: { en: unit('Open it') } }), ['de'])
    await files.run()
    const edit = (from: string, to: string) => files.files.set(NAME, (files.files.get(NAME) ?? '').replace(from, to))
    edit('"«Open it»"', '"Aufmachen"')
    expect(statesIn(await files.plan())).toEqual(['de open edited'])
    await files.run()
    edit('"Open it"', '"Open the door"')
    expect(statesIn(await files.plan())).toEqual(['de open edited_stale'])
    expect(await files.run()).toEqual([])
    expect(await files.run(wishesOf({ keys: ['open'] }))).toEqual(['de open'])
    expect(said(files, 'open', 'de')).toEqual(unit('«Open the door»'))
  })

  it('has nothing in place of a text that Xcode calls new, and a person’s words where it wants a review', async () => {
    const german = { a: unit('Open it', 'new'), b: unit('Schließen', 'needs_review') }
    const files = app(catalog({ 'Open it': { de: german.a }, 'Shut it': { de: german.b } }), ['de'])
    expect(statesIn(await files.plan())).toEqual(['de Open it missing', 'de Shut it edited'])
    await files.run()
    expect(said(files, 'Open it', 'de')).toEqual(unit('«Open it»'))
    expect(said(files, 'Shut it', 'de')).toEqual(german.b)
  })

  it('is not translated from another language than the project says', async () => {
    const { pairs, problems } = await app(textOf({ a: {} }, 'fr')).plan()
    expect(pairs).toEqual([])
    expect(problems).toEqual([
      {
        path: NAME,
        words:
          'its texts are in fr, and "source" of the project is en: correct it, or leave the file out ("exclude") and give it a project file of its own',
      },
    ])
  })

  it('has every language of a memory, too', async () => {
    const tuv = (language: string, text: string) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`
    const memory = (...units: readonly string[]) =>
      `<tmx version="1.4"><header srclang="en"/><body>${units.map(unit => `<tu>${unit}</tu>`).join('')}</body></tmx>`
    const text = memory(tuv('en', 'Open the door') + tuv('de', 'Öffne die Tür'), tuv('en', 'Shut the door'))
    const tmx = await loadFormat('a.tmx')
    if (tmx === undefined) throw new Error('no memories are read')
    const emptied = Buffer.from(
      await untranslated(tmx, Buffer.from(text), { source: 'en', targets: ['de', 'fr'] }),
    ).toString()
    expect(emptied).toBe(text.replace('Öffne die Tür', ''))
  })

  it('tells what is stale in a memory without ids, where the text is the name', async () => {
    const name = 'a.tmx'
    const unitOf = (english: string, rest = '') => `<tu><tuv xml:lang="en"><seg>${english}</seg></tuv>${rest}</tu>`
    const german = '<tuv xml:lang="de-DE"><seg>Öffne die Tür</seg></tuv>'
    const body = [unitOf('Open the door', german), unitOf('Shut the gate')].join('\n')
    const text = `<tmx version="1.4"><header srclang="en"/><body>${body}</body></tmx>`
    const files = new FilesInMemory({ [name]: text }, { name, targets: ['de', 'fr'] })
    await files.run()
    // German is called here what it is called in the entry before.
    expect(files.files.get(name)).toContain('<tuv xml:lang="de-DE"><seg>«Shut the gate»</seg></tuv>')
    files.files.set(name, (files.files.get(name) ?? '').replace('>Open the door<', '>Open the window<'))
    expect(statesIn(await files.plan())).toEqual([
      'de Open the window edited_stale',
      'de Shut the gate current',
      'fr Open the window stale',
      'fr Shut the gate current',
    ])
    expect(await files.run()).toEqual(['fr Open the window'])
    expect(files.files.get(name)).toContain('<seg>«Open the window»</seg>')
    expect(statesIn(await files.plan())[0]).toBe('de Open the window edited_stale')
  })
})

describe('what is sent of it', () => {
  it('is what is asked for, without any translation into these languages', async () => {
    const files = app(
      catalog({ 'Open it': { de: unit('Öffnen'), ja: unit('開く') }, 'Shut it': { ja: unit('閉じる') } }),
    )
    const [german, polish] = await deltasOf(await files.plan())
    expect(JSON.parse(Buffer.from(german?.bytes ?? '').toString()).strings).toEqual({
      'Shut it': { localizations: { ja: unit('閉じる') } },
    })
    expect(JSON.parse(Buffer.from(polish?.bytes ?? '').toString()).strings).toEqual({
      'Open it': { localizations: { de: unit(''), ja: unit('開く') } },
      'Shut it': { localizations: { ja: unit('閉じる') } },
    })
  })

  it('is known by what is asked for, whatever the other languages of the file are by now', async () => {
    const idOf = async (strings: Readonly<Record<string, object>>, targets: readonly string[]) => {
      const [delta] = await deltasOf(await app(catalog(strings), targets).plan())
      return delta?.id
    }
    const id = await idOf({ 'Open it': {}, files: FILES }, ['de'])
    expect(await idOf({ 'Open it': { ja: unit('開く') }, files: FILES }, ['de'])).toBe(id)
    expect(await idOf({ 'Open it': {}, files: FILES }, ['pl'])).toBe(id)
    expect(
      await idOf({ 'Open it': {}, files: { en: plural({ one: '%lld page', other: '%lld pages' }) } }, ['de']),
    ).not.toBe(id)
  })

  it('goes for all languages, whatever forms they have', async () => {
    const files = app(catalog({ files: FILES }), ['de', 'ja', 'pl'])
    const deltas = await deltasOf(await files.plan())
    expect(deltas.map(({ pairs }) => pairs.map(({ language }) => language))).toEqual([['de', 'pl'], ['ja']])
    expect(new Set(deltas.map(({ id }) => id)).size).toBe(2)
    expect(await files.run()).toHaveLength(2 + 1 + 4)
    expect(said(files, 'files', 'ja')).toEqual(plural({ other: '«%lld files»' }))
  })

  it('goes once for languages that lack the same', async () => {
    const [delta, ...more] = await deltasOf(await app(catalog({ 'Shut it': {} })).plan())
    expect(more).toEqual([])
    expect(delta?.pairs.map(({ language }) => language)).toEqual(['de', 'pl'])
  })
})

describe('a file as if nobody had translated it', () => {
  it('has the same texts, and none of them is done', async () => {
    const text = catalog({ files: { ...FILES, pl: plural({ one: '%lld plik' }) }, 'Open it': { pl: unit('Otwórz') } })
    const file = { format: await format(), source_language: 'en', language: 'pl' }
    const bytes = await untranslated(file.format, Buffer.from(text), { source: 'en', targets: ['pl'] })
    expect(await readTargetTexts({ ...file, bytes }, bytes)).toEqual(new Map())
    const hashes = async (given: Uint8Array) =>
      [...(await readSourceTexts({ ...file, bytes: given })).values()].map(({ path, hash }) => [path, hash])
    expect(await hashes(bytes)).toEqual(await hashes(Buffer.from(text)))
    expect([...(await readSourceTexts({ ...file, bytes })).values()].map(({ left_out }) => left_out)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it('keeps what is not for translation', async () => {
    const entry = { shouldTranslate: false, localizations: { de: unit('Acme') } }
    const text = textOf({ Acme: entry, 'Open it': { localizations: { de: unit('Öffnen') } } })
    const bytes = await untranslated(await format(), Buffer.from(text), { source: 'en', targets: ['de'] })
    expect(Buffer.from(bytes).toString()).toBe(text.replace('Öffnen', ''))
  })
})
