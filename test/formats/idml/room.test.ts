import { describe, expect, it } from 'vitest'
import { idml } from '../../../src/formats/idml/idml.ts'
import { opened } from '../bytes/zip/zips.ts'
import { unitsOf } from '../files.ts'
import { frameOf, layoutOf, outline, pageAt, paragraphs, run, said } from './documents.ts'

const STYLES = '<idPkg:Styles src="Resources/Styles.xml"/>'
const style = (kind: string, name: string, more: string, inside = ''): string =>
  `<${kind} Self="${kind}/${name}"${more}>${inside}</${kind}>`
const basedOn = (base: string): string => `<Properties><BasedOn type="object">${base}</BasedOn></Properties>`
const stylesXml = (styles: string): string => `<idPkg:Styles xmlns:idPkg="p">${styles}</idPkg:Styles>`

/** A frame of 100 × 24 points: of type of 10 points it has two lines of 20 letters each. */
const frame = (attributes = '', inside = '', transform = '1 0 0 1 0 0'): string =>
  `<TextFrame ParentStory="u1" ItemTransform="${transform}" ${attributes}>${outline(100, 24)}${inside}</TextFrame>`

const SIZED = ' PointSize="10"'
const WORDS = paragraphs(run(said('Some words'), SIZED))

interface Made {
  readonly story?: string
  readonly spread?: string
  readonly styles?: string
}

async function roomsIn({ story = WORDS, spread = frame(), styles = '' }: Made): Promise<(number | undefined)[]> {
  const others = [{ name: 'Resources/Styles.xml', content: stylesXml(styles) }]
  const layout = { stories: { u1: story }, spread: pageAt('1', 0) + spread, map: STYLES, others }
  return (await unitsOf(idml, opened(layoutOf(layout)))).map(({ room }) => room)
}

const styled = (name: string): string => paragraphs(run(said('Some words')), name)

describe('the room of a paragraph', () => {
  it.each<[string, Made, number]>([
    ['its frame', {}, 40],
    ['all threaded frames', { spread: frame() + frame() }, 80],
    ['a frame that is turned', { spread: frame('', '', '0 1 -1 0 0 0') }, 40],
    ['a frame that is shown twice as large', { spread: frame('', '', '2 0 0 2 0 0') }, 160],
    [
      'a frame that says that it does not grow',
      { spread: frame('', '<TextFramePreference AutoSizingType="Off"/>') },
      40,
    ],
    [
      'a frame that does not grow as its style does',
      {
        spread: frame('AppliedObjectStyle="ObjectStyle/o"', '<TextFramePreference AutoSizingType="Off"/>'),
        styles: style('ObjectStyle', 'o', '', '<TextFramePreference AutoSizingType="HeightOnly"/>'),
      },
      40,
    ],
    ['a frame lower than a line', { story: paragraphs(run(said('Some words'), ' PointSize="40"')) }, 13],
  ])('is what %s shows', async (_, made, room) => {
    expect(await roomsIn(made)).toEqual([room])
  })

  it.each<[string, Made]>([
    ['its paragraph', { story: styled('Body%3aText'), styles: style('ParagraphStyle', 'Body%3aText', SIZED) }],
    [
      'the style that this is based on',
      {
        story: styled('a'),
        styles: style('ParagraphStyle', 'a', '', basedOn('$ID/[No]')) + style('ParagraphStyle', '$ID/[No]', SIZED),
      },
    ],
    [
      'its characters',
      {
        story: paragraphs(
          run(said('Some words'), ' AppliedCharacterStyle="CharacterStyle/c"').replace(
            'AppliedCharacterStyle="n" ',
            '',
          ),
          'a',
        ),
        styles: style('ParagraphStyle', 'a', ' PointSize="40"') + style('CharacterStyle', 'c', SIZED),
      },
    ],
  ])('counts in the size of the style of %s', async (_, made) => {
    expect(await roomsIn(made)).toEqual([40])
  })

  it('is never less than a text of the length of its source needs', async () => {
    const long = 'word '.repeat(40).trim()
    expect(await roomsIn({ story: paragraphs(run(said(long), SIZED)) })).toEqual([259])
  })

  it.each<[string, Made]>([
    ['no style says the size', { story: styled('a'), styles: style('ParagraphStyle', 'a', '') }],
    [
      'styles are based on each other',
      {
        story: styled('a'),
        styles:
          style('ParagraphStyle', 'a', '', basedOn('ParagraphStyle/b')) +
          style('ParagraphStyle', 'b', '', basedOn('ParagraphStyle/a')),
      },
    ],
    ['a frame grows with its text', { spread: frame('', '<TextFramePreference AutoSizingType="HeightOnly"/>') }],
    [
      'the style of a frame lets it grow',
      {
        spread: frame('AppliedObjectStyle="ObjectStyle/o"'),
        styles: style('ObjectStyle', 'o', '', '<TextFramePreference AutoSizingType="HeightOnly"/>'),
      },
    ],
    ['a frame has no outline', { spread: '<TextFrame ParentStory="u1" ItemTransform="1 0 0 1 0 0"/>' }],
    [
      'one of two frames is not known',
      { spread: `${frame()}<TextFrame ParentStory="u1" ItemTransform="1 0 0 1 0 0"/>` },
    ],
    [
      'a text is on a path',
      { spread: `<Oval ItemTransform="1 0 0 1 0 0">${outline(9, 9)}<TextPath ParentStory="u1"/></Oval>` },
    ],
    ['a story stands on no page', { spread: frameOf('u2', 0, 0) }],
    ['a text is left out', { spread: frame('Visible="false"') }],
    ['a text stands in a table', { story: paragraphs(run(`<Table><Cell Name="0:0">${WORDS}</Cell></Table>`)) }],
  ])('is not said where %s', async (_, made) => {
    expect(await roomsIn(made)).toEqual([undefined])
  })
})
