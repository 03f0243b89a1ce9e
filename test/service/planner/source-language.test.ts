import { describe, expect, it } from 'vitest'
import { detectLanguage } from '../../../src/service/domain/detect-language.ts'
import { knownLanguage, languageOfName, sourceLanguageOf } from '../../../src/service/planner/source-language.ts'

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
    for (const [name, tag] of Object.entries(names)) expect([name, languageOfName(name)]).toEqual([name, tag])
  })

  const TEXTS = {
    en: 'Settings could not be saved. Please sign in again.',
    de: 'Abbrechen\nÖffnen\nSchließen\nÄnderungen speichern?',
    fr: 'Annuler\nOuvrir\nFermer\nEnregistrer les modifications ?',
    es: 'Cancelar\nAbrir\nCerrar\n¿Guardar los cambios?',
    ja: '設定を保存できませんでした',
    nb: 'Avbryt\nÅpne\nLukk\nLagre endringer?\nØkten din er utløpt.',
  }

  it('is detected from the texts of a user interface', async () => {
    for (const [tag, text] of Object.entries(TEXTS)) expect(await detectLanguage(text)).toBe(tag)
  })

  it('stays unknown where the text is too little or no language', async () => {
    for (const text of ['', 'OK', 'File', 'OK\nID\nAcme\nUSB\nHTTP', '12 345 678 901']) {
      expect([text, await detectLanguage(text)]).toEqual([text, undefined])
    }
  })

  it('is what the text shows where a longer name only ends like a tag', async () => {
    const english = { tag: 'en', from: 'detected' }
    for (const name of ['x-uk.txt', 'team.ca.txt', 'sign-in.json', 'locales/team.ca.json']) {
      expect([name, await knownLanguage(name, undefined, TEXTS.en)]).toEqual([name, english])
    }
    expect(await knownLanguage('team.ca.txt', undefined, 'OK')).toEqual({ tag: 'ca', from: 'file' })
    expect(await knownLanguage('messages.de.json', undefined, TEXTS.de)).toEqual({ tag: 'de', from: 'file' })
    expect(await knownLanguage('messages.de-AT.json', undefined, TEXTS.en)).toEqual({ tag: 'de-AT', from: 'file' })
  })

  it('is what the instruction says, else the file, else the text, else the default', async () => {
    expect(await knownLanguage('de.json', undefined, TEXTS.fr)).toEqual({ tag: 'de', from: 'file' })
    expect(await knownLanguage('app.json', 'fr-CA', TEXTS.de)).toEqual({ tag: 'fr-CA', from: 'file' })
    const detected = await knownLanguage('app.json', undefined, TEXTS.es)
    expect(detected).toEqual({ tag: 'es', from: 'detected' })
    if (detected === undefined) throw new Error('nothing detected')
    expect(sourceLanguageOf('it', { source_language: detected }, 'en')).toEqual({ tag: 'it', from: 'instruction' })
    expect(sourceLanguageOf(undefined, { source_language: detected }, 'en')).toEqual(detected)
    expect(sourceLanguageOf(undefined, {}, 'en')).toEqual({ tag: 'en', from: 'default' })
  })
})
