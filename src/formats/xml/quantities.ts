/**
 * Plurals of Android: an item for each form of the target language. Forms that the file has not are added, in the manner of their
 * neighbours and in the usual order of their names; forms that the target language never uses are taken away, because they would stay in
 * the language of the source. Both happens only where the plural is translated.
 */
import { byteLength } from '../bytes/charset.ts'
import { attributesOf, type XmlElement } from '../bytes/xml/index.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Charset, Edit } from '../format.ts'
import { formsOf, type QuantityForm } from './plural.ts'
import {
  type AndroidText,
  androidText,
  commonOf,
  type MadeUnit,
  type Resource,
  textUnit,
  type XmlReading,
} from './resource.ts'

/** There are six forms. What has far more items is no plural. */
const MOST_ITEMS = 50

interface Item {
  readonly element: XmlElement
  readonly quantity: string
  readonly text: AndroidText
}

export function pluralUnits(
  elements: readonly XmlElement[],
  path: string,
  resource: Resource,
  reading: XmlReading,
): readonly MadeUnit[] {
  if (reading.language === undefined || resource.kept || elements.length > MOST_ITEMS) {
    return elements.map((element, at) => ({
      ...textUnit(element, `${path}[${quantityOf(element) ?? at}]`, resource, reading),
      group: path,
    }))
  }
  const items = elements.map(element => ({
    element,
    quantity: quantityOf(element) ?? '',
    text: androidText(element, resource),
  }))
  const forms = formsOf(reading.language)
  const other = items.find(({ quantity }) => quantity === 'other') ?? items.at(-1)
  if (!other) return []
  const kept = items.filter(
    (item, at) =>
      forms.some(({ name }) => name === item.quantity) &&
      items.findIndex(({ quantity }) => quantity === item.quantity) === at,
  )
  const places = placesOf(kept, forms, items)
  const surplus = surplusOf(items, kept, places, reading.charset)
  return places.map((place): MadeUnit => {
    const { form, item, at, indent } = place
    const text = sourceOf(form, items, other).text
    const model = (item ?? other).element
    const open = model.tag.raw.replace(/(\squantity\s*=\s*["'])[^"']*/, `$1${form.name}`)
    const made = { before: `${indent.before}${open}`, after: `</${model.tag.name}>${indent.after}` }
    const note = pluralNote(form.numbers)
    return {
      path: `${path}[${form.name}]`,
      ...commonOf(text.coded, resource),
      start: item ? item.element.from : at,
      end: item ? item.element.to : at,
      charset: reading.charset,
      eol: reading.eol,
      left_out: items.every(each => each.text.left_out !== undefined) ? text.left_out : undefined,
      syntax: text.syntax,
      group: path,
      note: [resource.note, note].filter(said => said !== undefined).join('\n'),
      sense: note,
      // The forms of a message are written together, or none of them.
      unwritten: text.coded.text,
      place: {
        source: text.coded,
        eol: reading.eol,
        ...(item ? { before: '', after: '' } : made),
        also: surplus.get(place) ?? [],
        ...(item && item.text !== text && { made: true }),
      },
    }
  })
}

function quantityOf({ tag }: XmlElement): string | undefined {
  return attributesOf(tag).get('quantity')?.value
}

interface FormPlace {
  readonly form: QuantityForm
  /** The item that is in the file; absent: it is made, at this byte offset. */
  readonly item?: Item | undefined
  readonly at: number
  /** The white space that a made item brings along. */
  readonly indent: { readonly before: string; readonly after: string }
}

const NO_INDENT = { before: '', after: '' }

/** The forms in the order of their places in the file. */
function placesOf(kept: readonly Item[], forms: readonly QuantityForm[], items: readonly Item[]): FormPlace[] {
  const orderOf = (item: Item): number => forms.findIndex(({ name }) => name === item.quantity)
  const sorted = kept.every((item, at) => at === 0 || orderOf(kept[at - 1] ?? item) < orderOf(item))
  const [first, last] = [kept[0] ?? items[0], items.at(-1)]
  if (!first || !last) return []
  let before: Item | undefined
  const inOrder = forms.map((form): FormPlace => {
    const item = kept.find(({ quantity }) => quantity === form.name)
    if (item) {
      before = item
      return { form, item, at: item.element.from, indent: NO_INDENT }
    }
    const neighbour = before ?? (kept.length === 0 ? last : undefined)
    if (!sorted) return { form, at: last.element.end, indent: { before: last.element.indent, after: '' } }
    if (neighbour)
      return { form, at: endAfter(neighbour, kept, items), indent: { before: neighbour.element.indent, after: '' } }
    return { form, at: first.element.tag.start, indent: { before: '', after: first.element.indent } }
  })
  if (sorted) return inOrder
  const there = kept.flatMap(item => inOrder.filter(place => place.item === item))
  return [...there, ...inOrder.filter(({ item }) => item === undefined)]
}

/** The end of an item and of those after it that are not kept. */
function endAfter(item: Item, kept: readonly Item[], items: readonly Item[]): number {
  let last = item
  for (const next of items.slice(items.indexOf(item) + 1)) {
    if (kept.includes(next)) break
    last = next
  }
  return last.element.end
}

/**
 * Whose text a form is translated from: the item of its own name, else `other`. A form for more numbers than 1 has the text for 1 only if
 * this has the same codes: `one file` would be wrong for 21.
 */
function sourceOf(form: QuantityForm, items: readonly Item[], other: Item): Item {
  const own = items.find(({ quantity }) => quantity === form.name)
  if (!own || own === other) return other
  return form.name !== 'one' || form.only_one || sameCodes(own, other) ? own : other
}

function sameCodes(one: Item, two: Item): boolean {
  const [codes, others] = [one, two].map(({ text: { coded, syntax } }) =>
    [...placeholdersOf(coded.text, syntax)]
      .map(found => found.join())
      .sort()
      .join('\n'),
  )
  return codes === others
}

/**
 * The edits that take away the items that the target language does not use. Each is made with the last form that stands before it, else with
 * the first one.
 */
function surplusOf(
  items: readonly Item[],
  kept: readonly Item[],
  places: readonly FormPlace[],
  charset: Charset,
): ReadonlyMap<FormPlace, readonly Edit[]> {
  const edits = new Map<FormPlace, Edit[]>()
  for (const item of items) {
    const { tag, end, indent } = item.element
    const place = places.findLast(({ at }) => at <= tag.start) ?? places[0]
    if (!place || kept.includes(item)) continue
    const edit = { start: tag.start - byteLength(indent, charset), end, bytes: '' }
    edits.set(place, [...(edits.get(place) ?? []), edit])
  }
  return edits
}
