/** The texts of Android resources: strings, arrays of strings, and plurals in the forms of the target language. */
import { attributesOf, elementsIn, type XmlElement, type XmlNode } from '../bytes/xml/index.ts'
import { pluralUnits } from './quantities.ts'
import { type MadeUnit, type Resource, textUnit, type XmlReading } from './resource.ts'

/** The units of one resource: an element in `resources`, with the nodes in front of it. `kept`: nothing in the file is translated. */
export function unitsOfResource(element: XmlElement, kept: boolean, reading: XmlReading): readonly MadeUnit[] {
  const attributes = attributesOf(element.tag)
  const name = attributes.get('name')?.value ?? ''
  const product = attributes.get('product')?.value
  const resource: Resource = {
    name,
    note: noteOf(element.comments),
    kept: kept || [...attributes.values()].some(({ name: of, value }) => KEEPS.has(of) && value === 'false'),
  }
  const path = `${name}${product === undefined ? '' : `@${product}`}`
  const isString =
    element.local === 'string' || (element.local === 'item' && attributes.get('type')?.value === 'string')
  if (isString) return [textUnit(element, `android:string/${path}`, resource, reading)]
  const items = elementsIn(element.inside).filter(({ local }) => local === 'item')
  if (element.local === 'plurals') return pluralUnits(items, `android:plurals/${path}`, resource, reading)
  if (element.local !== 'string-array' && element.local !== 'array') return []
  return items.map((item, at) => {
    const note = noteOf(item.comments) ?? resource.note
    return textUnit(item, `android:array/${path}/${at}`, { ...resource, note }, reading)
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
