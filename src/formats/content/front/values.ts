/**
 * Front matter: the lines between the fences at the beginning of a Markdown file or a page. What site generators show of it (names.ts) is
 * translated like the text below. The rest is left out, since programs read it; on request, the texts of its outermost keys are
 * translated, too.
 */
import type { Node, Pair, Scalar } from 'yaml'
import type { Reason } from '../../format.ts'
import { leftOutOfData, leftOutOfText } from '../left-out.ts'
import { shownAt } from './names.ts'
import { tomlValues } from './toml.ts'

export interface FrontMatter {
  /** Characters between its fences. */
  readonly start: number
  readonly end: number
  /** Where the document begins. */
  readonly after: number
  readonly language: 'yaml' | 'toml' | 'json'
}

const FRONT_MATTER =
  /^(?:---[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)(?:---|\.\.\.)|\+\+\+[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)\+\+\+)[ \t]*(?=[\r\n]|$)/
/** Front matter has at least one key. Without one, the fences are two horizontal rules around a paragraph. */
const HAS_KEY = /^[\w.-]+[ \t]*[:=](?:\s|$)/m

/** JSON has at least one key, too: other braces on the first line are text. */
const HAS_QUOTED_KEY = /^[ \t]*"[^"\r\n]{1,200}"[ \t]*:/m
/** An object of JSON from the first line on, up to a brace at the beginning of a line. */
const JSON_MATTER = /^\{[ \t]*\r?\n[\s\S]*?\r?\n\}(?=[ \t]*(?:[\r\n]|$))/

/** The YAML, TOML or JSON at the beginning of a file; undefined if it has none. In MDX braces are code. */
export function frontMatterOf(text: string, mdx: boolean): FrontMatter | undefined {
  if (text.startsWith('{')) return mdx ? undefined : jsonMatterOf(text)
  const [all, yaml, toml] = FRONT_MATTER.exec(text) ?? []
  const inside = yaml ?? toml
  if (all === undefined || inside === undefined || !HAS_KEY.test(inside)) return undefined
  const start = all.indexOf(inside, 4)
  return { start, end: start + inside.length, after: all.length, language: yaml === undefined ? 'toml' : 'yaml' }
}

function jsonMatterOf(text: string): FrontMatter | undefined {
  const [inside] = JSON_MATTER.exec(text.slice(0, LONGEST)) ?? []
  if (inside === undefined || !HAS_QUOTED_KEY.test(inside)) return undefined
  return { start: 0, end: inside.length, after: inside.length, language: 'json' }
}

/**
 * How a text is written: in the quotes of YAML, or none; `block`: on lines of its own; `flow`: without quotes between brackets or
 * braces; `literal`: in the single quotes of TOML; `lines`: in its three quotes.
 */
export type FrontStyle = 'plain' | 'single' | 'double' | 'block' | 'flow' | 'literal' | 'lines'

/** A value of the front matter; or all of the front matter, if its values cannot be told apart. */
export interface FrontValue {
  readonly start: number
  readonly end: number
  /** The keys, and the numbers of items, that lead to it. None for the whole front matter. */
  readonly path: readonly string[]
  readonly text: string
  /** Undefined for what readers see. */
  readonly left_out: Reason | undefined
  /** Undefined for a value that is never written. */
  readonly front: FrontPlace | undefined
}

/** What is needed to write a value. `trail`: the line ends after a block, which its text does not have. */
export interface FrontPlace {
  readonly style: FrontStyle
  readonly trail: string
  readonly eol?: string
}

/** Keys whose values programs use, even if they look like text. */
const FOR_PROGRAMS =
  /^(?:layout|template|type|kind|slug|permalink|url|link|path|id|uid|key|lang|language|locale|date|updated|published|draft|weight|order|position|icon|image|cover|thumbnail|theme|class|color|sidebar|redirect|canonical|version|license|author|email)(?:[-_.]\w+)*$|(?:^|[-_])(?:id|url|slug|path|from|to|date|image|icon|class)$/i
/** Longer than any front matter that a person writes. */
const LONGEST = 100_000

/** The values of its outermost keys in their order, and those below that readers see; offsets count in the whole text. */
export async function frontValuesOf(text: string, { start, end, language }: FrontMatter): Promise<FrontValue[]> {
  const inside = text.slice(start, end)
  const whole = { start, end, path: [], text: oneEol(inside), left_out: 'code', front: undefined } as const
  const values =
    inside.length > LONGEST || isDeep(inside)
      ? []
      : language === 'toml'
        ? ofToml(inside)
        : await yamlValues(inside, language)
  if (values.length === 0) return [whole]
  return values.map(value => ({ ...value, start: start + value.start, end: start + value.end }))
}

