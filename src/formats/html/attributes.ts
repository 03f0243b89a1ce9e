/** The attributes that readers see or hear. */
import { type HtmlAttribute, type HtmlNode, isTag } from './nodes.ts'

/** Of any element, with what they are in words. */
const OF_ALL: ReadonlyMap<string, string> = new Map([
  ['alt', 'alt text'],
  ['title', 'tooltip'],
  ['placeholder', 'placeholder'],
  ['aria-label', 'label'],
  ['aria-description', 'description'],
  ['aria-placeholder', 'placeholder'],
  ['aria-roledescription', 'description'],
  ['aria-valuetext', 'description'],
  ['summary', 'summary'],
])
/** What scripts of Bootstrap, Rails and their like show of any element, if it is a text. */
const SHOWN_BY_SCRIPTS =
  /^data-(?:bs-(?:title|content)|(?:bs-)?original-title|(?:turbo-)?confirm|disable-with|tooltip|tip)$/
const WITH_LABEL: ReadonlySet<string> = new Set(['track', 'option', 'optgroup'])
const BUTTONS = /^(?:submit|button|reset)$/i
/** Fields that show their value until somebody writes another one. Other fields have values for programs. */
const TEXT_FIELDS = /^(?:text|search)?$/i
/** What a field is filled with: text, or what is no text as a file that programs read has it. */
export const PREFILLED = 'prefilled text'
const META =
  /^(?:description|keywords|(?:og|twitter):(?:title|description|site_name|image:alt)|apple-mobile-web-app-title|application-name|dc\.(?:title|description|subject))$/i

export interface ReadableAttribute {
  readonly attribute: HtmlAttribute
  readonly word: string
}

/** The attributes of a node that are text, in their order in the file. */
export function readableOf(node: HtmlNode): readonly ReadableAttribute[] {
  const attributes = isTag(node) ? node.attributes : undefined
  if (!attributes || attributes.size === 0 || !isTag(node)) return []
  const found: ReadableAttribute[] = []
  for (const attribute of attributes.values()) {
    const word = wordFor(node.name, attribute.name, attributes)
    if (word !== undefined && attribute.raw.trim() !== '') found.push({ attribute, word })
  }
  return found.sort((one, other) => one.attribute.at - other.attribute.at)
}

function wordFor(tag: string, name: string, attributes: ReadonlyMap<string, HtmlAttribute>): string | undefined {
  const said = (attribute: string): string => attributes.get(attribute)?.raw ?? ''
  if (tag === 'meta') {
    const named = [said('name'), said('property'), said('itemprop')].find(each => META.test(each))
    return name === 'content' && named !== undefined ? named : undefined
  }
  if (tag === 'link') return undefined
  if (name === 'value') return tag === 'input' ? wordOfValue(said('type').trim()) : undefined
  if (name === 'label') return WITH_LABEL.has(tag) ? 'label' : undefined
  if (SHOWN_BY_SCRIPTS.test(name)) return PREFILLED
  return OF_ALL.get(name)
}

function wordOfValue(type: string): string | undefined {
  if (BUTTONS.test(type)) return 'button'
  return TEXT_FIELDS.test(type) ? PREFILLED : undefined
}
