import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { pptx } from '../../../src/formats/pptx/pptx.ts'
import { type Made, opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { box, deckOf, line, relations, root, slide } from './decks.ts'

const read = async (deck: Buffer) => await unitsOf(pptx, opened(deck))
const part = (name: string, content: string): Made => ({ name, content })
const marked: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `${text} anders`)

/** Members of the deck in a language, and what verification finds. */
async function into(language: string, deck: Buffer, translate: TranslateUnit = marked) {
  const result = await bytesOf(rewrite(pptx, opened(deck), translate, { language }))
  const found = await verify(pptx, opened(deck), opened(result), translate, { language })
  const archive = await openZip(opened(result)())
  return { result, found, at: async (name: string) => (await bytesOf(archive.content(name))).toString() }
}

describe('diagrams of a slide', () => {
  const model = (text: string, picture: string): string =>
    root(
      'dgm:dataModel',
      `<dgm:pt><dgm:t>${line(text)}</dgm:t></dgm:pt><dgm:extLst><a:ext><dsp:dataModelExt relId="${picture}"/></a:ext></dgm:extLst>`,
    )
  const picture = (text: string): string => root('dsp:drawing', `<dsp:sp>${line(text)}</dsp:sp>`)
  const deck = (first: string, second: string): Buffer =>
    deckOf(
      [slide('')],
      [
        relations(
          'ppt/slides/slide1.xml',
          ['diagramData', '../d/data1.xml'],
          ['diagramData', '../d/data2.xml'],
          ['diagramDrawing', '../d/drawing2.xml'],
          ['diagramDrawing', '../d/drawing1.xml'],
        ),
        part('ppt/d/data1.xml', model('One step', first)),
        part('ppt/d/data2.xml', model('Other step', second)),
        part('ppt/d/drawing1.xml', picture('One step')),
        part('ppt/d/drawing2.xml', picture('Other step')),
      ],
    )

  it('have each the picture that they name, whatever the order of the file is [FMT-2]', async () => {
    const crossed = deck('r3', 'r2')
    expect((await read(crossed)).map(({ text }) => text)).toEqual(['One step', 'Other step'])
    const { found, at } = await into('de', crossed)
    expect(found).toEqual([])
    expect(await at('ppt/d/drawing1.xml')).toContain('One step anders')
    expect(await at('ppt/d/drawing2.xml')).toContain('Other step anders')
  })

  it('that name a picture which is not there are read alone', async () => {
    const { found, at } = await into('de', deck('r9', 'none'))
    expect(found).toEqual([])
    expect(await at('ppt/d/data1.xml')).toContain('One step anders')
    expect(await at('ppt/d/drawing1.xml')).not.toContain('anders')
  })
})

describe('descriptions', () => {
  const described = (text: string): string =>
    `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="${text}"/></p:nvPicPr></p:pic>`

  it.each([
    ['A cat on a mat', undefined],
    ['C:\\Program Files\\Clip Art\\cat.wmf', 'identifier'],
    ['\\\\server\\share\\cat of mine.png', 'identifier'],
    ['file:///home/me/my cat.png', 'identifier'],
    ['42', 'number'],
  ])('“%s” is left out as %s [FMT-2]', async (text, left_out) => {
    const units = await read(deckOf([slide(described(text))]))
    expect(units.map(unit => [unit.text, unit.kind, unit.left_out])).toEqual([[text, 'alt text', left_out]])
  })

  it('are written where they stand, escaped for an attribute [RES-2]', async () => {
    const { found, at } = await into('de', deckOf([slide(described('A cat'))]), () => 'Die "Katze" & <Maus>')
    expect(found).toEqual([])
    expect(await at('ppt/slides/slide1.xml')).toContain('descr="Die &quot;Katze&quot; &amp; &lt;Maus')
  })
})

