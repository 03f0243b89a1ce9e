import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { admitPdf } from '../../../src/formats/pdf/admission.ts'
import type { PdfPage } from '../../../src/formats/pdf/document.ts'
import { refusalFor } from '../../../src/formats/pdf/library.ts'
import { pageNotes } from '../../../src/formats/pdf/notes.ts'
import type { Paragraph } from '../../../src/formats/pdf/paragraphs.ts'
import { remarksOnPdf } from '../../../src/formats/pdf/remarks.ts'
import { repeatedOn } from '../../../src/formats/pdf/repeated.ts'
import { unitsOfPdf } from '../../../src/formats/pdf/units.ts'

function paragraph(text: string, top = 300, more: Partial<Paragraph> = {}): Paragraph {
  return { text, size: 10, top, bottom: top + 12, is_list: false, is_cell: false, lines: [], ...more }
}

function page(number: number, paragraphs: readonly Paragraph[], more: Partial<PdfPage> = {}): PdfPage {
  return { number, height: 800, paragraphs, comments: [], fields: [], typed: [], ...more }
}

const HEAD = 20
const FOOT = 780

describe('what stands on many pages', () => {
  const pages = (count: number, at: (number: number) => readonly Paragraph[]) =>
    Array.from({ length: count }, (_, index) => page(index + 1, at(index + 1)))
  const found = (all: readonly PdfPage[]) => {
    const repeated = repeatedOn(all)
    return all.map(({ paragraphs }) => paragraphs.map(one => repeated.get(one)))
  }

  it('is told once at the top and once at the bottom, where its numbers alone differ', () => {
    const all = pages(3, number => [paragraph('Roses 2024', HEAD), paragraph(`Page ${number} of 3`, FOOT)])
    expect(found(all)).toEqual([
      ['first', 'first'],
      ['again', 'again'],
      ['again', 'again'],
    ])
  })

  it('may be on each second page alone, as in a book', () => {
    const all = pages(8, number => [paragraph(number % 2 === 0 ? 'The garden' : 'Roses', HEAD)])
    expect(found(all).flat().slice(0, 4)).toEqual(['first', 'first', 'again', 'again'])
  })

  it('is a number where it has no letters, and one in Roman figures', () => {
    expect(found(pages(3, number => [paragraph(`${number}`, FOOT)])).flat()).toEqual(['number', 'number', 'number'])
    const roman = ['i', 'ii', 'iii']
    expect(found(pages(3, number => [paragraph(roman[number - 1] ?? '', FOOT)])).flat()).toEqual([
      ...['number', 'number', 'number'],
    ])
  })

  it('is nothing of the text between: what a page says again there, it says', () => {
    expect(found(pages(5, () => [paragraph('Watch your step.')])).flat()).toEqual(Array(5).fill(undefined))
  })

  it('is nothing that two pages have, or few of many', () => {
    expect(found(pages(2, () => [paragraph('Roses', HEAD)])).flat()).toEqual([undefined, undefined])
    const few = pages(40, number => [paragraph(number < 4 ? 'Roses' : `Title ${'x'.repeat(number)}`, HEAD)])
    expect(found(few).flat().slice(0, 4)).toEqual(Array(4).fill(undefined))
  })
})

describe('the units of pages', () => {
  const lookOf = (one: Paragraph) =>
    unitsOfPdf({ pages: [page(1, [paragraph('x'.repeat(500)), one])], language: undefined })[1]

  it.each([
    ['heading 1', 16],
    ['heading 2', 13],
    ['heading 3', 11.5],
    ['body', 11],
  ])('are shown as %s where their letters are of the size %d in a text of the size 10', (look, size) => {
    expect(lookOf(paragraph('Roses', 300, { size }))).toMatchObject({ look })
  })

  it('are no headings where they are long, have no letters or are cells', () => {
    expect(lookOf(paragraph('Roses '.repeat(50), 300, { size: 16 }))?.look).toBe('body')
    expect(lookOf(paragraph('1,000 %', 300, { size: 16 }))?.look).toBe('body')
    expect(lookOf(paragraph('Roses', 300, { size: 16, is_cell: true }))?.look).toBe('cell')
  })

  it('are counted through all pages, and named by their page and their place on it', () => {
    const units = unitsOfPdf({
      pages: [page(1, [paragraph('One')]), page(2, [paragraph('Two'), paragraph('Three')])],
      language: 'en',
    })
    expect(units.map(({ index, path, part, ordinal }) => [index, path, part, ordinal])).toEqual([
      [0, 'pdf:/p1/b1', 'Page 1', 1],
      [1, 'pdf:/p2/b1', 'Page 2', 2],
      [2, 'pdf:/p2/b2', 'Page 2', 2],
    ])
  })

  it('are what somebody typed onto a page, too, and a page with that alone is none without text', () => {
    const typed = unitsOfPdf({ pages: [page(1, [], { typed: ['Paid, with thanks'] })], language: undefined })
    expect(typed.map(({ text, kind, left_out }) => [text, kind, left_out])).toEqual([
      ['Paid, with thanks', 'paragraph', undefined],
    ])
  })
})

