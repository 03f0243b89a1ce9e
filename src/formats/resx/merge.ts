/** What a resource file of .NET gains from its source, and what it loses. What is no text never comes: programs find it in the source. */

import { encodeLater } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import {
  codedOf,
  type Graftable,
  grafted,
  holderOf,
  type NodeCopying,
  openedTag,
  writeCoded,
  type XmlElement,
  type XmlPart,
  type XmlTag,
} from '../bytes/xml/index.ts'
import type { Edit, Merge } from '../format.ts'
import { entryReader, resxFileOf } from './entries.ts'

/** As `Format.merge`. @throws {FormatError} as `resxFileOf` */
export async function mergedResx(there: Uint8Array, { from: given, take, remove }: Merge): Promise<readonly Edit[]> {
  const [to, from] = [await graftableOf(there, false), await graftableOf(given, true)]
  return grafted(to, from, {
    take,
    remove,
    isText: ({ name }: XmlTag) => name === 'value' || name === 'comment',
    reworded: (element, other, _, copying) => rewordedValue(element, other, to, copying),
  })
}

/** `leaves`: what stays as it is has no name, so that it is never taken. */
async function graftableOf(bytes: Uint8Array, leaves: boolean): Promise<Graftable> {
  const file = await resxFileOf(oneChunk(bytes))
  const read = entryReader()
  const partOf = (element: XmlElement): XmlPart | undefined => {
    const entry = read(element)
    if (entry === undefined) return undefined
    const { path, value, stays } = entry
    return { kind: 'text', key: path, path: leaves && stays !== undefined ? undefined : path, element: value }
  }
  return { ...file, top: holderOf(file.root, '', partOf) }
}

function rewordedValue(
  { tag, from, to, inside }: XmlElement,
  other: XmlElement,
  { charset, eol }: Graftable,
  copying: NodeCopying,
): readonly Edit[] {
  const [own, brought] = [codedOf(inside), codedOf(other.inside)]
  if (own.text === brought.text && own.codes.length === 0 && brought.codes.length === 0) return []
  const isPlain = own.codes.length === 0 && brought.codes.length === 0 && !tag.empty
  const text = (isPlain ? writeCoded(own, brought.text, charset, eol) : undefined) ?? copying.verbatim(other.inside)
  if (tag.empty) return text === '' ? [] : [openedTag(tag, `${text}</${tag.name}>`, charset)]
  return [{ start: from, end: to, bytes: encodeLater(text, charset) }]
}
