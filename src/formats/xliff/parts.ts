/** What of an XLIFF file is merged: files, groups, units, and the segments of a unit of 2.x. */
import {
  attributesOf,
  type Graftable,
  holderOf,
  type PartOf,
  textsOf,
  type XmlElement,
  type XmlFile,
  type XmlHolder,
  type XmlPart,
} from '../bytes/xml/index.ts'

export interface XliffParts extends Graftable {
  /** The units that segments are in, by the paths of these. */
  readonly units: ReadonlyMap<string, XmlElement>
  readonly groups: GroupKeys
}

/** The keys of groups that have no id, by their level and a text in them. */
type GroupKeys = ReadonlyMap<string, string>

/**
 * The document with its parts. `numberOf`: by which number the paths of a change call the file with this number. `groups` are those without
 * an id that the other document has, which are known by what they hold; without it, those of this document are set down in it.
 */
export function xliffPartsOf(file: XmlFile, numberOf: (own: number) => number, groups?: GroupKeys): XliffParts {
  const reading = new PartReading(groups)
  let files = 0
  const partOf: PartOf = (element, indent) => {
    if (element.local !== 'file') return undefined
    files += 1
    const number = numberOf(files)
    return { kind: 'fixed', key: `file ${number}`, holder: holderOf(element, indent, reading.within(number, 0)) }
  }
  return { ...file, top: holderOf(file.root, '', partOf), units: reading.units, groups: reading.groups }
}

class PartReading {
  readonly units = new Map<string, XmlElement>()
  readonly groups = new Map<string, string>()
  readonly #known: GroupKeys | undefined
  #count = 0

  constructor(known: GroupKeys | undefined) {
    this.#known = known
  }

  /** What the elements of a file are, at a level of its groups. */
  within(file: number, level: number): PartOf {
    const partOf: PartOf = (element, indent) => {
      const { local } = element
      const path = `xliff:${file}/${idOf(element) ?? ''}`
      if (local === 'trans-unit') return textOf(element, path)
      if (local === 'unit') return this.#unit(element, indent, path)
      if (local === 'body') return { kind: 'fixed', key: local, holder: holderOf(element, indent, partOf) }
      if (local !== 'group') return undefined
      const holder = holderOf(element, indent, this.within(file, level + 1))
      return { kind: 'group', key: idOf(element) ?? this.#groupKey(holder, level), holder }
    }
    return partOf
  }

  #unit(element: XmlElement, indent: string, path: string): XmlPart {
    let segments = 0
    const holder = holderOf(element, indent, part => {
      if (part.local !== 'segment') return undefined
      segments += 1
      const own = `${path}/${idOf(part) ?? segments}`
      this.units.set(own, element)
      return textOf(part, own)
    })
    return { kind: 'whole', key: path, holder }
  }

  #groupKey(holder: XmlHolder, level: number): string {
    this.#count += 1
    const texts = textsOf(holder).map(({ path }) => `${level} ${path}`)
    if (this.#known)
      return texts.map(text => this.#known?.get(text)).find(key => key !== undefined) ?? `own ${this.#count}`
    const key = `group ${this.#count}`
    for (const text of texts) this.groups.set(text, key)
    return key
  }
}

function textOf(element: XmlElement, path: string): XmlPart {
  return { kind: 'text', key: path, path, element }
}

function idOf({ tag }: XmlElement): string | undefined {
  return attributesOf(tag).get('id')?.value
}
