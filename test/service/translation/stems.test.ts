import { describe, expect, it } from 'vitest'
import { stemmerOf } from '../../../src/service/translation/stems.ts'
import { toneOf } from '../../../src/service/translation/tone.ts'
import { touchingTerms } from '../../../src/service/translation/touching.ts'

describe('the stem of a word [ENG-4]', () => {
  it.each([
    ['en', 'file files filing'],
    ['en', 'copy copies copied'],
    ['en', 'stop stops stopped stopping'],
    ['en', 'setting settings'],
    ['en', 'string strings'],
    ['en', 'press presses pressed'],
    ['de', 'haus hauses häuser häusern'],
    ['de-AT', 'datei dateien'],
    ['fr', 'fichier fichiers'],
    ['es', 'archivo archivos'],
    ['ru', 'файл файлы файлов файлами'],
    ['fi', 'tiedosto tiedostot tiedostoissa'],
    ['tr', 'dosya dosyalar dosyaları'],
    ['sv-FI', 'fil filer filerna'],
    ['it-CH', 'finestra finestre'],
    ['pt-BR', 'arquivo arquivos'],
    ['uk', 'книга книги книгу'],
  ])('is one in %s: %s', (language, forms) => {
    const stemOf = stemmerOf(language)
    expect([...new Set(forms.split(' ').map(stemOf))]).toHaveLength(1)
  })

  it.each([
    ['en', 'form format'],
    ['en', 'order older'],
    ['de', 'datei datum'],
    ['xx', 'file files'],
  ])('is another one in %s: %s', (language, words) => {
    const stemOf = stemmerOf(language)
    expect(new Set(words.split(' ').map(stemOf)).size).toBe(2)
  })
})

describe('the terms that touch a text [ENG-4]', () => {
  const term = (source: string) => ({ source, target: source.toUpperCase(), case_sensitive: false })
  const words = { glossary: [term('print queue'), term('file'), term('印刷')], keep: ['Git'] }

  it.each([
    ['Clear both print queues.', 'print queue\tPRINT QUEUE'],
    ['The queue is printing.', 'print queue\tPRINT QUEUE'],
    ['Two FILES.', 'file\tFILE'],
    ['文書を印刷する', '印刷\t印刷'],
    ['Use Git.', 'Git\tGit'],
    ['use git, profile', ''],
    ['The queue.', ''],
  ])('are found in %s', (text, found) => {
    expect(touchingTerms(words, 'en')(text)).toBe(found)
  })
})

it('takes tones that differ in wording alone for one [ENG-4]', () => {
  const tone = toneOf(['Formal.', 'Short sentences!'])
  expect(toneOf(['short  sentences. formal'])).toEqual(tone)
  expect(toneOf(['formal', 'FORMAL', 'Short sentences'])).toEqual(tone)
  expect(toneOf(['informal', 'short sentences'])).not.toEqual(tone)
  expect(toneOf([])).toEqual([])
})
