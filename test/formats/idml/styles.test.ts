import { describe, expect, it } from 'vitest'
import { openIdml } from '../../../src/formats/idml/document.ts'
import { layoutStylesOf } from '../../../src/formats/idml/styles.ts'
import { opened } from '../bytes/zip/zips.ts'
import { layoutOf } from './documents.ts'

const MEMBER = 'Resources/Styles.xml'

async function stylesIn(content: string, map = `<idPkg:Styles src="${MEMBER}"/>`) {
  const others = [{ name: MEMBER, content: `<idPkg:Styles xmlns:idPkg="p">${content}</idPkg:Styles>` }]
  return await layoutStylesOf(await openIdml(opened(layoutOf({ stories: {}, map, others }))()))
}

const base = (name: string): string => `<Properties><BasedOn type="string">\n${name}\n</BasedOn></Properties>`

describe('the size of a style', () => {
  it('is found by its name, however this is escaped', async () => {
    const styles = await stylesIn('<ParagraphStyle Self="ParagraphStyle/Body%3aOne two" PointSize="9.5"/>')
    expect(styles.sizeOf('ParagraphStyle/Body%3aOne%20two')).toBe(9.5)
    expect(styles.sizeOf('ParagraphStyle/Body:One two')).toBe(9.5)
    expect(styles.sizeOf('ParagraphStyle/Body%ZZ')).toBeUndefined()
  })

  it('is its own before that of the style that it is based on', async () => {
    const styles = await stylesIn(
      `<ParagraphStyle Self="ParagraphStyle/a" PointSize="8">${base('ParagraphStyle/b')}</ParagraphStyle><ParagraphStyle Self="ParagraphStyle/b" PointSize="20"/>`,
    )
    expect(styles.sizeOf('ParagraphStyle/a')).toBe(8)
  })

  it('is that of the nearest style that says one, of the same kind', async () => {
    const styles = await stylesIn(
      [
        `<CharacterStyle Self="CharacterStyle/c" PointSize="30"/>`,
        `<RootParagraphStyleGroup><ParagraphStyleGroup Name="Group">`,
        `<ParagraphStyle Self="ParagraphStyle/a">${base('b')}</ParagraphStyle>`,
        `<ParagraphStyle Self="ParagraphStyle/b">${base('c')}</ParagraphStyle>`,
        `<ParagraphStyle Self="ParagraphStyle/c" PointSize="7"/>`,
        `</ParagraphStyleGroup></RootParagraphStyleGroup>`,
      ].join(''),
    )
    expect(styles.sizeOf('ParagraphStyle/a')).toBe(7)
  })

  it.each([
    ['the style is not there', ''],
    ['it is no number', '<ParagraphStyle Self="ParagraphStyle/a" PointSize="big"/>'],
    ['it is nothing', '<ParagraphStyle Self="ParagraphStyle/a" PointSize="0"/>'],
    ['the style is based on itself', `<ParagraphStyle Self="ParagraphStyle/a">${base('a')}</ParagraphStyle>`],
    [
      'the style is based on one that is missing',
      `<ParagraphStyle Self="ParagraphStyle/a">${base('z')}</ParagraphStyle>`,
    ],
  ])('is not known where %s', async (_, content) => {
    expect((await stylesIn(content)).sizeOf('ParagraphStyle/a')).toBeUndefined()
  })

  it('is not known in a document whose map names no styles', async () => {
    const styles = await stylesIn('<ParagraphStyle Self="ParagraphStyle/a" PointSize="9"/>', '')
    expect(styles.sizeOf('ParagraphStyle/a')).toBeUndefined()
    expect(styles.grows('ObjectStyle/a')).toBe(false)
  })
})

describe('a style of frames', () => {
  const object = (more: string): string =>
    `<ObjectStyle Self="ObjectStyle/$ID/[Normal Text Frame]"><TextFramePreference TextColumnCount="1"${more}/></ObjectStyle>`

  it.each([
    ['that grow in height', ' AutoSizingType="HeightOnly"', true],
    ['that grow both ways', ' AutoSizingType="HeightAndWidth"', true],
    ['that stay', ' AutoSizingType="Off"', false],
    ['of which nothing is said', '', false],
  ])('%s says whether they grow', async (_, more, grows) => {
    expect((await stylesIn(object(more))).grows('ObjectStyle/$ID/[Normal Text Frame]')).toBe(grows)
  })
})