/** Lists in lists on one line, and keys below so many keys. */
const DEEP = /(?:[-?][ \t]{1,9}){50}|^[ \t]{200}[ \t]*[^ \t#'"]/m
const MOST_BRACKETS = 100

/** Nested deeper than anybody writes: what reads YAML would run out of room. */
function isDeep(inside: string): boolean {
  let depth = 0
  for (const [sign] of inside.matchAll(/[[{\]}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1
    if (depth > MOST_BRACKETS) return true
  }
  return DEEP.test(inside)
}

function ofToml(inside: string): FrontValue[] {
  const eol = inside.includes('\r\n') ? '\r\n' : '\n'
  return tomlValues(inside).map(({ start, end, path, text: full, style }) => {
    const text = style === 'lines' ? withoutTrail(full ?? '') : full
    const front = text === undefined ? undefined : { style, trail: (full ?? '').slice(text.length), eol }
    return { start, end, path, text: text ?? inside.slice(start, end), left_out: reasonOf(path, text), front }
  })
}

/** None if they cannot be told apart. JSON is read as YAML, which has all of it. */
async function yamlValues(inside: string, language: 'yaml' | 'json'): Promise<FrontValue[]> {
  const yaml = await import('yaml')
  const document = yaml.parseDocument(inside, { logLevel: 'silent' })
  const { contents } = document
  if (document.errors.length > 0 || !yaml.isMap(contents) || (contents.flow === true) !== (language === 'json'))
    return []
  const styles = new Map<unknown, FrontStyle>([
    [yaml.Scalar.PLAIN, 'plain'],
    [yaml.Scalar.QUOTE_SINGLE, 'single'],
    [yaml.Scalar.QUOTE_DOUBLE, 'double'],
    [yaml.Scalar.BLOCK_LITERAL, 'block'],
    [yaml.Scalar.BLOCK_FOLDED, 'block'],
  ])
  const values: FrontValue[] = []
  /** False where a key is no text: then nothing can be told by its name. */
  const addAll = (items: readonly Pair[], above: readonly string[], inFlow: boolean): boolean =>
    items.every(({ key, value }) => {
      if (!yaml.isScalar(key) || typeof key.value !== 'string') return false
      if (yaml.isNode(value)) add(value, [...above, key.value], inFlow)
      return true
    })
  const add = (node: Node, path: readonly string[], inFlow: boolean): void => {
    const known = values.length
    const opens = yaml.isCollection(node) && node.anchor === undefined && shownAt(path) !== undefined
    if (opens && yaml.isMap(node) && addAll(node.items, path, inFlow || node.flow === true)) return
    values.length = known
    if (opens && yaml.isSeq(node) && node.items.every(item => yaml.isNode(item))) {
      for (const [at, item] of node.items.entries()) {
        if (yaml.isNode(item)) add(item, [...path, String(at)], inFlow || node.flow === true)
      }
      return
    }
    const scalar = yaml.isScalar(node) && node.anchor === undefined && node.tag === undefined ? node : undefined
    const style = styles.get(scalar?.type)
    const value =
      node.range && frontValueOf(inside, node.range, path, scalar, style === 'plain' && inFlow ? 'flow' : style)
    if (value) values.push(value)
  }
  return addAll(contents.items, [], false) ? values : []
}

function frontValueOf(
  inside: string,
  [from, to]: readonly [number, number, number],
  path: readonly string[],
  scalar: Scalar | undefined,
  style: FrontStyle | undefined,
): FrontValue | undefined {
  const place = trimmedPlace(inside, from, to)
  if (place.start === place.end) return undefined
  const full = typeof scalar?.value === 'string' && style ? scalar.value : undefined
  // The last line end of a block is kept, even if its translation is written on one line.
  const said = full === undefined ? undefined : withoutTrail(full)
  return {
    ...place,
    path,
    text: said ?? oneEol(inside.slice(place.start, place.end)),
    left_out: reasonOf(path, said),
    front: said !== undefined && style ? { style, trail: (full ?? '').slice(said.length) } : undefined,
  }
}

function withoutTrail(text: string): string {
  return text.replace(/(?<!\n)\n+$/, '')
}

function reasonOf(path: readonly string[], text: string | undefined): Reason | undefined {
  if (text === undefined) return 'code'
  if (shownAt(path) === 'shown') return leftOutOfText(text)
  return leftOutOfData(text) ?? (FOR_PROGRAMS.test(path.at(-1) ?? '') ? 'identifier' : 'metadata')
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
export function writeFrontValue(text: string, { style, trail, eol = '\n' }: FrontPlace): string {
  if (style === 'plain' && PLAIN.test(text) && !/\s$/.test(text) && !WORD_OF_YAML.test(text)) return text
  if (style === 'single' && trail === '' && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(text))
    return `'${text.replaceAll("'", "''")}'`
  if (style === 'literal' && !/['\p{Cc}\u2028\u2029\ufeff]/u.test(text)) return `'${text}'`
  const asNumber = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  if (style === 'lines') {
    const escaped = (text + trail).replaceAll('\\', '\\\\').replace(/(?<="")"|"$/g, '\\"')
    const lines = escaped
      .replace(/[^\P{Cc}\t\n]/gu, asNumber)
      .replace(UNWRITTEN, asNumber)
      .replaceAll('\n', eol)
    return `"""${eol}${lines}"""`
  }
  return JSON.stringify(text + trail).replace(UNWRITTEN, asNumber)
}
