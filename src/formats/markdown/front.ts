/**
 * Front matter: the lines between the fences at the beginning of a Markdown file. All of it is left out unless a caller asks for
 * it, since programs read it. On request, the texts of its outermost keys are translated.
 */
import { leftOutOfData } from '../content/left-out.ts'
import type { Reason } from '../format.ts'

export interface FrontMatter {
  /** Characters between its fences. */
  readonly start: number
  readonly end: number
  /** Where the document begins. */
  readonly after: number
  readonly yaml: boolean
}

const FRONT_MATTER =
  /^(?:---[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)---|\+\+\+[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)\+\+\+)[ \t]*(?=[\r\n]|$)/
/** Front matter has at least one key. Without one, the fences are two horizontal rules around a paragraph. */
const HAS_KEY = /^[\w.-]+[ \t]*[:=](?:\s|$)/m

/** The YAML or TOML at the beginning of a file; undefined if it has none. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const [all, yaml, toml] = FRONT_MATTER.exec(text) ?? []
  const inside = yaml ?? toml
  if (all === undefined || inside === undefined || !HAS_KEY.test(inside)) return undefined
  const start = all.indexOf(inside, 4)
  return { start, end: start + inside.length, after: all.length, yaml: yaml !== undefined }
}

/** How a text is written in YAML: its quotes, or none; `block`: on lines of its own. */
type Style = 'plain' | 'single' | 'double' | 'block'

/** A value of the front matter; or all of the front matter, if its values cannot be told apart. */
export interface FrontValue {
  readonly start: number
  readonly end: number
  /** Undefined for the whole front matter. */
  readonly key: string | undefined
  readonly text: string
  readonly left_out: Reason
  /** Undefined for a value that is never written. */
  readonly front: FrontPlace | undefined
}

/** What is needed to write a value. `trail`: the line ends after a block, which its text does not have. */
export interface FrontPlace {
  readonly style: Style
  readonly trail: string
}

/** Keys whose values programs use, even if they look like text. */
const FOR_PROGRAMS =
  /^(?:layout|template|type|kind|slug|permalink|url|link|path|id|uid|key|lang|language|locale|date|updated|published|draft|weight|order|position|icon|image|cover|thumbnail|theme|class|color|sidebar|redirect|canonical|version|license|author|email)(?:[-_.]\w+)*$|(?:^|[-_])(?:id|url|slug|path|from|to|date|image|icon|class)$/i
/** Longer than any front matter that a person writes. */
const LONGEST = 100_000

/** The values of its outermost keys in their order; offsets count in the whole text. */
export async function frontValuesOf(text: string, { start, end, yaml }: FrontMatter): Promise<FrontValue[]> {
  const inside = text.slice(start, end)
  const whole = { start, end, key: undefined, text: oneEol(inside), left_out: 'code', front: undefined } as const
  if (!yaml || inside.length > LONGEST) return [whole]
  const { isMap, isNode, isScalar, parseDocument, Scalar } = await import('yaml')
  const document = parseDocument(inside, { logLevel: 'silent' })
  if (document.errors.length > 0 || !isMap(document.contents) || document.contents.flow === true) return [whole]
  const styles = new Map<unknown, Style>([
    [Scalar.PLAIN, 'plain'],
    [Scalar.QUOTE_SINGLE, 'single'],
    [Scalar.QUOTE_DOUBLE, 'double'],
    [Scalar.BLOCK_LITERAL, 'block'],
    [Scalar.BLOCK_FOLDED, 'block'],
  ])
  const values: FrontValue[] = []
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') return [whole]
    const range = isNode(value) ? value.range : undefined
    if (!range) continue
    const place = trimmedPlace(inside, range[0], range[1])
    if (place.start === place.end) continue
    const scalar = isScalar(value) && value.anchor === undefined && value.tag === undefined ? value : undefined
    const style = styles.get(scalar?.type)
    const full = typeof scalar?.value === 'string' && style ? scalar.value : undefined
    // The last line end of a block is kept, even if its translation is written on one line.
    const said = full?.replace(/(?<!\n)\n+$/, '')
    const raw = inside.slice(place.start, place.end)
    values.push({
      start: start + place.start,
      end: start + place.end,
      key: key.value,
      text: said ?? oneEol(raw),
      left_out: said === undefined ? 'code' : reasonOf(key.value, said),
      front: said !== undefined && style ? { style, trail: (full ?? '').slice(said.length) } : undefined,
    })
  }
  return values.length === 0 ? [whole] : values
}

function reasonOf(key: string, text: string): Reason {
  return leftOutOfData(text) ?? (FOR_PROGRAMS.test(key) ? 'identifier' : 'metadata')
}

function oneEol(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The place without white space at its end: a block of lines ends before its last line end. */
function trimmedPlace(text: string, start: number, end: number): { start: number; end: number } {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

/** Text that needs no quotes in YAML. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} ,.()'’/!?–—-]*$/u
const WORD_OF_YAML = /^(?:true|false|yes|no|on|off|null|y|n)$/i
const UNWRITTEN = /[\x7f-\x9f\u2028\u2029\ufeff]/g

/** A translation as the value of its key: on one line, and in the original's quotes if they can hold it. */
export function writeFrontValue(text: string, { style, trail }: FrontPlace): string {
  if (style === 'plain' && PLAIN.test(text) && !/\s$/.test(text) && !WORD_OF_YAML.test(text)) return text
  if (style === 'single' && trail === '' && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(text))
    return `'${text.replaceAll("'", "''")}'`
  const asNumber = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text + trail).replace(UNWRITTEN, asNumber)
}
