import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { pptx } from '../../../src/formats/pptx/pptx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { box, deckOf, line, root, slide } from './decks.ts'

const tip = (text: string): string => `<a:rPr><a:hlinkClick r:id="r9" tooltip="${text}"/></a:rPr>`
const SECTIONS =
  '<p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst><p:custShowLst><p:custShow name="For guests" id="0"/></p:custShowLst><p:extLst><p:ext><p14:sectionLst xmlns:p14="u:14"><p14:section name="First steps"/></p14:sectionLst></p:ext></p:extLst>'
const DECK = deckOf([slide(box(line('a door', tip('See it')) + line('a house', tip('Go there'))))])
const german: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)

it.each([
  ['in the middle', 0],
  ['over the end of what is read at once', 65_536],
])('the tip of a link on a slide that is too long to be held is said: %s [PLN-2]', async (_, end) => {
  const lines = Array.from({ length: 1200 }, (_, at) => line(`line number ${at} of a long slide`)).join('')
  const padded = (by: number): string => slide(box(lines + line('x'.repeat(by)) + line('a door', tip('See it'))))
  const at = padded(0).indexOf(' tooltip=')
  // The name of its attribute lies across that place.
  const made = padded(end === 0 ? 0 : end - 4 - (at % end))
  if (end > 0) expect(made.indexOf(' tooltip=') % end).toBe(end - 4)
  expect(made.length).toBeGreaterThan(65_536)
  const units = await unitsOf(pptx, opened(deckOf([made])))
  expect(units.at(-1)).toMatchObject({ part: 'tips of links', text: 'See it', left_out: 'not_taken' })
})

it('names of sections and shows, and tips of links, stay and are said [PLN-2]', async () => {
  const named = { 'ppt/presentation.xml': strToU8(root('p:presentation', SECTIONS)) }
  const file = Buffer.from(zipSync({ ...unzipSync(DECK), ...named }))
  const units = await unitsOf(pptx, opened(file))
  expect(units.slice(2).map(({ part, text, left_out }) => [part, text, left_out])).toEqual([
    ['custom shows', 'For guests', 'not_taken'],
    ['sections', 'First steps', 'not_taken'],
    ['tips of links', 'Go there\nSee it', 'not_taken'],
  ])
  const result = await bytesOf(rewrite(pptx, opened(file), german, { language: 'de' }))
  expect(await verify(pptx, opened(file), opened(result), german, { language: 'de' })).toEqual([])
})
