/** Documents of InDesign made for tests. */
import { type Made, zipOf } from '../bytes/zip/zips.ts'

const TYPE = 'application/vnd.adobe.indesign-idml-package'
const PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"'

export interface Layout {
  /** The stories by their names, in the order of the map. */
  readonly stories: Readonly<Record<string, string>>
  /** What stands on the pages of the one spread. */
  readonly spread?: string
  readonly master?: string
  /** Further elements of the map: layers, conditions. */
  readonly map?: string
  readonly others?: readonly Made[]
  /** The first member, unless it is another one. */
  readonly mimetype?: string
}

export const storyXml = (name: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<idPkg:Story ${PACKAGING} DOMVersion="8.0"><Story Self="${name}"><StoryPreference StoryDirection="LeftToRightDirection"/>${body}</Story></idPkg:Story>`

export function layoutOf({ stories, spread, master, map = '', others = [], mimetype = TYPE }: Layout): Buffer {
  const names = Object.keys(stories)
  const parts = [
    ...(spread === undefined ? [] : ['<idPkg:Spread src="Spreads/Spread_s.xml"/>']),
    ...(master === undefined ? [] : ['<idPkg:MasterSpread src="MasterSpreads/MasterSpread_m.xml"/>']),
    ...names.map(name => `<idPkg:Story src="Stories/Story_${name}.xml"/>`),
  ]
  const spreads: readonly (readonly [string, string, string | undefined])[] = [
    ['Spread', 'Spreads/Spread_s.xml', spread],
    ['MasterSpread', 'MasterSpreads/MasterSpread_m.xml', master],
  ]
  return zipOf([
    { name: 'mimetype', content: mimetype, method: 0 },
    {
      name: 'designmap.xml',
      content: `<?xml version="1.0"?><Document ${PACKAGING}>${map}${parts.join('')}</Document>`,
    },
    ...spreads.flatMap(([kind, name, body]) =>
      body === undefined
        ? []
        : [
            {
              name,
              content: `<idPkg:${kind} ${PACKAGING}><${kind} Self="s" Name="A-Master" ItemTransform="1 0 0 1 0 500">${body}</${kind}></idPkg:${kind}>`,
            },
          ],
    ),
    ...names.map(name => ({ name: `Stories/Story_${name}.xml`, content: storyXml(name, stories[name] ?? '') })),
    ...others,
  ])
}

/** A page of 100 × 200 points, this far to the right. */
export const pageAt = (name: string, left: number): string =>
  `<Page Name="${name}" GeometricBounds="0 0 200 100" ItemTransform="1 0 0 1 ${left} 0"/>`

/** A frame of 20 × 10 points. */
export const frameOf = (story: string, left: number, top: number, more = ''): string =>
  `<TextFrame ParentStory="${story}" PreviousTextFrame="n" ItemTransform="1 0 0 1 ${left} ${top}" ${more}>${outline(20, 10)}</TextFrame>`

export const outline = (width: number, height: number): string =>
  `<Properties><PathGeometry>${[
    [0, 0],
    [0, height],
    [width, height],
    [width, 0],
  ]
    .map(([x, y]) => `<PathPointType Anchor="${x} ${y}"/>`)
    .join('')}</PathGeometry></Properties>`

/** A range of paragraphs of one style. */
export const paragraphs = (inside: string, style = '$ID/NormalParagraphStyle', more = ''): string =>
  `<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/${style}"${more}>${inside}</ParagraphStyleRange>`

/** A range of characters. */
export const run = (inside: string, look = '', properties = ''): string =>
  `<CharacterStyleRange AppliedCharacterStyle="n"${look}>${properties}${inside}</CharacterStyleRange>`

export const said = (text: string): string => `<Content>${text}</Content>`
export const BR = '<Br/>'
export const BOLD = ' FontStyle="Bold"'

/** A document with one story. */
export const storyOf = (body: string, map = ''): Buffer => layoutOf({ stories: { u1: body }, map })
