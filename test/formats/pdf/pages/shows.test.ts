import { describe, expect, it } from 'vitest'
import { openObjects } from '../../../../src/formats/pdf/pages/objects.ts'
import { type DrawnPage, drawnPage, formUses } from '../../../../src/formats/pdf/pages/shows.ts'
import { type Made, madePdf, streamOf } from './made.ts'

async function drawn(content: string, made: Made = {}): Promise<DrawnPage | undefined> {
  return drawnPage(await openObjects(madePdf([content], made)), 0)
}
const shownIn = (page: DrawnPage | undefined) =>
  page?.shows.map(({ operation, stream }) => stream.text.slice(operation.start, operation.end))

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 600 800]'
const forms = (...contents: readonly string[]): Made => ({
  objects: contents.map(content => streamOf(content, FORM)),
  resources: `/XObject<<${contents.map((_, at) => `/X${at + 1} ${at + 4} 0 R`).join('')}>>`,
})

describe('the operators of a page that show text', () => {
  it('are found in their order, each as it stands there', async () => {
    expect(shownIn(await drawn('BT (a) Tj [(b) 3 (c)] TJ (d) \' 1 2 (e) " ET'))).toEqual([
      '(a) Tj',
      '[(b) 3 (c)] TJ',
      "(d) '",
      '1 2 (e) "',
    ])
  })

  it('are none without what they show', async () => {
    expect(shownIn(await drawn('BT Tj TJ (e) " ET'))).toEqual([])
  })

  it('are found in what the page draws, where it is drawn', async () => {
    const page = await drawn('BT (a) Tj ET /X1 Do BT (z) Tj ET', forms('BT (b) Tj ET /X2 Do', 'BT (c) Tj ET'))
    expect(shownIn(page)).toEqual(['(a) Tj', '(b) Tj', '(c) Tj', '(z) Tj'])
    expect(page?.shows.map(({ stream }) => stream.form?.objectNumber)).toEqual([undefined, 4, 5, undefined])
  })

  it('are followed through no ring', async () => {
    expect(await drawn('/X1 Do', forms('BT (b) Tj ET /X1 Do'))).toBeUndefined()
  })

  it('are found where the content lies in pieces', async () => {
    const made = { objects: [streamOf('BT (a'), streamOf(') Tj ET')], page: '/Contents[4 0 R 5 0 R]' }
    expect(shownIn(await drawn('', made))).toEqual(['(a\n) Tj'])
  })

  it('know the marks around them that say their text once more', async () => {
    const made = { objects: ['<</ActualText(c)>>'], resources: '/Properties<</P1 4 0 R>>' }
    const page = await drawn(
      '/Span <</ActualText(a)>> BDC (a) Tj EMC /P <</MCID 1>> BDC (b) Tj EMC /Span /P1 BDC (c) Tj EMC /Tag BMC (d) Tj EMC',
      made,
    )
    expect(page?.shows.map(({ said_again }) => said_again.length)).toEqual([1, 0, 1, 0])
  })
})

describe('the state that a page is left in', () => {
  it.each([
    ['as it was', 'q Q', 0, 0],
    ['with states open', 'q q', 2, 0],
    ['with states closed that it has not opened', 'Q Q q', 1, 2],
    ['crossed', 'Q q Q q', 1, 1],
  ])('is known: %s', async (_, content, open, unopened) => {
    expect((await drawn(content))?.content).toMatchObject({ open, unopened, in_text: false })
  })

  it('may be within a text', async () => {
    expect((await drawn('BT (a) Tj'))?.content.in_text).toBe(true)
  })
})

describe('the pictures of a page', () => {
  const picture = (more = '') =>
    streamOf('a', `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8${more}`)
  const made = (more = '') => ({ objects: [picture(more)], resources: '/XObject<</I1 4 0 R>>' })

  it('have their place, and how much text was shown before', async () => {
    const page = await drawn('BT (a) Tj ET q 2 0 0 3 10 20 cm /I1 Do Q BT (b) Tj ET', made())
    expect(page?.pictures).toEqual([{ matrix: [2, 0, 0, 3, 10, 20], after: 1 }])
  })

  it.each(['/Mask[0 0]', '/ImageMask true', '/SMask 4 0 R'])(
    'are none that let through what is below: %s',
    async more => {
      expect((await drawn('/I1 Do', made(more)))?.pictures).toEqual([])
    },
  )

  it('are nothing that is not there', async () => {
    expect((await drawn('/I9 Do', made()))?.pictures).toEqual([])
  })
})

describe('how often a form is drawn', () => {
  it('is counted on all pages, and through others', async () => {
    const made = forms('BT (b) Tj ET /X2 Do', 'BT (c) Tj ET')
    const pages = [await drawn('/X1 Do /X2 Do', made), undefined, await drawn('/X1 Do', made)]
    expect([...formUses(pages).values()].sort()).toEqual([2, 3])
  })
})