describe('what hangs on a page', () => {
  it('is a comment, a text that was typed onto it, or what is in a field', () => {
    const notes = pageNotes([
      { subtype: 'Text', contentsObj: { str: 'Please  check\nthis' } },
      { subtype: 'Highlight', contentsObj: { str: 'Is that so?' } },
      { subtype: 'FreeText', contentsObj: { str: 'Paid' } },
      { subtype: 'Widget', fieldValue: 'Rosa Garden' },
      { subtype: 'Widget', fieldValue: ['Red roses', 'White ones'] },
    ])
    expect(notes).toEqual({
      comments: ['Please check this', 'Is that so?'],
      typed: ['Paid'],
      fields: ['Rosa Garden', 'Red roses', 'White ones'],
    })
  })

  it('is nothing where it has no words, or is not what a file should hold', () => {
    const strange = [undefined, null, 7, 'Text', {}, { subtype: 'Text' }, { subtype: 'Text', contentsObj: { str: 3 } }]
    const silent = [
      { subtype: 'Link', contentsObj: { str: 'A link' } },
      { subtype: 'Popup', contentsObj: { str: 'A window' } },
      { subtype: 'Widget', fieldValue: '12' },
      { subtype: 'Widget', fieldValue: true },
    ]
    expect(pageNotes([...strange, ...silent])).toEqual({ comments: [], typed: [], fields: [] })
  })
})

describe('the remarks of a plan', () => {
  const said = (...pages: PdfPage[]) => remarksOnPdf({ pages, language: undefined }, ['ja']).join('\n')
  const full = (number: number) => page(number, [paragraph('Roses')])

  it('say what becomes of a PDF, and nothing else where nothing is lost', () => {
    expect(said(full(1))).toMatch(/^The result is a Word document \(\.docx\)[^\n]*$/)
  })

  it('offer the same pages where the language can be written on them', () => {
    const offer = (...targets: string[]) => remarksOnPdf({ pages: [full(1)], language: undefined }, targets).length > 1
    expect([offer('de'), offer('de', 'ru'), offer('ar'), offer('de', 'ja')]).toEqual([true, true, false, false])
  })

  it('name the pages without text, those beside each other together', () => {
    expect(said(full(1), page(2, []))).toContain(
      'Page 2 has no text that can be read (a picture, such as a scan, or nothing): the result has nothing of it.',
    )
    expect(said(full(1), page(2, []), full(3), page(4, []), page(5, []), page(6, []))).toMatch(
      /^Pages 2, 4–6 have no text/m,
    )
  })

  it('name the pages with fields that are filled in', () => {
    expect(said(page(1, [paragraph('Roses')], { fields: ['Rosa'] }))).toMatch(
      /^Page 1 has fields of a form that are filled in/m,
    )
  })
})

describe('a file before it is opened', () => {
  const file = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map(part => Buffer.from(part)))
  const packed = (bytes: number) =>
    file('1 0 obj<</Filter/FlateDecode>>stream\n', deflateSync(Buffer.alloc(bytes)), '\nendstream endobj\n')

  it('is one that begins as a PDF does, if not at once', () => {
    expect(() => admitPdf(file('%PDF-1.4\n'))).not.toThrow()
    expect(() => admitPdf(file('From: a mail\r\n\r\n'.repeat(20), '%PDF-1.4\n'))).not.toThrow()
    expect(() => admitPdf(file(' '.repeat(2000), '%PDF-1.4\n'))).toThrow(/is no PDF/)
    expect(() => admitPdf(file(''))).toThrow(/is no PDF/)
  })

  it('may have streams as large as pictures are', () => {
    expect(() => admitPdf(file('%PDF-1.4\n', packed(20 * 1024 * 1024)))).not.toThrow()
  })

  it('is looked through in a time that follows its length, also where it says nothing but that a stream begins', () => {
    const start = performance.now()
    admitPdf(file('%PDF-1.4\n', 'stream\n\x78\x9c'.repeat(20_000)))
    expect(performance.now() - start).toBeLessThan(3000)
  })
})

describe('a failure of the reader', () => {
  it('is told in words: a password, else damage, and a refusal of ours as it is', () => {
    const password = Object.assign(new Error('No password given'), { name: 'PasswordException' })
    expect(refusalFor(password)).toMatchObject({ code: 'protected' })
    for (const error of [new Error('bad XRef'), new RangeError('x'), 'text', undefined])
      expect(refusalFor(error)).toMatchObject({ code: 'malformed', message: expect.stringMatching(/damaged/) })
    const ours = refusalFor(password)
    expect(refusalFor(ours)).toBe(ours)
  })
})
