/**
 * Texts as a language model gets them: markup becomes `<g1>…</g1>` and `<x2/>`, which models carry over better than the long
 * tags of a file; placeholders stay visible, since they belong to the sentence.
 */
import type { PlaceholderSyntax } from '../format.ts'
import { protect } from './placeholders.ts'
import type { TextRun } from './text-run.ts'

/** A text with short tags, and the way back. */
export interface Coded {
  readonly text: string
  /** The translation in the file's own codes; undefined where it has a tag that the text did not have. */
  decode(translation: string): string | undefined
}

/** A run of a text, its markup numbered: equal markup has one number, so that it may change places. */
export type NumberedRun =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'open' | 'close' | 'alone'; readonly text: string; readonly number: number }

/** The text for a model. What is written in short tags already keeps its own numbers. */
export function encodeCodes(text: string, syntax?: PlaceholderSyntax): Coded {
  const runs = numberMarkup(protect(text, syntax), text)
  const markup = runs.flatMap(run => ('number' in run ? [run] : []))
  if (markup.every(run => SHORT.test(run.text))) return { text, decode: translation => translation }
  const codes = new Map(markup.map(run => [shortTag(run), run.text]))
  return {
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

const SHORT = /^<(?:\/?g\d+|x\d+\/)>$/
const SHORT_TAGS = /<\s?\/?\s?[gx]\d+\s?\/?\s?>/g

function shortTag({ kind, number }: Extract<NumberedRun, { number: number }>): string {
  return kind === 'alone' ? `<x${number}/>` : kind === 'open' ? `<g${number}>` : `</g${number}>`
}

const TAG = /^<(?<end>\/?)(?<name>[A-Za-z0-9][\w:.-]*).*?(?<alone>\/?)>$/s
const MARKUP = /^<(?:[/!]?[A-Za-z0-9]|!)/

/** Numbers the markup of a text; an end tag belongs to the last open tag of its name. Tags without an end stand alone. */
export function numberMarkup(runs: readonly TextRun[], text: string): NumberedRun[] {
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
    return isFillIn(run.text, text) ? run : { kind: 'alone', text: run.text, number: numberOf(run.text) }
  })
}

/** Which run closes which, by their places. */
function endsOf(runs: readonly TextRun[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; at: number }[] = []
  for (const [at, run] of runs.entries()) {
    const tag = run.kind === 'code' ? TAG.exec(run.text)?.groups : undefined
    if (tag?.name === undefined || tag.alone === '/') continue
    if (tag.end === '') open.push({ name: tag.name, at })
    else {
      const from = open.findLastIndex(each => each.name === tag.name)
      if (from === -1) continue
      ends.set(open[from]?.at ?? 0, at)
      open.length = from
    }
  }
  return ends
}

/** Not one of the tags that are written without attributes and without an end. */
const FILL_IN = /^<(?!(?:[abipqsu]|br|h[1-6r]|li|t[dr]|wbr|[gx]\d+)[\s>])\p{L}[\p{L}\p{M}\d\s_.…-]*>$/iu

/**
 * `<file name>` stands for what somebody has to type, and people translate it. No tag is: it is closed in its text, or is one of
 * those that need no end.
 */
export function isFillIn(code: string, text: string): boolean {
  return FILL_IN.test(code) && !text.includes(`</${/[^\s<>]+/.exec(code)?.[0]}>`)
}
