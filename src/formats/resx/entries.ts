/** The entries of a resource file of .NET: `<data name="…"><value>…</value><comment>…</comment></data>` in its root. */
import {
  attributesOf,
  elementsIn,
  plainText,
  textOfNode,
  type XmlElement,
  type XmlFile,
  xmlFileOf,
} from '../bytes/xml/index.ts'
import { childPointer } from '../content/tree.ts'
import { type ByteStream, FormatError, type Reason } from '../format.ts'
import { stays } from './staying.ts'

export interface ResxEntry {
  readonly name: string
  /** A name that comes again has its number besides: the first keeps the plain path. */
  readonly path: string
  readonly value: XmlElement
  readonly comment: XmlElement | undefined
  /** What the comment says. */
  readonly note: string | undefined
  /** Why the entry is no text in any language: it has a type, or its name says so. */
  readonly stays: Reason | undefined
}

const ELSE =
  'This is no resource file of .NET or Windows: its root is <«»>, not <root> with <data> in it. Give it the ending of what it is.'

/** The file with its root. @throws {FormatError} as `readXml`; malformed: another root */
export async function resxFileOf(source: ByteStream): Promise<XmlFile> {
  const file = await xmlFileOf(source)
  if (file.root.local !== 'root') throw new FormatError('malformed', ELSE.replace('«»', file.root.tag.name))
  return file
}

/** Reads the elements of a root one after the other; undefined for what is no entry with a value. */
export function entryReader(): (element: XmlElement) => ResxEntry | undefined {
  const seen = new Map<string, number>()
  return ({ tag, local, inside }) => {
    if (local !== 'data') return undefined
    const parts = elementsIn(inside)
    const value = parts.find(part => part.local === 'value')
    if (value === undefined) return undefined
    const attributes = attributesOf(tag)
    const name = attributes.get('name')?.value ?? ''
    const pointer = `resx:${childPointer('', name)}`
    const count = (seen.get(pointer) ?? 0) + 1
    seen.set(pointer, count)
    const comment = parts.find(part => part.local === 'comment')
    const said = value.inside.map(node => textOfNode(node)).join('')
    const typed = { type: attributes.get('type')?.value, mimetype: attributes.get('mimetype')?.value }
    return {
      name,
      path: count === 1 ? pointer : `${pointer}#${count}`,
      value,
      comment,
      note: comment && (plainText(comment.inside).slice(0, LONGEST_NOTE) || undefined),
      stays: stays({ name, ...typed, text: said.trim() }),
    }
  }
}

const LONGEST_NOTE = 1000
