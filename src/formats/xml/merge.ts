/**
 * Resources of Android gain and lose single texts. An array that is missing comes whole, and so do the forms of a plural; what stays as it
 * is in all languages (`translatable="false"`) never comes.
 */

import { encodeLater } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import {
  attributesOf,
  type CodedXml,
  type Graftable,
  grafted,
  holderOf,
  type NodeCopying,
  openedTag,
  textsOf,
  writeCoded,
  type XmlElement,
  type XmlHolder,
  type XmlPart,
  type XmlTag,
  xmlFileOf,
} from '../bytes/xml/index.ts'
import { type ByteStream, type Edit, FormatError, type Merge } from '../format.ts'
import { isItem, resourceAddressOf } from './android.ts'
import { androidText } from './resource.ts'

/** @throws {FormatError} as `xmlFileOf`; malformed: a file has other texts than resources of Android */
export async function mergedResources(there: Uint8Array, change: Merge): Promise<readonly Edit[]> {
  const [to, from] = [await graftableOf(there, false), await graftableOf(change.from, true)]
  const grafting = {
    take: withItemsBetween(change.take, to.top, from.top),
    remove: withAllForms(change, to.top),
    isText: ({ name }: XmlTag) => name === 'string' || name === 'item',
    reworded: (element: XmlElement, other: XmlElement, _: string, copying: NodeCopying) =>
      rewordedString(element, other, to, copying),
  }
  return grafted(to, from, grafting)
}

/** What a person is told of a file that cannot be merged; undefined for one that can. @throws {FormatError} as `readXml` */
export async function unmergeableIn(source: ByteStream): Promise<string | undefined> {
  return isOfResources((await xmlFileOf(source)).root) ? undefined : ELSE
}

const ELSE =
  'This XML file is no resource file of Android (its root is not <resources>): its texts have no names by which single ones could be brought into a file that is there. Translate it as a whole.'

function isOfResources({ tag }: XmlElement): boolean {
  return tag.name === 'resources'
}

/** `leaves`: what is not for translation has no name, so that it is never taken. */
async function graftableOf(bytes: Uint8Array, leaves: boolean): Promise<Graftable> {
  const file = await xmlFileOf(oneChunk(bytes))
  if (!isOfResources(file.root)) throw new FormatError('malformed', ELSE)
  const attributes = attributesOf(file.root.tag)
  const kept = leaves && ['translatable', 'translate'].some(name => attributes.get(name)?.value.startsWith('false'))
  return { ...file, top: holderOf(file.root, '', (element, indent) => partOf(element, indent, kept, leaves)) }
}

function partOf(element: XmlElement, indent: string, all: boolean, leaves: boolean): XmlPart | undefined {
  const address = resourceAddressOf(element)
  if (address === undefined) return undefined
  const { kind, path } = address
  const isKept = all || (leaves && address.kept)
  const named = (said: string): string | undefined => (isKept ? undefined : said)
  if (kind === 'string') return { kind: 'text', key: path, path: named(path), element }
  let at = -1
  const holder = holderOf(element, indent, item => {
    if (!isItem(item)) return undefined
    at += 1
    const own = kind === 'array' ? `${path}/${at}` : `${path}[${attributesOf(item.tag).get('quantity')?.value ?? at}]`
    return { kind: 'text', key: own, path: named(own), element: item }
  })
  return { kind: 'whole', key: path, holder }
}

/** The arrays or plurals of a file by their paths, with those of their items. */
function listsIn({ members }: XmlHolder): ReadonlyMap<string, readonly string[]> {
  return new Map(
    members.flatMap(({ part }) =>
      part?.kind === 'whole' ? [[part.key, textsOf(part.holder).flatMap(({ path }) => path ?? [])] as const] : [],
    ),
  )
}

/** Items are known by their numbers: what is taken behind the last one comes with all before it. */
function withItemsBetween(take: ReadonlySet<string>, there: XmlHolder, from: XmlHolder): ReadonlySet<string> {
  const lists = listsIn(there)
  const more = [...listsIn(from)].flatMap(([path, items]) => {
    const known = lists.get(path)
    if (known === undefined || !path.startsWith('android:array/')) return []
    return items.slice(
      known.length,
      items.findLastIndex(item => take.has(item)),
    )
  })
  return new Set([...take, ...more])
}

/** Plurals go with all their forms, also with those that the language does not use. */
function withAllForms({ take, remove }: Merge, there: XmlHolder): ReadonlySet<string> {
  const [taken, gone] = [take, remove].map(paths => new Set([...paths].map(path => path.replace(FORM, ''))))
  const more = [...listsIn(there)].flatMap(([path, forms]) =>
    path.startsWith('android:plurals/') && gone?.has(path) && !taken?.has(path) ? forms : [],
  )
  return new Set([...remove, ...more])
}

const FORM = /\[[^[\]]*\]$/

const AS_TEXT = { name: '', note: undefined, kept: true }

/** In the manner of the string that is there, where it has the same codes. */
function rewordedString(
  element: XmlElement,
  other: XmlElement,
  { charset, eol = '\n' }: Graftable,
  copying: NodeCopying,
): readonly Edit[] {
  const [own, brought] = [androidText(element, AS_TEXT).coded, androidText(other, AS_TEXT).coded]
  const isAlike = own.cdata === brought.cdata && codesOf(own) === codesOf(brought)
  if (isAlike && own.text === brought.text) return []
  const { tag, from, to } = element
  const written = isAlike ? writeCoded(own, brought.text, charset, eol) : undefined
  const text = written ?? copying.verbatim(other.inside)
  if (!tag.empty) return [{ start: from, end: to, bytes: encodeLater(text, charset) }]
  return [openedTag(tag, `${text}</${tag.name}>`, charset)]
}

function codesOf({ codes, around }: CodedXml): string {
  return JSON.stringify([codes.map(({ tag, open, close }) => [tag, open, close]), around])
}
