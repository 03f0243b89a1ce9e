/**
 * Texts as a language model gets them. Markup becomes `<g1>…</g1>` and `<x2/>`, because models carry short tags over better than
 * the long tags of a file. Placeholders stay as they are, because they belong to the sentence.
 */
import type { PlaceholderSyntax } from '../format.ts'
import { protect } from './placeholders.ts'
import type { TextRun } from './text-run.ts'

/** A text with short tags, and the function that turns a translation of it back. */
export interface Coded {
  readonly text: string
  /** The markup of the file that each tag stands for, by its name: `x1` → `<br/>`. Start tags stand for their pair. */
  readonly tags: ReadonlyMap<string, string>
  /** The translation with the codes of the file; undefined where the translation has a tag that `text` has not. */
  decode(translation: string): string | undefined
}

/** A run of a text. Markup has a number, and equal markup has the same number: a translation may swap its places. */
export type NumberedRun =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'open' | 'close' | 'alone'; readonly text: string; readonly number: number }

/** The text for a model. Its tags are numbered as they are read, also those of a text that had short tags before. */
export function encodeCodes(text: string, syntax?: PlaceholderSyntax): Coded {
  const runs = numberMarkup(protect(text, syntax), endTagsIn(text))
  const markup = runs.flatMap(run => ('number' in run ? [run] : []))
  const tags = new Map(markup.flatMap(run => (run.kind === 'close' ? [] : [[nameOf(run), run.text] as const])))
  if (markup.every(run => shortTag(run) === run.text)) return { text, tags, decode: translation => translation }
  const codes = new Map(markup.map(run => [shortTag(run), run.text]))
  return {
    tags,
    text: runs.map(run => ('number' in run ? shortTag(run) : run.text)).join(''),
    decode(translation) {
      let known = true
      const decoded = translation.replace(SHORT_TAGS, tag => {
        const code = codes.get(tag.replace(/\s/g, ''))
        known &&= code !== undefined
        return code ?? ''
      })
      return known ? decoded : undefined
    },
  }
}

/** A translation, as the file has it, with the short tags of its source. Markup that the source has not stays as it is. */
export function encodeLike(source: string, translation: string, syntax?: PlaceholderSyntax): string {
  const ofSource = markupIn(source, syntax)
  if (ofSource.every(run => shortTag(run) === run.text)) return translation
  const numbers = new Map([...keysOf(ofSource)].map(([number, key]) => [key, number]))
  const runs = numberMarkup(protect(translation, syntax), endTagsIn(translation))
  const keys = keysOf(runs.flatMap(run => ('number' in run ? [run] : [])))
  const shown = runs.map(run => {
    const number = 'number' in run ? numbers.get(keys.get(run.number) ?? '') : undefined
    return 'number' in run && number !== undefined ? shortTag({ ...run, number }) : run.text
  })
  return shown.join('')
}

type Markup = Extract<NumberedRun, { number: number }>

function nameOf({ kind, number }: Markup): string {
  return `${kind === 'alone' ? 'x' : 'g'}${number}`
}

function markupIn(text: string, syntax: PlaceholderSyntax | undefined): Markup[] {
  return numberMarkup(protect(text, syntax), endTagsIn(text)).flatMap(run => ('number' in run ? [run] : []))
}

/** The markup behind each number: the tag, or the start tag and its end tag. */
function keysOf(markup: readonly Markup[]): Map<number, string> {
  const keys = new Map<number, string>()
  for (const { number, kind, text } of markup) {
    const before = keys.get(number)
    if (before === undefined) keys.set(number, `${kind === 'alone' ? kind : 'pair'} ${text}`)
    else if (kind === 'close' && !before.endsWith(`\0${text}`)) keys.set(number, `${before}\0${text}`)
  }
  return keys
}

const SHORT_TAGS = /<\s?\/?\s?[gx]\d+\s?\/?\s?>/g

function shortTag({ kind, number }: Markup): string {
  return kind === 'alone' ? `<x${number}/>` : kind === 'open' ? `<g${number}>` : `</g${number}>`
}

const TAG = /^<(?<end>\/?)(?<name>[A-Za-z0-9][\w:.-]*).*?(?<alone>\/?)>$/s
const MARKUP = /^<(?:[/!]?[A-Za-z0-9]|!)/

/**
 * Numbers the markup of a text, or of a piece of it. An end tag closes the last open tag of the same name. All other tags are `alone`,
 * except fill-ins. `endTags` are those of the whole text.
 */
export function numberMarkup(runs: readonly TextRun[], endTags: ReadonlySet<string>): NumberedRun[] {
  const ends = endsOf(runs)
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }
  const opened = new Map([...ends].map(([open, close]) => [close, runs[open]?.text ?? '']))
  return runs.map((run, at): NumberedRun => {
    if (run.kind === 'text' || !MARKUP.test(run.text)) return run
    const closes = opened.get(at)
    if (closes !== undefined) return { kind: 'close', text: run.text, number: numberOf(`${closes}\0${run.text}`) }
    const close = runs[ends.get(at) ?? -1]
    if (close !== undefined) return { kind: 'open', text: run.text, number: numberOf(`${run.text}\0${close.text}`) }
    return isFillIn(run.text, endTags) ? run : { kind: 'alone', text: run.text, number: numberOf(run.text) }
  })
}

/** The index of the end tag by the index of its start tag. */
function endsOf(runs: readonly TextRun[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; at: number }[] = []
  const waiting = new Map<string, number>()
  const count = (name: string, more: number) => waiting.set(name, (waiting.get(name) ?? 0) + more)
  for (const [at, run] of runs.entries()) {
    const { name, alone, end } = (run.kind === 'code' && TAG.exec(run.text)?.groups) || {}
    if (name === undefined || alone === '/') continue
    if (end === '') {
      open.push({ name, at })
      count(name, 1)
      continue
    }
    // An end tag without its start tag would look through all that are open.
    if ((waiting.get(name) ?? 0) === 0) continue
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      count(last.name, -1)
      if (last.name !== name) continue
      ends.set(last.at, at)
      break
    }
  }
  return ends
}

/** Words in angle brackets, except the tags that are often written without attributes and without an end tag. */
const FILL_IN = /^<(?!(?:[abipqsu]|br|h[1-6r]|li|t[dr]|wbr|[gx]\d+)[\s>])\p{L}[\p{L}\p{M}\d\s_.…-]*>$/iu

/**
 * True for words in angle brackets that stand for what a reader has to type, such as `<file name>`: translators translate them.
 * False for a tag: the text has its end tag (`endTagsIn`), or `FILL_IN` excepts it.
 */
export function isFillIn(code: string, endTags: ReadonlySet<string>): boolean {
  return FILL_IN.test(code) && !endTags.has(`</${/[^\s<>]+/.exec(code)?.[0]}>`)
}

/** The end tags that a text has, for `isFillIn`. */
export function endTagsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/<\/[^\s<>]+>/g))
}
