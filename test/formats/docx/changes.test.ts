import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph } from './documents.ts'

type Said = Readonly<Record<string, string>>

async function seen(body: string): Promise<(readonly [text: string, left_out: string | undefined])[]> {
  return (await unitsOf(docx, opened(documentOf(body)))).map(({ text, left_out }) => [text, left_out])
}

/** The body with these translations, after its verification, without what says their language. */
async function written(body: string, words: Said, language = 'de'): Promise<string> {
  const file = opened(documentOf(body))
  const translate: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : words[text])
  const result = opened(await bytesOf(rewrite(docx, file, translate, { language })))
  expect(await verify(docx, file, result, translate, { language })).toEqual([])
  const document = (await bytesOf((await openZip(result())).content('word/document.xml'))).toString()
  return document
    .replace(/^.*<w:body>|<\/w:body>.*$/gs, '')
    .replaceAll(/<w:lang [^>]*\/>/g, '')
    .replaceAll('<w:rPr></w:rPr>', '')
    .replaceAll(' xml:space="preserve"', '')
}

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
const inserted = (inside: string): string => `<w:ins w:id="1" w:author="Ann">${inside}</w:ins>`
const deleted = (text: string): string => `<w:del w:id="2"><w:r><w:delText>${text}</w:delText></w:r></w:del>`

describe('tracked changes stay tracked', () => {
  it('in the places that a translation gives them', async () => {
    const body = `<w:p>${run('One ')}${deleted('old')}${inserted(run('new'))}${run(' two')}</w:p>`
    expect(await seen(body)).toEqual([
      ['One <x1/><g2>new</g2> two', undefined],
      ['old', 'deleted'],
    ])
    expect(await written(body, { 'One <x1/><g2>new</g2> two': '<g2>Neu</g2> eins<x1/> zwei' })).toBe(
      `<w:p>${inserted(run('Neu'))}${run(' eins')}${deleted('old')}${run(' zwei')}</w:p>`,
    )
  })

  it('where text has moved: it is read where it went, and is deleted where it was', async () => {
    const from = `<w:moveFrom w:id="1"><w:r><w:t>moved words</w:t></w:r></w:moveFrom>`
    const to = `<w:moveTo w:id="2">${run('moved words')}</w:moveTo>`
    expect(await seen(`<w:p>${run('One ')}${from}</w:p><w:p>${run('Two ')}${to}</w:p>`)).toEqual([
      ['One', undefined],
      ['moved words', 'deleted'],
      ['Two <g1>moved words</g1>', undefined],
    ])
  })

  it('where a whole paragraph is deleted, and where one is new', async () => {
    const gone = `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${deleted('All of it')}</w:p>`
    const come = `<w:p><w:pPr><w:rPr><w:ins w:id="1"/></w:rPr></w:pPr>${inserted(run('All new'))}</w:p>`
    expect(await seen(gone + come)).toEqual([
      ['All of it', 'deleted'],
      ['All new', undefined],
    ])
    expect(await written(gone + come, { 'All new': 'Ganz neu' })).toBe(gone + come.replace('All new', 'Ganz neu'))
  })
})

describe('what Word writes for itself and for older programs', () => {
  const boxes = (texts: readonly string[]): string =>
    `<w:txbxContent>${texts.map(text => paragraph(text)).join('')}</w:txbxContent>`
  const both = (first: readonly string[], second: readonly string[]): string =>
    paragraph(
      `<w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${boxes(first)}</mc:Choice><mc:Fallback>${boxes(second)}</mc:Fallback></mc:AlternateContent></w:r>`,
    )
  const bare = (body: string): string => body.replaceAll(' xml:space="preserve"', '')

  it.each<[string, string[], string[], string[]]>([
    ['the same, once', ['One here', 'Two here'], ['One here', 'Two here'], ['One here', 'Two here']],
    ['equal texts, each by itself', ['Same', 'Same'], ['Same', 'Same'], ['Same', 'Same']],
    ['less for the older ones', ['One here', 'Two here'], ['Two here'], ['One here', 'Two here']],
    ['more for the older ones', ['One here'], ['One here', 'Use Word'], ['One here', 'Use Word']],
    ['something else', ['One here'], ['Use Word'], ['One here', 'Use Word']],
    ['another order', ['One here', 'Two here'], ['Two here', 'One here'], ['One here', 'Two here', 'One here']],
  ])('says %s', async (_, first, second, texts) => {
    expect((await seen(both(first, second))).map(([text]) => text)).toEqual(texts)
    const words: Said = Object.fromEntries(texts.map(text => [text, `ä ${text}`]))
    const made = (all: readonly string[]): string[] => all.map(text => `ä ${text}`)
    expect(await written(both(first, second), words)).toBe(bare(both(made(first), made(second))))
  })
})

describe('how words are read', () => {
  const ruby = (base: string, rt: string): string =>
    `<w:r><w:ruby><w:rubyPr/><w:rt>${run(rt)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`

  it('goes with the words that it is above, and stays above words that are not translated', async () => {
    const body = `<w:p>${run('Go to ')}${ruby('Tokyo', 'toukyou')}${run(' now')}</w:p><w:p>${ruby('Kyoto', 'kyouto')}</w:p>`
    expect(await seen(body)).toEqual([
      ['Go to Tokyo now', undefined],
      ['toukyou', 'reading'],
      ['Kyoto', undefined],
      ['kyouto', 'reading'],
    ])
    expect(await written(body, { 'Go to Tokyo now': 'Jetzt nach Tokio' })).toBe(
      `<w:p>${run('Jetzt nach Tokio')}</w:p><w:p>${ruby('Kyoto', 'kyouto')}</w:p>`,
    )
  })
})

describe('from a language to the right into one to the left', () => {
  const right = (inside: string, properties = ''): string => `<w:p><w:pPr><w:bidi/>${properties}</w:pPr>${inside}</w:p>`
  const word = (text: string): string => `<w:r><w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr><w:t>${text}</w:t></w:r>`

  it('lines and runs turn, and bold words stay bold', async () => {
    expect(await written(right(word('שלום')), { שלום: 'Hello' }, 'en')).toBe(
      '<w:p><w:pPr></w:pPr><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>Hello</w:t></w:r></w:p>',
    )
  })

  it('what is not translated does not turn, nor what is in a box beside what is', async () => {
    const box = `<w:r><w:pict><w:txbxContent>${right(word('עולם'))}</w:txbxContent></w:pict></w:r>`
    expect(
      await written(right(word('שלום') + box) + right(word('אחר')), { 'שלום<x1/>': 'Hello<x1/>', שלום: 'Hello' }, 'en'),
    ).toBe(
      `<w:p><w:pPr></w:pPr><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>Hello</w:t></w:r>${box}</w:p>${right(word('אחר'))}`,
    )
  })
})
