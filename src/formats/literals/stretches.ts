/** The members of an array or object with all that belongs to each, so that one can be taken out or put in. */
import type { LiteralHolder, LiteralMember } from './literal.ts'

/** The stretches of the members of a holder lie one behind the other. */
export interface MemberStretch {
  readonly member: LiteralMember
  /** What is its own: comments before it, the member, its comma, and what follows in the line of the comma. */
  readonly from: number
  readonly to: number
  /** Where its comma is; -1 where it has none. */
  readonly comma: number
}

/** A blank, a line end, a comment, a comma, or one sign of code. */
const TOKEN = /[^\S\r\n]+|\r\n|\n|\r|\/\/[^\r\n]*|#[^\r\n]*|\/\*[\s\S]*?\*\/|[\s\S]/y
const LINE_END = /^[\r\n]/
const BLANK = /^[^\S\r\n]+$/
const COMMENT = /^(?:\/\/|#|\/\*)/

interface Token {
  readonly at: number
  readonly said: string
}

function* tokensIn(text: string, from: number, to: number): Generator<Token> {
  for (let at = from; at < to; ) {
    TOKEN.lastIndex = at
    const said = TOKEN.exec(text)?.[0] ?? ''
    yield { at, said }
    at += said.length
  }
}

/** The members of a holder, in order. */
export function stretchesOf(text: string, { members, open, close }: LiteralHolder): readonly MemberStretch[] {
  const starts = members.map(({ start }) => start)
  let from = behindLine(text, open, starts[0] ?? close, false)
  return members.map((member, at) => {
    const next = starts[at + 1] ?? close
    const comma = commaIn(text, member.end, next)
    const behind = comma < 0 ? member.end : comma + 1
    const to = Math.max(behind, endOfLine(text, behind, next))
    const own = Math.max(from, behindCode(text, from, member.start))
    from = to
    return { member, from: own, to, comma }
  })
}

function commaIn(text: string, from: number, to: number): number {
  for (const { at, said } of tokensIn(text, from, to)) if (said === ',') return at
  return -1
}

/** The end of the line, where nothing but blanks and comments is before it; else where it began. */
function endOfLine(text: string, from: number, to: number): number {
  for (const { at, said } of tokensIn(text, from, to)) {
    if (LINE_END.test(said)) return at
    if (!BLANK.test(said) && !COMMENT.test(said)) return from
  }
  return from
}

/** What stands in the line of a bracket belongs to that. */
function behindLine(text: string, from: number, to: number, isNeeded: boolean): number {
  for (const { at, said } of tokensIn(text, from, to)) if (LINE_END.test(said)) return at
  return isNeeded ? to : from
}

/** Statements may have others between them, which belong to none. */
function behindCode(text: string, from: number, to: number): number {
  let behind = from
  for (const { at, said } of tokensIn(text, from, to)) {
    if (LINE_END.test(said) || BLANK.test(said) || COMMENT.test(said)) continue
    behind = behindLine(text, at + said.length, to, true)
  }
  return behind
}

/** What stands before a member in its stretch: a comment with a blank line below it belongs to no member. */
export function leadIn(
  text: string,
  { from, member }: MemberStretch,
): { readonly loose: string; readonly own: string } {
  const lead = text.slice(from, member.start)
  const blank = [...lead.matchAll(BLANK_LINE)].at(-1)?.index ?? 0
  return lead.slice(0, blank).trim() === ''
    ? { loose: '', own: lead }
    : { loose: lead.slice(0, blank), own: lead.slice(blank) }
}

const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))(?=[ \t]*(?:\r\n|\n|\r))/g

/** Whether members stand in lines of their own. */
export function areOnLines(text: string, stretches: readonly MemberStretch[]): boolean {
  return stretches.some(({ from, member }) => /[\r\n]/.test(text.slice(from, member.start)))
}

/** The white space that the line of a place begins with. */
export function indentOfLine(text: string, at: number): string {
  let from = at
  while (from > 0 && text[from - 1] !== '\n' && text[from - 1] !== '\r') from -= 1
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? ''
}

const LONGEST_NOTE = 1000

/** What the comments say that are a member's own: above it, between its key and its text, and behind it in its line. */
export function noteOf(text: string, stretch: MemberStretch): string | undefined {
  const { member, from, to } = stretch
  const { loose } = leadIn(text, stretch)
  const inside = member.value.kind === 'text' ? commentsIn(text, member.key_end, member.value.from) : []
  const said = [...commentsIn(text, from + loose.length, member.start), ...inside, ...commentsIn(text, member.end, to)]
  const note = said
    .flatMap(comment => comment.split(/\r\n|\n|\r/).map(plain))
    .filter(line => line !== '')
    .join('\n')
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}

function commentsIn(text: string, from: number, to: number): string[] {
  const comments: string[] = []
  for (const { said } of tokensIn(text, from, to)) if (COMMENT.test(said)) comments.push(said)
  return comments
}

/** A line of a comment without its signs, and without what is drawn. */
function plain(line: string): string {
  const open = line.trim().replace(/^(?:\/\/+|#+|\/\*+|\*+(?!\/)|\|)/, '')
  const said = (open.endsWith('*/') ? open.slice(0, -2) : open).trim()
  return /[\p{L}\p{N}]/u.test(said) ? said : ''
}
