/** Members of one file as they are written in another. */
import type { KeyedSyntax, WrittenAs } from '../keyed/index.ts'
import type { LiteralMember, LiteralText, LiteralValue } from './literal.ts'
import { areOnLines, indentOfLine, leadIn, type MemberStretch, stretchesOf } from './stretches.ts'

/** What is copied from, and the manner of the file that it goes to. */
export interface LiteralCopying {
  /** The text of the file that members come from, and the paths of its texts. */
  readonly from: string
  readonly pathsFrom: ReadonlyMap<object, string>
  readonly as: Omit<WrittenAs, 'raw' | 'manner'>
  /** Both files write letters alike, so that texts keep their escapes. */
  readonly isAlike: boolean
  /** One step of the indent. */
  readonly step: string
  readonly write: KeyedSyntax['write']
  readonly take: ReadonlySet<string>
  /** The texts that are not translated: they go along with what they are in. */
  readonly left_out: ReadonlySet<string>
}

/** A member, with its key and all else that is around its value. */
export function copiedMember(copying: LiteralCopying, { start, end, value }: LiteralMember, indent: string): string {
  const { from } = copying
  return (
    lineEnds(copying, from.slice(start, value.from)) + literalCopied(copying, value, indent) + from.slice(value.to, end)
  )
}

/** A value with what goes along in it. `indent` is that of its line. */
export function literalCopied(copying: LiteralCopying, value: LiteralValue, indent: string): string {
  const { from, as, step } = copying
  if (value.kind === 'text') return copiedText(copying, value)
  if (value.kind === 'code') return lineEnds(copying, from.slice(value.from, value.to))
  const all = stretchesOf(from, value)
  const kept = all.filter(({ member }) => goes(copying, member.value))
  const [open, close] = [from.slice(value.from, value.open), from.slice(value.close, value.to)]
  if (kept.length === 0) return open + close
  const trailing = (all.at(-1)?.comma ?? -1) >= 0 ? ',' : ''
  if (areOnLines(from, all)) {
    const inner = indent + step
    const lines = kept.map((stretch, at) => {
      const comma = at < kept.length - 1 ? ',' : trailing
      const member = copiedMember(copying, stretch.member, inner)
      const behind = comma === '' ? '' : commaAdded(copying, stretch)
      return leadAdded(copying, stretch, inner, at === 0) + member + behind + tailAdded(copying, stretch)
    })
    return `${open}${lines.join('')}${as.eol}${indent}${close}`
  }
  const [one, two] = all
  const first = one === undefined ? '' : from.slice(one.from, one.member.start)
  const next = two === undefined ? ' ' : from.slice(two.from, two.member.start)
  const last = from.slice(all.at(-1)?.to ?? value.close, value.close)
  const members = kept.map(({ member }) => copiedMember(copying, member, indent))
  return `${open}${first}${members.join(`,${next}`)}${trailing}${last}${close}`
}

/** Whether a value goes along: one that was asked for, one that is not translated, a plain number; code may need what the other file lacks. */
function goes(copying: LiteralCopying, value: LiteralValue): boolean {
  const path = copying.pathsFrom.get(value) ?? ''
  if (value.kind === 'code') return value.plain || copying.take.has(path)
  if (value.kind === 'text') return copying.take.has(path) || copying.left_out.has(path)
  const inner = value.members.map(member => goes(copying, member.value))
  return inner.length === 0 || inner.includes(true)
}

function copiedText(copying: LiteralCopying, { from, to, start, end, text, quote }: LiteralText): string {
  const raw = lineEnds(copying, copying.from.slice(start, end))
  const written = copying.isAlike ? undefined : copying.write(text, { ...copying.as, raw, manner: quote })
  const [open, close] = [copying.from.slice(from, start), copying.from.slice(end, to)]
  return lineEnds(copying, open) + (written ?? raw) + lineEnds(copying, close)
}

function lineEnds({ as }: LiteralCopying, text: string): string {
  return text.replace(/\r\n|\n|\r/g, as.eol)
}

/** What stands before a member that is new in a line of its own: its comments, and the blank lines before it unless it is the first. */
export function leadAdded(
  { from, as }: LiteralCopying,
  stretch: MemberStretch,
  indent: string,
  first: boolean,
): string {
  const { eol } = as
  if (!areOnLines(from, [stretch])) return eol + indent
  const before = indentOfLine(from, stretch.member.start)
  const lines = leadIn(from, stretch)
    .own.split(/\r\n|\n|\r/)
    .slice(1, -1)
    .map(line => (line.startsWith(before) ? line.slice(before.length) : line).trimEnd())
  const begin = first ? lines.findIndex(line => line !== '') : 0
  const said = begin < 0 ? [] : lines.slice(begin)
  const written = said.map(line => (line === '' ? eol : eol + indent + line))
  return [...written, eol + indent].join('')
}

/** The comma of a member. Older versions of PHP want a line end behind the word that closes a text of lines, and the comma below it. */
export function commaAdded(copying: LiteralCopying, { member, comma }: MemberStretch): string {
  const before = copying.from.slice(member.end, Math.max(member.end, comma))
  return /^[\r\n]\s*$/.test(before) ? `${lineEnds(copying, before)},` : ','
}

/** The comment behind a member in its line. */
export function tailAdded({ from }: LiteralCopying, { member, comma, to }: MemberStretch): string {
  return from.slice(comma < 0 ? member.end : comma + 1, to).trimEnd()
}
