import { describe, expect, it } from 'vitest'
import { commonTag } from '../../../../src/formats/bytes/xml/common-tag.ts'
import { readXml } from '../../../../src/formats/bytes/xml/index.ts'
import { fc, opened } from '../../files.ts'

describe('a usual tag', () => {
  it.each([
    ['<c r="A1" s="5" t="s">', { name: 'c', empty: false }],
    ['<w:br/>', { name: 'w:br', empty: true }],
    ['<a:rPr lang="en-US" sz="1800" />', undefined],
    ['<x_1.y-z a:b="" c="it\'s"/>', { name: 'x_1.y-z', empty: true }],
    ['<v>', { name: 'v', empty: false }],
  ])('is read: %s', (raw, tag) => {
    expect(commonTag(raw)).toEqual(tag)
  })

  it.each([
    '</c>',
    '<1>',
    '<>',
    '< a>',
    '<a:>',
    '<a:b:c>',
    '<a:1>',
    '<a b>',
    '<a b=1>',
    "<a b='1'>",
    '<a b ="1">',
    '<a  b="1">',
    '<a b="1"c="2">',
    '<a b="1" b="2">',
    '<a b="1" c="2" c="3">',
    '<a b="&amp;">',
    '<a b="é">',
    '<é>',
    '<a b="<">',
    '<a b="1>',
    '<a/ >',
  ])('is none that is written otherwise, or wrong: %s', raw => {
    expect(commonTag(raw)).toBeUndefined()
  })

  it('is read as readXml reads it', async () => {
    const sign = fc.constantFrom(...'<a:b1.-_ ="/>&é\'')
    const raws = fc.array(sign, { maxLength: 14 }).map(signs => `<${signs.join('').replaceAll('>', '')}>`)
    await fc.assert(
      fc.asyncProperty(fc.oneof(raws, attributes), async raw => {
        const tag = commonTag(raw)
        if (!tag) return
        const nodes = []
        for await (const piece of readXml(opened(tag.empty ? raw : `${raw}</${tag.name}>`)()))
          nodes.push(...piece.nodes)
        expect(nodes[0]).toMatchObject({ kind: 'open', raw, ...tag })
      }),
      { numRuns: 500 },
    )
  })
})

const name = fc.constantFrom('a', 'b:c', 'x.1', 'xml:space', '_')
const attributes = fc
  .tuple(name, fc.array(fc.tuple(name, fc.constantFrom('', '1', 'a b', "'", '>', '=')), { maxLength: 4 }), fc.boolean())
  .map(([own, all, empty]) => `<${own}${all.map(([key, value]) => ` ${key}="${value}"`).join('')}${empty ? '/' : ''}>`)
