/**
 * What site generators put into a line of Markdown that is no text: template tags, attributes, comments, mathematics. They may hold
 * any sign, so they are found before Markdown is read, and never inside code.
 */

/** A place in a text; offsets in characters. */
export interface TagSpan {
  readonly start: number
  readonly end: number
  /** `block`: alone on its line it stands there for itself, between paragraphs. `inline`: it may be a word of a sentence. */
  readonly as: 'block' | 'inline'
}

interface Rule {
  /** How it begins. Of two that fit, the first in the table is meant. */
  readonly open: string
  /** How it ends: the next place of a string; or all of it as a pattern, tried where it begins. */
  readonly close: string | RegExp
  readonly as: TagSpan['as']
  /** MDX reads braces as code itself. */
  readonly mdx?: true
}

/**
 * Mathematics between dollar signs has at least a command, an index in braces or a power, begins with a name in a relation, or is one
 * letter or a function of letters: prices have none. A command is sure enough for a blank at the end.
 */
const DOLLARS =
  /\$(?![\s$])(?:(?=[^$`\n]*(?:\\[A-Za-z]|[\^]|_\{|_[A-Za-z\d](?![A-Za-z\d]))|[A-Za-z](?:\([\w, ]{1,20}\))?\$|[A-Za-z]{1,3}(?:\([\w, ]{1,20}\))?\s?[=<>])[^$`\n]*[^$`\s\\]|(?=[^$`\n]*\\[A-Za-z])[^$`\n]*[^$`\s\\] )\$(?![\w$])/y
