/**
 * Translation files of Qt gain and lose single messages. One that is missing comes with all that it has, and its context where that is missing,
 * too; one that is there gets the translation, and keeps its places in the program.
 */

import { encodeLater } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import {
  elementsIn,
  type Graftable,
  grafted,
  holderOf,
  localName,
  type NodeCopying,
  plainText,
  type XmlElement,
  type XmlNode,
  xmlFileOf,
} from '../bytes/xml/index.ts'
import type { Charset, Edit, Merge } from '../format.ts'
import { isGone, QtMessages } from './message.ts'
import { readQt } from './reader.ts'

/** @throws {FormatError} as `readQt` */
export async function mergedQt(there: Uint8Array, change: Merge): Promise<readonly Edit[]> {
  const [to, from] = [await graftableOf(there), await graftableOf(change.from)]
  const forms = new Set([...to.numerus, ...from.numerus])
  return grafted(to, from, {
    take: messagesOf(change.take, forms),
    remove: messagesOf(change.remove, forms),
    isText: ({ name }) => TEXTS.has(localName(name)),
    reworded: (element, other, _, copying) => reworded(element, other, to.charset, copying),
  })
}

/** Elements whose content is text. */
const TEXTS: ReadonlySet<string> = new Set(
  'name source oldsource comment oldcomment extracomment translatorcomment translation userdata'.split(' '),
)

/** A message comes and goes with all its forms. */
function messagesOf(paths: ReadonlySet<string>, numerus: ReadonlySet<string>): ReadonlySet<string> {
  const own = (path: string): string => path.replace(FORM, '')
  return new Set([...paths].map(path => (numerus.has(own(path)) ? own(path) : path)))
}

const FORM = /\[\d\]$/

async function graftableOf(bytes: Uint8Array): Promise<Graftable & { readonly numerus: ReadonlySet<string> }> {
  const numerus = new Set<string>()
  await readQt(bytes)
  const file = await xmlFileOf(oneChunk(bytes))
  const top = holderOf(file.root, '', (context, indent) => {
    if (context.local !== 'context') return undefined
    const name = elementsIn(context.inside).find(({ local }) => local === 'name')
    const key = name ? plainText(name.inside) : ''
    const read = new QtMessages()
    const holder = holderOf(context, indent, element => {
      if (element.local !== 'message') return undefined
      const message = read.messageOf(element, key)
      if (message.numerus) numerus.add(message.path)
      return { kind: 'text', key: message.path, path: isGone(message) ? undefined : message.path, element }
    })
    return { kind: 'group', key, holder }
  })
  return { ...file, top, numerus }
}

/** The translation of a message, and its source where that is known by an id. */
function reworded(element: XmlElement, other: XmlElement, charset: Charset, copying: NodeCopying): readonly Edit[] {
  const [own, brought] = [partsOf(element), partsOf(other)]
  if (!brought.translation || plainText(brought.translation.inside) === '') return []
  const edits: Edit[] = []
  for (const name of ['source', 'translation'] as const) {
    const [part, from] = [own[name], brought[name]]
    if (!from || (part && rawOf(part) === rawOf(from))) continue
    const text = copying.verbatim(nodesOf(from, other))
    const { last } = own
    if (part) edits.push({ start: part.tag.start, end: part.end, bytes: encodeLater(text, charset) })
    else if (last) edits.push({ start: last.end, end: last.end, bytes: encodeLater(last.indent + text, charset) })
  }
  return edits
}

function partsOf(element: XmlElement) {
  const { source, translation, last } = new QtMessages().messageOf(element, '')
  return { source, translation, last }
}

/** An element with its tags. */
function nodesOf({ tag, end }: XmlElement, { inside }: XmlElement): readonly XmlNode[] {
  return inside.filter(node => node.start >= tag.start && node.end <= end)
}

function rawOf({ tag, inside }: XmlElement): string {
  return [tag, ...inside].map(({ raw }) => raw.replace(/\r\n?/g, '\n')).join('')
}
