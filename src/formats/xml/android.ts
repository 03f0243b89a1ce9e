/** The texts of Android resources: strings, arrays of strings, and plurals in the forms of the target language. */
import { attributesOf, elementsIn, type XmlElement, type XmlNode } from '../bytes/xml/index.ts'
import { pluralUnits } from './quantities.ts'
import { type MadeUnit, type Resource, textUnit, type XmlReading } from './resource.ts'

/** What an element in `resources` is, and how its texts are addressed; undefined for what holds none. */
export interface ResourceAddress {
  readonly kind: 'string' | 'array' | 'plurals'
  readonly path: string
  readonly name: string
  /** The element says that it stays as it is. */
  readonly kept: boolean
}

export function resourceAddressOf({ tag, local }: XmlElement): ResourceAddress | undefined {
  const attributes = attributesOf(tag)
  const isString = local === 'string' || (local === 'item' && attributes.get('type')?.value === 'string')
  const kind = isString ? 'string' : KINDS.get(local)
  if (kind === undefined) return undefined
  const name = attributes.get('name')?.value ?? ''
  const product = attributes.get('product')?.value
  const kept = [...attributes.values()].some(({ name: of, value }) => KEEPS.has(of) && value === 'false')
  return { kind, path: `android:${kind}/${name}${product === undefined ? '' : `@${product}`}`, name, kept }
}

const KINDS: ReadonlyMap<string, ResourceAddress['kind']> = new Map([
  ['plurals', 'plurals'],
  ['string-array', 'array'],
  ['array', 'array'],
])

/** The items of an array or of plurals. */
export function itemsIn({ inside }: XmlElement): readonly XmlElement[] {
  return elementsIn(inside).filter(isItem)
}

export function isItem({ local }: XmlElement): boolean {
  return local === 'item'
}

/** The units of one resource: an element in `resources`, with the nodes in front of it. `kept`: nothing in the file is translated. */
export function unitsOfResource(element: XmlElement, kept: boolean, reading: XmlReading): readonly MadeUnit[] {
  const address = resourceAddressOf(element)
  if (address === undefined) return []
  const { kind, path, name } = address
  const resource: Resource = { name, note: noteOf(element.comments), kept: kept || address.kept }
  if (kind === 'string') return [textUnit(element, path, resource, reading)]
  const items = itemsIn(element)
  if (kind === 'plurals') return pluralUnits(items, path, resource, reading)
  return items.map((item, at) => {
    const note = noteOf(item.comments) ?? resource.note
    return textUnit(item, `${path}/${at}`, { ...resource, note }, reading)
  })
}

/** Attributes that say `false` for what stays as it is. */
const KEEPS: ReadonlySet<string> = new Set(['translatable', 'translate', 'localizable'])

const LONGEST_NOTE = 1000

function noteOf(comments: readonly XmlNode[]): string | undefined {
  const said = comments.map(({ raw }) => raw.slice('<!--'.length, -'-->'.length).replace(/\s+/g, ' ').trim())
  return (
    said
      .filter(comment => comment !== '' && !MARKUP.test(comment))
      .join('\n')
      .slice(0, LONGEST_NOTE) || undefined
  )
}

/** A resource that was commented out. */
const MARKUP = /^<[a-z]/
