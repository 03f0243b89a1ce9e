/** A message of a translation file of Qt: its source, what it says to translators, and the translation with its forms. */
import { attributesOf, elementsIn, plainText, textOfNode, type XmlElement, type XmlNode } from '../bytes/xml/index.ts'

export interface QtMessage {
  readonly element: XmlElement
  readonly path: string
  readonly context: string
  readonly id: string | undefined
  readonly source: XmlElement | undefined
  readonly translation: XmlElement | undefined
  /** `unfinished`, `vanished`, `obsolete`; undefined for a finished one. */
  readonly type: string | undefined
  /** The message has plural forms. */
  readonly numerus: boolean
  /** What tells equal sources apart. */
  readonly comment: string | undefined
  readonly notes: readonly string[]
  readonly references: string | undefined
  /** The source of an earlier version. */
  readonly previous: string | undefined
  /** The element behind which a translation is made that is not there; and the one that holds remarks for translators. */
  readonly last: XmlElement | undefined
  readonly remark: XmlElement | undefined
}

/** Between what a message is in and its text, as gettext has it. */
const PARTED = '\u0004'
const GONE: ReadonlySet<string | undefined> = new Set(['vanished', 'obsolete'])

/** Whether the program has no such text any more. */
export function isGone({ type }: Pick<QtMessage, 'type'>): boolean {
  return GONE.has(type)
}

/** Reads messages in their order: a place in a program may be said from the one before. */
export class QtMessages {
  #file = ''
  readonly #lines = new Map<string, number>()

  messageOf(element: XmlElement, context: string): QtMessage {
    const children = elementsIn(element.inside)
    const named = (name: string): XmlElement | undefined => children.find(({ local }) => local === name)
    const said = (name: string): string | undefined => textIn(named(name)) || undefined
    const attributes = attributesOf(element.tag)
    const id = attributes.get('id')?.value || undefined
    const translation = named('translation')
    const comment = said('comment')
    const type = translation && attributesOf(translation.tag).get('type')?.value
    const source = named('source')
    return {
      ...{ element, context, id, source, translation, type, comment },
      path: pathOf({ id, context, comment, source, gone: GONE.has(type) }),
      numerus: attributes.get('numerus')?.value === 'yes',
      notes: [comment, said('extracomment'), said('translatorcomment')].filter(note => note !== undefined),
      references: this.#references(children.filter(({ local }) => local === 'location')),
      previous: said('oldsource'),
      last: children.findLast(({ local }) => BEFORE.has(local)),
      remark: named('extracomment'),
    }
  }

  /** Lines may be counted from the one that was said last of the same file: `+12`. */
  #references(locations: readonly XmlElement[]): string | undefined {
    let file = this.#file
    const places = locations.map(({ tag }, at) => {
      const attributes = attributesOf(tag)
      file = attributes.get('filename')?.value || file
      if (at === 0) this.#file = file
      const line = attributes.get('line')?.value ?? ''
      const number = /^[+-]/.test(line) ? (this.#lines.get(file) ?? 0) + Number(line) : Number(line)
      if (line !== '' && Number.isInteger(number)) this.#lines.set(file, number)
      return line === '' ? file : `${file}:${number}`
    })
    return places.join(' ').slice(0, LONGEST_REFERENCES) || undefined
  }
}

const LONGEST_REFERENCES = 200
/** What stands in front of a translation. */
const BEFORE: ReadonlySet<string> = new Set(
  'location source oldsource comment oldcomment extracomment translatorcomment'.split(' '),
)

interface Named {
  readonly id: string | undefined
  readonly context: string
  readonly comment: string | undefined
  readonly source: XmlElement | undefined
  readonly gone: boolean
}

/** A message is known by its id, else by its context, its source and what tells equal sources apart. */
function pathOf({ id, context, comment, source, gone }: Named): string {
  const around = comment === undefined ? context : `${context}|${comment}`
  const name = id ?? `${around}${PARTED}${rawOf(source?.inside ?? [])}`
  return `qt:${gone ? '~' : ''}${name}`
}

function rawOf(nodes: readonly XmlNode[]): string {
  return nodes.map(node => (node.kind === 'open' ? node.raw : textOfNode(node))).join('')
}

function textIn(element: XmlElement | undefined): string {
  return element === undefined ? '' : plainText(element.inside)
}
