import { describe, expect, it } from 'vitest'
import { pagesAsked } from '../../../src/service/planner/pages.ts'

const asked = (text: string) => {
  const { rest, pages } = pagesAsked(text, 'pdf')
  return [rest.trim(), pages]
}

describe('words that ask for the pages of a PDF', () => {
  it.each([
    ['Translate into German. Keep the pages.', 'Translate into German. .'],
    ['Translate into German as a PDF.', 'Translate into German .'],
    ['Translate into German and keep the layout', 'Translate into German'],
    ['Translate into German with the same layout, formal tone', 'Translate into German , formal tone'],
    ['Translate into German in the same layout as the original', 'Translate into German'],
    ['Keep the original layout of the source and translate into German', 'and translate into German'],
    ['Keep the same pages as they are', ''],
    ['Please return it as PDF', ''],
    ['Auf Deutsch übersetzen, bitte als PDF', 'Auf Deutsch übersetzen,'],
    ['Auf Deutsch, Layout beibehalten', 'Auf Deutsch,'],
    ['Traduire en allemand en PDF', 'Traduire en allemand'],
    ['Garder la mise en page', ''],
    ['Traducir al alemán como PDF', 'Traducir al alemán'],
  ])('are taken out, and all others stay: %s', (text, rest) => {
    expect(asked(text)).toEqual([rest, 'asked'])
  })

  it.each(['Give me the result as a Word file', 'Do not keep the pages', 'als Word-Dokument', 'en docx'])(
    'may ask for a document of the text: %s',
    text => {
      expect(asked(text)).toEqual(['', 'none'])
    },
  )

  it('hold as the last of them say', () => {
    expect(asked('As a PDF. No: as a Word file')[1]).toBe('none')
  })

  it.each([
    'Translate this PDF into German',
    'Keep the pages 2 and 3',
    'Keep the page titles in English',
    'Keep the layout names in English',
    'Keep pages 2 to 3 as they are',
    'Translate the words as pdf readers show them',
  ])('are no others: %s', text => {
    expect(asked(text)).toEqual([text, undefined])
  })

  it.each([
    ['docx', 'Translate into German. Keep the layout.', 'Translate into German. .'],
    ['pptx', 'Translate into German with the same layout', 'Translate into German'],
    ['xlsx', 'Auf Deutsch, Layout beibehalten', 'Auf Deutsch,'],
  ])('are taken out where a file keeps its layout anyway, and that is said: .%s, %s', (extension, text, rest) => {
    const { rest: left, ...asks } = pagesAsked(text, extension)
    expect(left.trim()).toBe(rest)
    expect(asks).toEqual({ sentences: [`Keep the layout: the translation of a .${extension} file has it anyway.`] })
  })

  it.each(['As a PDF', 'Do not keep the layout', 'Keep the layout. No, do not keep the layout', 'als Word-Datei'])(
    'are left where such a file can have no other: %s',
    text => {
      expect(pagesAsked(text, 'docx')).toEqual({ rest: text, sentences: [] })
    },
  )
})
