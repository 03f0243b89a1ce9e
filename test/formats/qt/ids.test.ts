import { describe, expect, it } from 'vitest'
import { qt } from '../../../src/formats/qt/qt.ts'
import { createdIn, sendForm } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { FilesInMemory, statesIn } from '../../sync/support.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'
import { merged } from '../merging.ts'
import { message, ts } from './files.ts'

const UNFINISHED = '<translation type="unfinished"></translation>'
const withId = (id: string, text: string) => text.replace('<message', `<message id="${id}"`)
const said = (id: string, translation: string, more: readonly string[] = []) =>
  withId(id, message('', translation, more))
const english = (...messages: readonly string[]) => ts(...messages).replace('"de"', '"en"')

const COUNT = withId(
  'id-count',
  message(
    '',
    '<translation><numerusform>%n file</numerusform><numerusform>%n files</numerusform></translation>',
    [],
    true,
  ),
)
const ENGLISH = english(
  said('id-open', '<translation>Open &quot;it&quot;</translation>', ['<extracomment>Button</extracomment>']),
  COUNT,
  said('id-draft', '<translation type="unfinished">A draft</translation>'),
  said('id-none', UNFINISHED),
  said('id-gone', '<translation type="vanished">Gone</translation>'),
)
const GERMAN = ts(said('id-open', '<translation>Öffne es</translation>'), said('id-none', UNFINISHED))

const rows = async (file: string, language: string, source?: string) =>
  (await unitsOf(qt, opened(file), { target: { language }, source }))
    .slice(1)
    .map(({ path, text, left_out }) => [path, text, left_out])

describe('messages with ids and no source', () => {
  it('of the source language say their wordings, also unfinished ones, and never their ids [FMT-1]', async () => {
    expect(await qt.languages?.(opened(ENGLISH)())).toEqual({ source: 'en' })
    expect(await rows(ENGLISH, 'de')).toEqual([
      ['qt:id-open', 'Open "it"', undefined],
      ['qt:id-count[0]', '%n file', undefined],
      ['qt:id-count[1]', '%n files', undefined],
      ['qt:id-draft', 'A draft', undefined],
      ['qt:id-none', '', 'empty'],
      ['qt:~id-gone', '', 'obsolete'],
    ])
    const [, first] = await unitsOf(qt, opened(ENGLISH), { target: { language: 'de' } })
    expect(first).toMatchObject({ note: 'Button', target: '', context: { key: 'id-open' } })
  })

  it('are translated into the place of these wordings, and read back', async () => {
    const target = { language: 'de' }
    const say = ({ text }: { readonly text: string }) => (text === '' ? undefined : `»${text}`)
    const result = await bytesOf(rewrite(qt, opened(ENGLISH), say, target))
    expect(await verify(qt, opened(ENGLISH), opened(result), say, target)).toEqual([])
    expect(result.toString()).toBe(
      ENGLISH.replace('language="en"', 'language="de"')
        .replace('>Open &quot;it&quot;<', '>»Open &quot;it&quot;<')
        .replace('>%n file<', '>»%n file<')
        .replace('>%n files<', '>»%n files<')
        .replace(' type="unfinished">A draft<', '>»A draft<'),
    )
  })

  it.each([
    '<message id="a"><translation>Open it</translation></message>',
    '<message id="a">\n<source/>\n<translation>Open it</translation>\n</message>',
    '<message id="a"><location filename="a.qml" line="1"/><translation type="unfinished">Open it</translation></message>',
  ])('may have no element for it: %s', async text => {
    const file = english(text)
    const target = { language: 'fr' }
    const say = ({ path }: { readonly path: string }) => (path === 'qt:a' ? 'Ouvrir' : undefined)
    const result = await bytesOf(rewrite(qt, opened(file), say, target))
    expect(await verify(qt, opened(file), opened(result), say, target)).toEqual([])
    expect(result.toString()).toBe(
      file.replace('language="en"', 'language="fr"').replace('Open it', 'Ouvrir').replace(' type="unfinished"', ''),
    )
    const nothing = await bytesOf(rewrite(qt, opened(file), () => undefined, { language: 'en' }))
    expect(nothing.toString()).toBe(file)
  })

  it('of another language have no text, unless that language is the one to translate from', async () => {
    expect(await qt.languages?.(opened(GERMAN)())).toEqual({ source: undefined, target: 'de' })
    expect(await rows(GERMAN, 'de')).toEqual([
      ['qt:id-open', '', 'empty'],
      ['qt:id-none', '', 'empty'],
    ])
    expect(await rows(GERMAN, 'fr', 'de')).toEqual([
      ['qt:id-open', 'Öffne es', undefined],
      ['qt:id-none', '', 'empty'],
    ])
  })

  it('are named in the plan where they have no wording', async () => {
    const remarks = async (file: string, spoken?: string) => await qt.remarks?.(opened(file)(), ['fr'], spoken)
    expect(await remarks(GERMAN, 'en')).toEqual([
      expect.stringMatching(/^2 messages have no text of the source language/),
    ])
    expect(await remarks(GERMAN, 'de')).toEqual([expect.stringMatching(/^One message has an id alone and no wording/)])
    expect(await remarks(ENGLISH, 'en')).toEqual([expect.stringMatching(/^One message has an id alone/)])
    expect(await remarks(english(COUNT), 'en')).toEqual([])
    expect(await remarks(ENGLISH.replace(' language="en"', ''), 'en')).toEqual([
      expect.stringMatching(/^One message has an id alone/),
    ])
    const texts = ts(message('Open', UNFINISHED), withId('a', message('Close', UNFINISHED)))
    expect(await remarks(texts, 'en')).toEqual([])
  })

  it('are refused in words where a file has nothing else, with the file that has their wording [CRE-5]', async () => {
    const world = await startWorld()
    const send = async (name: string, bytes: string) =>
      await sendForm(world, { name, bytes }, { instruction: 'Translate from English into German.' })
    const { text } = await send('app_de.ts', GERMAN)
    expect(text).toMatch(/2 messages have no text of the source language, only an id.*such as app_en\.ts/)
    const { plan } = createdIn(await send('app_en.ts', ENGLISH))
    expect(plan?.included.map(({ part }) => part)).toEqual(['Window'])
    expect(JSON.stringify(plan)).not.toContain('"id-open"')
  })

  it('come into a file of another language with their wordings as sources of translations [SYN-1]', async () => {
    const name = 'translations/en.ts'
    const project = new FilesInMemory({ [name]: ENGLISH, 'translations/de.ts': GERMAN }, { name, targets: ['de'] })
    expect(statesIn(await project.plan())).toEqual([
      ...['de id-open edited', 'de id-count missing', 'de id-count missing', 'de id-draft missing'],
    ])
    await project.run()
    const german = project.files.get('translations/de.ts') ?? ''
    expect(german).toContain('<translation>Öffne es</translation>')
    expect(german).toContain('<numerusform>«%n file»</numerusform><numerusform>«%n files»</numerusform>')
    expect(german).toContain('<translation>«A draft»</translation>')
    expect(await project.run()).toEqual([])
    project.files.set(name, ENGLISH.replace('A draft', 'No draft'))
    expect(await project.run()).toEqual(['de id-draft'])
  })

  it('are merged by their ids', async () => {
    expect(
      await merged(qt, ts(said('id-open', UNFINISHED)), { source: ENGLISH, texts: { 'qt:id-open': 'Öffne es' } }),
    ).toBe(ts(said('id-open', '<translation>Öffne es</translation>')))
  })
})
