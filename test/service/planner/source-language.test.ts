import { describe, expect, it } from 'vitest'
import { writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { api } from '../../../src/contract/operations.ts'
import { detectLanguage } from '../../../src/service/domain/detect-language.ts'
import type { KnownLanguage } from '../../../src/service/domain/survey.ts'
import { languageInName } from '../../../src/service/planner/language-in-name.ts'
import { adviceOnSource, knownLanguage, sourceLanguageOf } from '../../../src/service/planner/source-language.ts'
import { startWorld } from '../../support/world.ts'

describe('the source language', () => {
  it('is read from file and folder names, and not from words that look like tags', () => {
    const names = {
      'en.json': 'en',
      'en-US/app.json': 'en-US',
      'messages.de.json': 'de',
      'strings_fr.txt': 'fr',
      'locales/pt_BR.json': 'pt-BR',
      'zh-CN.json': 'zh-Hans',
      'id.json': 'id',
      'user.id.json': undefined,
      'conf/messages': undefined,
      'conf/messages.de': 'de',
      'conf/messages.id': 'id',
      'conf/messages.fil': 'fil',
      'conf/messages.pt_BR': 'pt-BR',
      'user.fil.messages': undefined,
      'app.json': undefined,
      'readme.txt': undefined,
      'menu.json': undefined,
      'what-is-it.txt': undefined,
      'sign-in.json': undefined,
      'log-in.json': undefined,
      'plan-la.txt': undefined,
      'notes-te.json': undefined,
      'in.json': 'id',
      'te.json': 'te',
      'notes-te-IN.json': 'te',
    }
    for (const [name, tag] of Object.entries(names)) expect([name, languageInName(name)?.tag]).toEqual([name, tag])
  })

  const TEXTS = {
    en: 'Settings could not be saved. Please sign in again.',
    de: 'Abbrechen\nÖffnen\nSchließen\nÄnderungen speichern?',
    fr: 'Annuler\nOuvrir\nFermer\nEnregistrer les modifications ?',
    es: 'Cancelar\nAbrir\nCerrar\n¿Guardar los cambios?',
    ja: '設定を保存できませんでした',
    nb: 'Avbryt\nÅpne\nLukk\nLagre endringer?\nØkten din er utløpt.',
  }

  /** Of languages that the detector does not know. */
  const NEAR = {
    id: 'Pengaturan tidak dapat disimpan. Silakan masuk lagi. Kata sandi salah atau sudah kedaluwarsa.',
    gl: 'Non se puideron gardar os axustes. Inicie sesión de novo. O contrasinal non é correcto.',
    mk: 'Поставките не можеа да се зачуваат. Најавете се повторно. Лозинката е погрешна.',
  }

  it('is detected from the texts of a user interface', async () => {
    for (const [tag, text] of Object.entries(TEXTS)) expect(await detectLanguage(text)).toBe(tag)
  })

  it('stays unknown where the text is too little or no language', async () => {
    for (const text of ['', 'OK', 'File', 'OK\nID\nAcme\nUSB\nHTTP', '12 345 678 901']) {
      expect([text, await detectLanguage(text)]).toEqual([text, undefined])
    }
  })

  it('stays unknown where a short text may as well be English [FMT-2]', async () => {
    for (const text of [
      'Blue shirt',
      'Sign in\nSave changes',
      'Blue cotton shirt\nBlack wool hat',
      'Blue Shirt\nSoft cotton\nRed Mug\nHolds coffee',
      'Cotton T-Shirt\nLeather Belt\nWool Socks',
      'Hello bold world.\nDan Higinbotham',
      'Acme Inc. 123 Van Ness, San Francisco',
      'Multi Calendar Support',
      'Anna Karenina\nJohn Smith',
      'Banana\nMango\nPapaya\nGuava',
      'Sun\nMon\nTue\nWed\nThu\nFri\nSat\nJan\nFeb\nMar',
      'March\nApril\nMay\nJune\nJuly\nAugust\nSeptember\nOctober\nNovember\nDecember',
    ]) {
      expect([text, (await detectLanguage(text)) ?? 'en']).toEqual([text, 'en'])
    }
  })

  it('is shown by few letters where one language alone has their script', async () => {
    for (const [tag, text] of Object.entries({
      el: 'Ελλάδα',
      he: 'שמירה',
      th: 'บันทึก',
      ka: 'შენახვა',
      km: 'រក្សាទុក',
      my: 'သိမ်းဆည်းပါ',
      ko: '저장하기',
      ja: '変更を保存する',
      ta: 'சேமி',
    })) {
      expect([text, await detectLanguage(text)]).toEqual([text, tag])
    }
    for (const text of ['α, β, γ und δ sind Winkel im Dreieck', '保存', 'の']) {
      expect([text, await detectLanguage(text)]).not.toEqual([text, 'el'])
      expect([text, await detectLanguage(text)]).not.toEqual([text, 'ja'])
    }
  })

  it('is not English for the names of its codes, nor for half of it', async () => {
    const world = await startWorld()
    const planned = async (filename: string, content: string) => {
      const { plan } = await world.call(api.batches.create, {
        body: { content, filename, instruction: 'Translate into Japanese.' },
      })
      return [plan?.source_language, plan?.source_language_from]
    }
    const codes =
      '{{ slots.name | capitalize }} ist {{ state.state_with_unit | replace(".", ",") if state.numeric else state.text }}'
    expect(await planned('answers.json', JSON.stringify({ a: `${codes} und wird heute noch geöffnet` }))).toEqual([
      'de',
      'detected',
    ])
    expect(
      await detectLanguage('저장하기 취소 닫기 Join the community of translators and read more here'),
    ).toBeUndefined()
  })

  it('is what the text shows where a longer name only ends like a tag', async () => {
    const english = { tag: 'en', from: 'detected' }
    for (const name of ['x-uk.txt', 'team.ca.txt', 'sign-in.json', 'locales/team.ca.json']) {
      expect([name, await knownLanguage(name, undefined, TEXTS.en)]).toEqual([name, english])
    }
    expect(await knownLanguage('team.ca.txt', undefined, 'OK')).toEqual({ tag: 'ca', from: 'file' })
    expect(await knownLanguage('messages.de.json', undefined, TEXTS.de)).toEqual({ tag: 'de', from: 'file' })
    const austrian = { tag: 'de-AT', from: 'file', differs: 'en' }
    expect(await knownLanguage('messages.de-AT.json', undefined, TEXTS.en)).toEqual(austrian)
  })

  it('is read from the names that systems have for languages [FMT-2]', () => {
    const names = {
      'fr/app.json': 'fr',
      'locales/de-AT/x.json': 'de-AT',
      'es.lproj/Localizable.strings': 'es',
      'zh-Hant.lproj/Main.strings': 'zh-Hant',
      'res/values-pt-rBR/strings.xml': 'pt-BR',
      'res/values-b+sr+Latn/strings.xml': 'sr-Latn',
      'res/values-b+es+419/strings.xml': 'es-419',
      'res/values-de-land/strings.xml': 'de',
      'res/values-mcc310-en-rGB/strings.xml': 'en-GB',
      'res/values-iw/strings.xml': 'he',
      'res/values/strings.xml': undefined,
      'res/values-night/colors.xml': undefined,
      'res/values-v21/styles.xml': undefined,
      'res/values-sw600dp/dimens.xml': undefined,
      'fr_FR/LC_MESSAGES/x.po': 'fr',
      'zh_CN/LC_MESSAGES/x.po': 'zh-Hans',
      'sr@latin/LC_MESSAGES/x.po': 'sr-Latn',
      'de_DE.UTF-8/x.txt': 'de',
      'ca@valencia.po': 'ca',
      'pt-br.json': 'pt-BR',
      'messages.fr-ca.json': 'fr-CA',
      'zh-tw/app.json': 'zh-Hant',
      'to-do.json': undefined,
      'so-so.txt': undefined,
      'on-me.json': undefined,
      'en/fr.json': 'fr',
    }
    for (const [name, tag] of Object.entries(names)) expect([name, languageInName(name)?.tag]).toEqual([name, tag])
  })

  it('is what clear text shows where a name is a word, too; and the plan says so [FMT-2]', async () => {
    for (const [name, said, words] of [
      ['geo.json', 'ka', 'Georgian'],
      ['cat.md', 'ca', 'Catalan'],
      ['it.txt', 'it', 'Italian'],
      ['id.json', 'id', 'Indonesian'],
      ['docs/is/app.json', 'is', 'Icelandic'],
    ] as const) {
      const known = await knownLanguage(name, undefined, TEXTS.en)
      expect([name, known]).toEqual([name, { tag: 'en', from: 'detected', differs: said }])
      expect(adviceOnSource(sourceLanguageOf({}, { ...(known && { source_language: known }) }, 'de'))).toEqual([
        `The file or its name says ${words} (${said}), but the text looks English (en). Taken: English. Say “from ${words}” if that is wrong.`,
      ])
    }
    expect(await knownLanguage('it.txt', undefined, 'OK')).toEqual({ tag: 'it', from: 'file' })
    expect(await knownLanguage('id.json', undefined, NEAR.id)).toEqual({ tag: 'id', from: 'file' })
    expect(await knownLanguage('id.json', undefined, TEXTS.ja)).toEqual({ tag: 'ja', from: 'detected', differs: 'id' })
    expect(adviceOnSource({ tag: 'en', from: 'instruction' })).toEqual([])
  })

  it('is what a file clearly says, and the plan says where long text shows another [FMT-2]', async () => {
    const long = (text: string): string => `${text}\n`.repeat(8)
    expect(await knownLanguage('de.json', undefined, long(TEXTS.en))).toEqual({
      tag: 'de',
      from: 'file',
      differs: 'en',
    })
    expect(await knownLanguage('x.html', 'fr', long(TEXTS.de))).toEqual({ tag: 'fr', from: 'file', differs: 'de' })
    expect(await knownLanguage('en.json', undefined, long(TEXTS.fr))).toEqual({
      tag: 'en',
      from: 'file',
      differs: 'fr',
    })
    expect(adviceOnSource({ tag: 'de', from: 'file', differs: 'en' })).toEqual([
      'The file or its name says German (de), but the text looks English (en). Taken: German. Say “from English” if that is wrong.',
    ])
    for (const [name, text] of [
      ['de.json', TEXTS.de],
      ['nn.json', TEXTS.nb],
      ['da.json', TEXTS.nb],
      ['ms.json', NEAR.id],
      ['id/app.json', NEAR.id],
      ['gl.json', NEAR.gl],
      ['mk.json', NEAR.mk],
      ['zh-TW.json', '設定無法儲存。請重新登入。'],
    ] as const) {
      const { differs } = (await knownLanguage(name, undefined, long(text))) ?? {}
      expect([name, differs]).toEqual([name, undefined])
    }
  })

  it('is what clear text shows where the file says the language to translate into; and the plan says so [FMT-2]', async () => {
    const world = await startWorld()
    const english = 'This guide is for you and for all who are new here. Read it with care before you begin.'
    const planned = async (filename: string, into: string) => {
      const { plan } = await world.call(api.batches.create, {
        body: { content: english, filename, instruction: `Translate into ${into}.` },
      })
      return [plan?.source_language, plan?.source_language_from, plan?.advice[0]?.replace(/ Say .*/, '')]
    }
    const doubt = 'The file or its name says German (de), but the text looks English (en).'
    expect(await planned('de.md', 'German')).toEqual(['en', 'detected', `${doubt} Taken: English.`])
    expect(await planned('de.md', 'German and French')).toEqual(['en', 'detected', `${doubt} Taken: English.`])
    expect(await planned('de.md', 'French')).toEqual(['de', 'file', `${doubt} Taken: German.`])
    expect(await planned('de.md', 'English')).toEqual(['de', 'file', `${doubt} Taken: German.`])
    const german = { tag: 'de', from: 'file' } as const
    expect(sourceLanguageOf({ target_languages: ['de'] }, { source_language: german }, 'en')).toEqual(german)
  })

  it('is what the instruction says, else the file, else the text, else the default', async () => {
    expect(await knownLanguage('de.json', undefined, 'Annuler')).toEqual({ tag: 'de', from: 'file' })
    expect(await knownLanguage('de.json', undefined, TEXTS.fr)).toEqual({ tag: 'de', from: 'file', differs: 'fr' })
    expect(await knownLanguage('app.json', 'fr-CA', TEXTS.de)).toEqual({ tag: 'fr-CA', from: 'file', differs: 'de' })
    const detected = await knownLanguage('app.json', undefined, TEXTS.es)
    expect(detected).toEqual({ tag: 'es', from: 'detected' })
    if (detected === undefined) throw new Error('nothing detected')
    expect(sourceLanguageOf({ source_language: 'it' }, { source_language: detected }, 'en')).toEqual({
      tag: 'it',
      from: 'instruction',
    })
    expect(sourceLanguageOf({}, { source_language: detected }, 'en')).toEqual(detected)
    expect(sourceLanguageOf({}, {}, 'en')).toEqual({ tag: 'en', from: 'default' })
  })

  it('is said to be doubtful where the few texts of a small file are clearly in another language [FMT-2]', async () => {
    const differing = async (name: string, texts: string) => (await knownLanguage(name, undefined, texts))?.differs
    const buttons = 'Save changes\nCancel\nDelete account\nWelcome back\nForgot password'
    for (const name of ['fr.json', 'es.json', 'pt-BR.json'])
      expect([name, await differing(name, buttons)]).toEqual([name, 'en'])
    expect(await differing('fr.json', 'Änderungen speichern\nAbbrechen\nKonto löschen')).toBe('de')
    expect(await differing('fr.json', 'Κατάλογος προϊόντων και τιμές του καταστήματος')).toBe('el')
    // Brands, borrowed words and too few of them.
    expect(
      await differing('de.json', 'Analytics\nDashboard\nNewsletter\nJetzt abonnieren\nWebSocket Transport'),
    ).toBeUndefined()
    expect(await differing('fr.json', 'Save\nCancel')).toBeUndefined()
    expect(await differing('fr.json', 'Enregistrer\nAnnuler\nWelcome\nSupprimer le compte')).toBeUndefined()
    expect(await differing('ga.json', 'Dún (Esc)\nAr aghaidh (arrow right)\nAr ais (arrow left)')).toBeUndefined()
  })

  it('is what its folder says where neither file nor text shows it; clear text counts before that, and the plan says so [FMT-2]', () => {
    const german = { tag: 'de', from: 'detected' } as const
    const from = (folder: string, known?: KnownLanguage, target = 'ja') =>
      sourceLanguageOf(
        { folder_language: folder, target_languages: [target] },
        { ...(known && { source_language: known }) },
        'en',
      )
    expect(from('fr')).toEqual({ tag: 'fr', from: 'folder' })
    expect(from('en')).toEqual({ tag: 'en', from: 'folder' })
    expect(from('pt-BR', { tag: 'pt', from: 'detected' })).toEqual({ tag: 'pt-BR', from: 'folder' })
    expect(from('fr', { tag: 'es', from: 'file' })).toEqual({ tag: 'es', from: 'file' })
    expect(from('fr', german)).toEqual({ ...german, differs: 'fr', folder_differs: true })
    expect(adviceOnSource(from('fr', german))).toEqual([
      'The folder of the file says French (fr), but the text looks German (de). Taken: German. Say “from French” if that is wrong.',
    ])
    expect(adviceOnSource(from('fr', german), ['fr'])).toEqual([
      'The folder of the file says French (fr), but the text looks German (de). Taken: German.',
    ])
    // Nobody translates into the language that the text is in: the folder is that of the translation.
    expect(from('ja')).toEqual({ tag: 'en', from: 'default' })
    expect(from('ja', german)).toEqual({ ...german, differs: 'ja', folder_differs: true })
    expect(sourceLanguageOf({ source_language: 'it', folder_language: 'fr' }, {}, 'en').from).toBe('instruction')
  })

  it('is read from the folders in a name that is sent, though the file is called without them [FMT-2, CRE-2]', async () => {
    const world = await startWorld()
    const made = async (filename: string, content: string, instruction?: string) => {
      const body = { content, filename, ...(instruction !== undefined && { instruction }) }
      const { batch, plan } = await world.call(api.batches.create, { body })
      if (plan !== null) return [plan.source_language, plan.source_language_from, plan.applied]
      const later = { params: { batch_id: batch.id }, body: { instruction: 'Translate into Japanese.' } }
      const { plan: planned } = await world.call(api.batches.plan, later)
      return [planned?.source_language, planned?.source_language_from, planned?.applied]
    }
    const short = '{"ok":"OK","mode":"Mode"}'
    const japanese = 'Translate into Japanese'
    expect(await made('locales/fr/common.json', short, japanese)).toEqual(['fr', 'folder', [japanese]])
    expect(await made('locales/fr/common.json', short)).toEqual(['fr', 'folder', [japanese]])
    expect(await made('web\\_locales\\en\\messages.json', '{"ok":{"message":"OK"}}')).toEqual([
      'en',
      'folder',
      [japanese],
    ])
    const po = (language: string) => `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "OK"\nmsgstr ""\n`
    expect(await made('en/LC_MESSAGES/x.po', po('en'))).toEqual(['en', 'folder', [japanese]])
    expect(await made('fr/LC_MESSAGES/x.po', po('fr'))).toEqual(['en', 'default', [japanese]])
  })

  it('of a folder that is told later changes nothing else of the plan [FMT-2, MCP-14]', async () => {
    const world = await startWorld()
    const { batch, plan } = await world.call(api.batches.create, {
      body: {
        content: '{"ok":"OK","mode":"Mode"}',
        filename: 'common.json',
        instruction: 'Translate into German. Keep "Mode". Sing it backwards please, wibble wobble.',
      },
    })
    const { plan: next } = await world.call(api.batches.plan, {
      params: { batch_id: batch.id },
      body: { instruction: writeExactWishes({ folder_language: 'fr' }) },
    })
    const { plan_revision: _, glossaries: __, ...before } = plan ?? {}
    expect(plan?.source_language_from).toBe('default')
    expect(next).toMatchObject({ ...before, source_language: 'fr', source_language_from: 'folder' })
  })

  it('stands in the plan with the doubt about it [FMT-2]', async () => {
    const world = await startWorld()
    const { plan } = await world.call(api.batches.create, {
      body: { content: JSON.stringify({ a: TEXTS.en }), filename: 'geo.json', instruction: 'Translate into German.' },
    })
    expect(plan).toMatchObject({ source_language: 'en', source_language_from: 'detected' })
    expect(plan?.advice[0]).toMatch(/^The file or its name says Georgian/)
  })
})
