/** Members of one file as they are written in another. */
import type { Node } from 'jsonc-parser'
import { childPointer } from '../content/tree.ts'
import { escapeLike } from './escape.ts'
import { isContainer, isOnLines, type JsonMember, jsonMembersOf, leadOf } from './members.ts'

/** What is copied from, and the manner of the file that it goes to. */
export interface CopiedInto {
  /** The text of the file that members come from. */
  readonly from: string
  /** All that is not ASCII is escaped there. */
  readonly ascii: boolean
  /** Texts are copied with the escapes that they have. */
  readonly as_written: boolean
  readonly eol: string
  /** One step of the indent. */
  readonly unit: string
  readonly colon: string
  /** Whether a text that is in an object or list that is copied goes along, and whether it was asked for. */
  readonly goesAlong: (pointer: string) => boolean
  readonly taken: (pointer: string) => boolean
}

/** A value with what goes along in it. `indent` is that of its line. */
export function copiedJson(copying: CopiedInto, node: Node, pointer: string, indent: string): string {
  const { from, unit, eol } = copying
  const raw = from.slice(node.offset, node.offset + node.length)
  if (!isContainer(node)) return typeof node.value === 'string' ? writtenText(copying, raw, node.value) : raw
  const members = jsonMembersOf(from, node)
  const kept = members.filter(({ key, value }) => goes(copying, value, childPointer(pointer, key)))
  const [open, close] = node.type === 'object' ? ['{', '}'] : ['[', ']']
  if (kept.length === 0) return open + close
  const inner = indent + unit
  const values = (deeper: string) =>
    kept.map(
      member => keyText(copying, member) + copiedJson(copying, member.value, childPointer(pointer, member.key), deeper),
    )
  if (isOnLines(from, members)) {
    const leads = kept.map((member, at) => addedLead(copying, member, inner, at === 0))
    return (
      open +
      values(inner)
        .map((text, at) => (leads[at] ?? '') + text)
        .join(',') +
      eol +
      indent +
      close
    )
  }
  const [one, two] = members
  const first = one === undefined ? '' : from.slice(one.from, one.start)
  const next = two === undefined ? ' ' : from.slice(two.from, two.start)
  const last = from.slice(members.at(-1)?.to ?? 0, node.offset + node.length - 1)
  return open + first + values(indent).join(`,${next}`) + last + close
}

/** Whether a value goes along: one that was asked for, and all in which no other text is. */
function goes(copying: CopiedInto, node: Node, pointer: string): boolean {
  if (!isContainer(node)) return typeof node.value !== 'string' || copying.goesAlong(pointer)
  const inner = jsonMembersOf(copying.from, node).map(({ key, value }) =>
    goes(copying, value, childPointer(pointer, key)),
  )
  return inner.length === 0 || inner.includes(true)
}

/** The key of a member with its colon; nothing in a list. */
export function keyText({ from, colon }: CopiedInto, { start, value }: JsonMember): string {
  const key = /^"(?:[^"\\]|\\.)*"(?=\s*(?:\/\*.*?\*\/)?\s*:)/.exec(from.slice(start, value.offset))?.[0]
  return key === undefined ? '' : key + colon
}

function writtenText({ ascii, as_written }: CopiedInto, raw: string, value: string): string {
  if (ascii) return `"${escapeLike(raw, value, 'us-ascii')}"`
  return as_written ? raw : `"${escapeLike('', value, 'utf-8')}"`
}

/** What stands before a member that is new on a line of its own: its comments, and the blank lines before it unless it is the first. */
export function addedLead({ from, eol }: CopiedInto, member: JsonMember, indent: string, first: boolean): string {
  if (!isOnLines(from, [member])) return eol + indent
  const lines = leadOf(from, member)
    .own.split(/\r?\n/)
    .slice(1, -1)
    .map(line => line.trim())
  const begin = first ? lines.findIndex(line => line !== '') : 0
  const said = begin < 0 ? [] : lines.slice(begin)
  return [...said.map(line => (line === '' ? eol : eol + indent + line)), eol + indent].join('')
}
