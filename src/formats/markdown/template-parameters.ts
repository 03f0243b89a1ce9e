/**
 * What readers see of the parameters of a template tag: `{{< figure src="a.png" alt="A cat" >}}`. Names are those of Hugo's shortcodes, of
 * its themes, and of Jekyll's includes.
 */
import type { Code, Node } from './node.ts'

/** Where the value of a parameter is, without its quotes. */
export interface TextParameter {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly quote: string
  /** It may be text by its name, but is none by what it says. */
  readonly for_programs: boolean
}

const TAG = /\{\{[<%]-?[ \t\r\n]*(?!\/)([\w./-]{1,60})|\{%-?[ \t\r\n]*(\w{1,60})/g
/** The same tag at the beginning of a text. */
const ONE_TAG = new RegExp(`^(?:${TAG.source})`)
const ENDS: Readonly<Record<string, string>> = { '{{<': '>}}', '{{%': '%}}', '{%': '%}' }
/** Their parameters are code: they say what a program does, or what a file is called. */
const FOR_PROGRAMS =
  /^(?:assign|if|unless|els?if|for|case|when|capture|set|code.*|highlight|include-code|readfile|ref|relref|param|link|post_url|raw|comment|script|css|js)$/i
const PARAMETER = /[\s"']([\w-]{1,60})=(?:"([^"\\\r\n{}]+)"|'([^'\\\r\n{}]+)')/g
const SHOWN = /^(?:alt|caption|title|subtitle|summary|description|header|label|placeholder)$/
/** They are text where they hold words with blanks between: else they may be names for programs. */
const SENTENCES =
  /^(?:content|text|body|message|note|quote|question|answer|excerpt|tooltip|heading|tagline|details|intro)$/
const WORDS = /\p{L}\s+\S*\p{L}/u
/** What names a file, or holds markup or code. */
const FOR_MACHINES = /[<>=;|]|^[./]|:\/\/|\.\w{2,4}$/

/** A template tag is never longer. */
const LONGEST = 4000

/** The parameters that hold text, of tags that are shown to the parser as blank lines. */
export function textParametersIn(text: string, shown: string): TextParameter[] {
  if (!text.includes('{{') && !text.includes('{%')) return []
  const found: TextParameter[] = []
  for (const tag of text.matchAll(TAG)) {
    const { index } = tag
    const [begin, hugo, liquid] = tag
    const close = ENDS[begin.slice(0, begin.startsWith('{{') ? 3 : 2)] ?? ''
    const end = text.slice(index, index + LONGEST).indexOf(close)
    const isBlank = end >= 0 && shown.slice(index, index + end).trim() === ''
    if (!isBlank || FOR_PROGRAMS.test(hugo ?? liquid ?? '')) continue
    found.push(...parametersIn(text.slice(index, index + end), index))
  }
  return found
}

/** The parameters of one tag that hold text. `base`: where the tag begins. */
function parametersIn(tag: string, base: number): TextParameter[] {
  return Array.from(tag.matchAll(PARAMETER)).flatMap(parameter => {
    const [all, name = '', double, single] = parameter
    const value = double ?? single ?? ''
    const end = base + parameter.index + all.length - 1
    const isSure = SHOWN.test(name)
    if (value.trim() !== value || !(isSure || SENTENCES.test(name))) return []
    const for_programs = !isSure && (!WORDS.test(value) || FOR_MACHINES.test(value))
    return [{ name, start: end - value.length, end, quote: all.at(-1) ?? '"', for_programs }]
  })
}

/** The nodes, with each template tag in a sentence that has such a parameter as markup around the text of its first. */
export function withParameters(src: string, nodes: readonly Node[]): Node[] {
  return nodes.map(node => {
    if (node.kind !== 'code' || !/^\{(?:\{[<%]|%)/.test(src.slice(node.start, node.start + 3))) return node
    const tag = src.slice(node.start, node.end)
    const [, hugo, liquid] = tag.match(ONE_TAG) ?? []
    const name = hugo ?? liquid
    const its = name === undefined || FOR_PROGRAMS.test(name) ? [] : parametersIn(tag, node.start)
    const first = its.find(parameter => SHOWN.test(parameter.name))
    if (!first) return node
    const { start, end } = first
    const children = [{ kind: 'text', start, end, text: src.slice(start, end), as: 'decoded' }] as const
    const { start: from, end: to } = node
    return { kind: 'group', what: 'attribute', start: from, end: to, inner_start: start, inner_end: end, children }
  })
}

/** A template tag without the values that readers see: what a translation must leave as it is. */
export function withoutTexts(tag: string): string {
  return tag.replace(PARAMETER, (found, name: string) =>
    SHOWN.test(name) || SENTENCES.test(name) ? found.replace(/(["'])[^"']*\1$/, '$1$1') : found,
  )
}

/** Code in the text of a parameter. */
const CODE = /`[^`]+`/g

/** The text of a parameter, with the code in it as tags. */
export function readParameter(value: string): { readonly text: string; readonly codes: readonly Code[] } {
  const found = [...new Set(value.match(CODE) ?? [])].sort()
  const codes = found.map((open, at) => ({ tag: `x${at + 1}`, open }))
  return { text: value.replace(CODE, open => `<x${found.indexOf(open) + 1}/>`), codes }
}

/** A translation as the value of a parameter; undefined where its quotes cannot hold it, or its code is not that of the source. */
export function writeParameter(translation: string, quote: string, codes: readonly Code[] = []): string | undefined {
  const opens = new Map(codes.map(({ tag, open }) => [`<${tag}/>`, open]))
  const text = translation.replace(/<x\d+\/>/g, tag => opens.get(tag) ?? tag)
  if (![...opens.keys()].every(tag => translation.includes(tag))) return undefined
  return text.includes(quote) || /[\\\r\n{}]|[%>]\}/.test(text) || text.trim() !== text ? undefined : text
}