/** Between two dollar signs each, too. */
const DISPLAYED = /\$\$(?!\$)(?=[^$`\n]*[\\^_=<>+]|[A-Za-z]\$)[^$`\n]+\$\$(?!\$)/y
/** Attributes: `{#id}`, `{.class}`, `{ .class #id }`, `{width=50%}`, `{: .class}`. */
const ATTRIBUTES = /\{(?::[^{}\n]*|[ \t]*(?:[#.][\p{L}_]|[A-Za-z][\w-]*=(?=["'\w]))[^{}\n]*)\}/uy
/** The anchor of a heading, as MDX files have it too. */
const ANCHOR = /\{#[^\s{}]+\}(?=[ \t]*(?:[\r\n]|$))/y
const MATHS = /\\?\\\((?=[^`\n]*?[\\^_])[^`\n]{1,500}?\\?\\\)/y
/** The anchor of a heading in brackets. */
const BRACKET_ANCHOR = /\[#[\p{L}\p{N}_-]+\](?=[ \t]*(?:[\r\n]|$))(?<=(?:^|[\r\n])[ \t>]*#{1,6}[ \t][^\r\n]*)/uy

/** Keys as MkDocs shows them: `++ctrl+c++`, `++enter++`. One word alone is a key only if there is one of that name. */
const KEY = '(?:[a-z0-9][a-z0-9_-]{0,30}|"[^"\\n]{1,40}")'
const KEYS = new RegExp(
  `(?<![\\w+])\\+\\+(?:${KEY}(?:\\+${KEY})+|(?:ctrl|control|shift|alt|cmd|command|option|windows?|win|meta|super|fn|enter|return|esc(?:ape)?|tab|space|backspace|del(?:ete)?|ins(?:ert)?|home|end|up|down|left|right|(?:arrow|page|num|caps|print|scroll)-[a-z0-9-]{1,20}|f\\d{1,2}|[a-z0-9]))\\+\\+(?![\\w+])`,
  'y',
)
/**
 * Pictures by their names: `:smile:`, `:material-home:`. A letter may stand on one side, as an ending does, and on both in scripts that
 * write no blanks. What follows of an address is none.
 */
const NAME = ':(?:[a-z][a-z0-9_+-]{1,60}|[+-]1|100|1234):(?!//)'
const LETTER =
  '(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー])[\\p{L}\\p{M}\\p{N}]'
const PICTURE = new RegExp(`(?<![/\\p{N}]|::)(?:(?<!${LETTER})${NAME}(?!\\p{N})|${NAME}(?!${LETTER}))`, 'uy')

const RULES: readonly Rule[] = [
  { open: '{{<', close: '>}}', as: 'block' },
  { open: '{{%', close: '%}}', as: 'block' },
  { open: '{{{', close: '}}}', as: 'inline' },
  { open: '{{', close: '}}', as: 'inline' },
  { open: '{%', close: '%}', as: 'block' },
  { open: '<%', close: '%>', as: 'inline' },
  { open: '{\x2f*', close: '*/}', as: 'block' },
  { open: '{#', close: ANCHOR, as: 'block', mdx: true },
  { open: '{', close: ATTRIBUTES, as: 'block' },
  { open: '$$', close: DISPLAYED, as: 'inline' },
  { open: '$', close: DOLLARS, as: 'inline' },
  { open: '\\(', close: MATHS, as: 'inline' },
  { open: '\\\\(', close: MATHS, as: 'inline' },
  { open: '[#', close: BRACKET_ANCHOR, as: 'block', mdx: true },
  { open: '<!--', close: '-->', as: 'block', mdx: true },
  { open: '++', close: KEYS, as: 'inline' },
  { open: ':', close: PICTURE, as: 'inline', mdx: true },
]

/** A template tag is never longer. */
const LONGEST = 4000
const MAY_BEGIN = /[`{$\\[<:]|\+\+/g

/** The spans between two places without a blank line, in their order. */
export function spansOf(text: string, from: number, to: number, mdx: boolean): TagSpan[] {
  const spans: TagSpan[] = []
  const piece = text.slice(from, to)
  const rules = RULES.filter(rule => !mdx || rule.mdx)
  /** The next place of each end that was looked for; -1 where there is no more of it. */
  const ends = new Map<string, number>()
  const ticks = closingTicks(piece)
  for (let at = next(piece, 0); at >= 0; ) {
    const code = piece[at] === '`' ? ticks(at) : undefined
    const found = code === undefined ? ruleAt(piece, at, rules, ends) : undefined
    if (found) spans.push({ start: from + at, end: from + found.end, as: found.as })
    at = next(piece, code ?? found?.end ?? (piece[at] === '\\' ? at + 2 : at + 1))
  }
  return spans
}

function next(piece: string, at: number): number {
  MAY_BEGIN.lastIndex = at
  return MAY_BEGIN.exec(piece)?.index ?? -1
}

function ruleAt(
  piece: string,
  at: number,
  rules: readonly Rule[],
  ends: Map<string, number>,
): { end: number; as: TagSpan['as'] } | undefined {
  // HTML has its own comments; only MDX does not read them.
  for (const { open, close, as } of rules) {
    if (!piece.startsWith(open, at) || (open === '<!--' && rules.length === RULES.length)) continue
    if (typeof close !== 'string') {
      close.lastIndex = at
      if (close.test(piece)) return { end: close.lastIndex, as }
      continue
    }
    const known = ends.get(close) ?? 0
    const end = known < 0 || known >= at + open.length ? known : piece.indexOf(close, at + open.length)
    ends.set(close, end)
    if (end >= 0 && end - at <= LONGEST) return { end: end + close.length, as }
  }
  return undefined
}

/** For the place of a backtick: where its code ends; or, if nothing closes it, where the run of backticks does. */
function closingTicks(piece: string): (at: number) => number {
  let runs: Map<number, number[]> | undefined
  return at => {
    runs ??= ticksByLength(piece)
    let end = at
    while (piece[end] === '`') end += 1
    const places = runs.get(end - at) ?? []
    while (places.length > 0 && (places.at(-1) ?? 0) < end) places.pop()
    return places.length > 0 ? (places.at(-1) ?? 0) + end - at : end
  }
}

/** The places of all runs of backticks by their length, the last first. */
function ticksByLength(piece: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of [...piece.matchAll(/`+/g)].reverse()) {
    const places = runs.get(run.length)
    if (places) places.push(index)
    else runs.set(run.length, [index])
  }
  return runs
}
