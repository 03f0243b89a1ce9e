import { describe, expect, it } from 'vitest'
import { idml } from '../../../src/formats/idml/idml.ts'
import { opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf, verify } from '../files.ts'
import { frameOf, type Layout, layoutOf, outline, pageAt, paragraphs, run, said, storyXml } from './documents.ts'

const text = (words: string): string => paragraphs(run(said(words)))
const unitsIn = (layout: Layout) => unitsOf(idml, opened(layoutOf(layout)))
const partsIn = async (layout: Layout) => (await unitsIn(layout)).map(unit => [unit.text, unit.part])

describe('the stories of a document', () => {
  it('come page by page, from top to bottom and from left to right, and then the rest', async () => {
    const stories = Object.fromEntries(
      ['rest', 'second', 'low', 'right', 'left', 'off'].map(name => [name, text(`Its ${name}`)]),
    )
    const spread = [
      pageAt('1', 0) + pageAt('2', 100),
      frameOf('second', 110, 0) + frameOf('off', -300, 0) + frameOf('low', 5, 100),
      `<Group ItemTransform="1 0 0 1 50 0">${frameOf('right', 0, 3)}</Group>${frameOf('left', 0, 5)}`,
    ].join('')
    expect(await partsIn({ stories, spread })).toEqual([
      ['Its left', 'page 1'],
      ['Its right', 'page 1'],
      ['Its low', 'page 1'],
      ['Its second', 'page 2'],
      ['Its off', 'pasteboard'],
      ['Its rest', 'no page'],
    ])
  })

  it('of master pages are headers, and those on paths and in anchored frames are met where they stand', async () => {
    const anchored = `<TextFrame ParentStory="box" ItemTransform="1 0 0 1 0 0">${outline(9, 9)}</TextFrame>`
    const stories = {
      head: text('The head'),
      box: text('In the box'),
      path: text('On a path'),
      main: paragraphs(run(`${said('Main text')}${anchored}`)),
    }
    const spread = `${pageAt('iv', 0)}${frameOf('main', 0, 0)}<Oval ItemTransform="1 0 0 1 0 50">${outline(9, 9)}<TextPath ParentStory="path"/></Oval>`
    const units = await unitsIn({ stories, spread, master: pageAt('', 0) + frameOf('head', 0, 0) })
    expect(units.map(unit => [unit.text, unit.part, unit.kind])).toEqual([
      ['Main text', 'page iv', 'paragraph'],
      ['In the box', 'page iv', 'paragraph'],
      ['On a path', 'page iv', 'paragraph'],
      ['The head', 'master page A-Master', 'header'],
    ])
  })

  it.each([
    ['on a hidden layer', 'ItemLayer="l1"', 'hidden'],
    ['that is hidden', 'Visible="false"', 'hidden'],
    ['on another layer', 'ItemLayer="l2"', undefined],
  ])('in a frame %s: %s gives %s', async (_, more, left_out) => {
    const map = '<Layer Self="l1" Visible="false"/><Layer Self="l2" Visible="true"/>'
    const layout = { stories: { u1: text('Some words') }, spread: pageAt('1', 0) + frameOf('u1', 0, 0, more), map }
    expect((await unitsIn(layout)).map(unit => unit.left_out)).toEqual([left_out])
  })

  it('are read once each, although the map names them twice, and by their own name where their file has another one', async () => {
    const others = [{ name: 'Texts/a.xml', content: storyXml('own', text('Its own')) }]
    const map =
      '<idPkg:Story src="Texts/a.xml"/><idPkg:Story src="Texts/a.xml"/><idPkg:Story src="Stories/Story_u1.xml"/>'
    const layout = { stories: { u1: text('One here') }, spread: pageAt('1', 0) + frameOf('own', 0, 0), map, others }
    expect(await partsIn(layout)).toEqual([
      ['Its own', 'page 1'],
      ['One here', 'no page'],
    ])
  })
})

describe('what a document says of itself', () => {
  it('waits until somebody asks for it, and is written then [RES-2]', async () => {
    const content = `<x:xmpmeta xmlns:x="x"><r:RDF xmlns:r="r" xmlns:rdf="r" xmlns:dc="d"><dc:title><rdf:Alt><rdf:li>The title</rdf:li></rdf:Alt></dc:title><dc:format>application/x</dc:format></r:RDF></x:xmpmeta>`
    const file = layoutOf({ stories: { u1: text('Some words') }, others: [{ name: 'META-INF/metadata.xml', content }] })
    expect((await unitsOf(idml, opened(file))).map(unit => [unit.text, unit.kind, unit.left_out])).toEqual([
      ['Some words', 'paragraph', undefined],
      ['The title', 'metadata', 'metadata'],
    ])
    const german = { language: 'de' }
    const result = await bytesOf(rewrite(idml, opened(file), () => 'Ein & zwei', german))
    expect(await verify(idml, opened(file), opened(result), () => 'Ein & zwei', german)).toEqual([])
  })
})

describe('a file', () => {
  const map = (inside: string): string => `<Document xmlns:idPkg="p">${inside}</Document>`
  it.each<[string, Buffer, RegExp]>([
    [
      'of another kind',
      layoutOf({ stories: {}, mimetype: 'application/epub+zip' }),
      /a book \(EPUB\)\. Name it \.epub/,
    ],
    [
      'without a map',
      zipOf([{ name: 'a.txt', content: 'a' }]),
      /not a document of InDesign.*a zip file with something else/,
    ],
    [
      'whose story is missing',
      zipOf([{ name: 'designmap.xml', content: map('<idPkg:Story src="Stories/Story_u1.xml"/>') }]),
      /names “Stories\/Story_u1\.xml”, which is missing/,
    ],
    ['with a DOCTYPE', zipOf([{ name: 'designmap.xml', content: `<!DOCTYPE a>${map('')}` }]), /has a DOCTYPE/],
    ['that is a text', Buffer.from('Hello'), /it is a text/],
    [
      'with a story that is nested too deep',
      layoutOf({ stories: { u1: '<XMLElement>'.repeat(1100) + '</XMLElement>'.repeat(1100) } }),
      /nested deeper/,
    ],
  ])('%s is refused in words [CRE-5]', async (_, bytes, words) => {
    await expect(unitsOf(idml, opened(bytes))).rejects.toThrow(words)
  })

  it('without a media type, as some programs write it, is read', async () => {
    const bytes = zipOf([
      { name: 'designmap.xml', content: map('<idPkg:Story src="a.xml"/>') },
      { name: 'a.xml', content: storyXml('a', text('Some words')) },
    ])
    expect(await unitsOf(idml, opened(bytes))).toHaveLength(1)
  })
})
