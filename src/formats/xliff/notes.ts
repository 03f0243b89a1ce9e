/** What a unit says to translators: notes, places in programs, the meaning that tells equal texts apart. */
import { attributesOf, elementsIn, plainText, type XmlElement } from '../bytes/xml/index.ts'

export interface XliffNotes {
  readonly note: string | undefined
  readonly references: string | undefined
  /** Angular's `meaning`: equal texts of another meaning are other texts. */
  readonly meaning: string | undefined
}

const LONGEST_NOTE = 1000
const LONGEST_REFERENCES = 200
/** What Xcode writes where nobody wrote a note. */
const NOTHING = /^no comment provided by engineer\.?$/i

export function notesOf(children: readonly XmlElement[]): XliffNotes {
  const said: string[] = []
  const places: string[] = []
  let meaning: string | undefined
  for (const { tag, inside } of notesIn(children)) {
    const text = plainText(inside)
    const attributes = attributesOf(tag)
    const kind = (attributes.get('category') ?? attributes.get('from'))?.value
    const about = (attributes.get('appliesTo') ?? attributes.get('annotates'))?.value
    if (text === '' || about === 'target' || NOTHING.test(text)) continue
    if (kind === 'location') places.push(text)
    else if (kind === 'meaning') meaning = text
    else if (!said.includes(text)) said.push(text)
  }
  for (const group of children.filter(({ local }) => local === 'context-group')) {
    const place = placeIn(group)
    if (place !== undefined) places.push(place)
  }
  return {
    note: said.join('\n').slice(0, LONGEST_NOTE) || undefined,
    references: places.join(' ').slice(0, LONGEST_REFERENCES) || undefined,
    meaning,
  }
}

/** 1.2 has notes in the unit, 2.x has them in an element of their own. */
function notesIn(children: readonly XmlElement[]): readonly XmlElement[] {
  return children.flatMap(child =>
    child.local === 'notes' ? elementsIn(child.inside) : child.local === 'note' ? child : [],
  )
}

function placeIn({ inside }: XmlElement): string | undefined {
  const contexts = new Map(
    elementsIn(inside).map(({ tag, inside: text }) => [attributesOf(tag).get('context-type')?.value, plainText(text)]),
  )
  const file = contexts.get('sourcefile')
  const line = contexts.get('linenumber')
  return file === undefined ? undefined : line === undefined ? file : `${file}:${line}`
}