describe('what waits to be asked for', () => {
  const master = root('p:sldMaster', `<p:cSld><p:spTree>${box(line('Click to edit'))}</p:spTree></p:cSld>`)
  const layout = root('p:sldLayout', `<p:cSld><p:spTree>${box(line('Two columns'))}</p:spTree></p:cSld>`)
  const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Plan of the year</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`
  const deck = deckOf(
    [slide(box(line('Body here')))],
    [
      relations('ppt/slides/slide1.xml', ['slideLayout', '../l.xml']),
      relations('ppt/l.xml', ['slideMaster', 'm.xml']),
      relations('ppt/m.xml', ['slideLayout', 'l.xml']),
      part('ppt/l.xml', layout),
      part('ppt/m.xml', master),
      part('docProps/core.xml', core),
    ],
  )

  it('is never without a reason, and stays as it is [FMT-2]', async () => {
    const units = await read(deck)
    expect(units.filter(({ text }) => text !== 'Body here').every(({ left_out }) => left_out !== undefined)).toBe(true)
    const { found, at } = await into('de', deck)
    expect(found).toEqual([])
    expect(await at('ppt/slides/slide1.xml')).toContain('Body here anders')
    expect(await at('ppt/m.xml')).toBe(master)
    expect(await at('ppt/l.xml')).toBe(layout)
    expect(await at('docProps/core.xml')).toBe(core)
  })
})

describe('the language of a line', () => {
  const plain = deckOf([slide(box(line('Some words', '<a:rPr lang="en-US" b="1"/>')))])

  it.each([
    ['de', /<a:rPr lang="de(?:-DE)?" b="1"/],
    ['ja', /<a:rPr [^>]*(?:lang|altLang)="ja/],
    ['ar', /<a:pPr[^>]* rtl="1"/],
    ['he', /<a:pPr[^>]* rtl="1"/],
  ])('is that of its translation: %s [RES-2]', async (language, written) => {
    const { found, at } = await into(language, plain)
    expect(found).toEqual([])
    expect(await at('ppt/slides/slide1.xml')).toMatch(written)
  })

  it('turns back where the source was written from the right', async () => {
    const arabic = deckOf([
      slide(box('<a:p><a:pPr algn="r" rtl="1"/><a:r><a:rPr lang="ar-SA"/><a:t>كلمات هنا</a:t></a:r></a:p>')),
    ])
    const { found, at } = await into('de', arabic, () => 'Einige Wörter')
    expect(found).toEqual([])
    expect(await at('ppt/slides/slide1.xml')).not.toContain('rtl="1"')
  })

  it('is not touched where nothing is translated [RES-2]', async () => {
    const { result } = await into('ar', plain, () => undefined)
    expect(result.equals(plain)).toBe(true)
  })
})

describe('lines with looks, breaks and fields', () => {
  const run = (text: string, look = ''): string => `<a:r>${look}<a:t>${text}</a:t></a:r>`

  it.each([
    ['one look in several runs', run('Some ') + run('words'), 'Some words'],
    ['another look', run('Some ') + run('bold', '<a:rPr b="1"/>') + run(' words'), 'Some <g1>bold</g1> words'],
    ['a break', `${run('One')}<a:br/>${run('two')}`, 'One<x1/>two'],
    ['signs of XML', run('A &lt;b&gt; &amp; c'), 'A <b> & c'],
    ['a tag of ours', run('A &lt;g1&gt; b'), 'A <x1/> b'],
  ])('%s: are read as “%3$s” and written back [RES-2]', async (_, inside, text) => {
    const deck = deckOf([slide(box(`<a:p>${inside}</a:p>`))])
    expect((await read(deck)).map(unit => unit.text)).toEqual([text])
    const { result, found } = await into('de', deck, unit => unit.text)
    expect(found).toEqual([])
    expect(result.equals(deck)).toBe(true)
    expect((await into('de', deck)).found).toEqual([])
  })

  it('keep the number of the slide, which is computed [FMT-2]', async () => {
    const field = '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>'
    const deck = deckOf([slide(box(`<a:p>${run('Page ')}${field}${run(' of ten')}</a:p>`))])
    const units = await read(deck)
    expect(units[0]?.text).toBe('Page <x1/> of ten')
    expect(units.slice(1).every(({ left_out }) => left_out !== undefined)).toBe(true)
    const { found, at } = await into('de', deck, ({ left_out }) => (left_out ? undefined : 'Seite <x1/> von zehn'))
    expect(found).toEqual([])
    expect(await at('ppt/slides/slide1.xml')).toMatch(/Seite .*<a:fld id="\{1\}" type="slidenum">.*7.* von zehn/)
  })

  it('are not written where a tag was lost: verification finds it, and the source stays', async () => {
    const deck = deckOf([slide(box(`<a:p>${run('Some ')}${run('bold', '<a:rPr b="1"/>')}</a:p>`))])
    const { found, result } = await into('de', deck, () => 'Fett')
    expect(found).not.toEqual([])
    expect(result.equals(deck)).toBe(true)
  })
})
