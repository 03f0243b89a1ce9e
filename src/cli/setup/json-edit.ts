import { applyEdits, createScanner, type Edit, type Node } from 'jsonc-parser'

/** How a file is laid out. */
export interface JsonLayout {
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
}

/** The layout of a JSON text, as its lines show it. */
export function jsonLayoutOf(text: string, root: Node): JsonLayout {
  const [first] = root.children ?? []
  const own = first === undefined ? undefined : indentBefore(text, first.offset)
  return { eol: /\r?\n/.exec(text)?.[0] ?? '\n', unit: own || '  ' }
}

/** A value as JSON: objects over lines, lists on one. */
export function jsonOver(value: unknown, { eol, unit }: JsonLayout, indent = ''): string {
  if (Array.isArray(value)) return `[${value.map(item => jsonOver(item, { eol, unit }, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent + unit
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${jsonOver(member, { eol, unit }, inner)}`,
  )
  return members.length === 0 ? '{}' : `{${eol}${members.join(`,${eol}`)}${eol}${indent}}`
}

/** The same on one line. */
function jsonInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonInline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${jsonInline(member)}`)
    .join(', ')}}`
}

/** The text with a member at the end of an object, in the manner of the lines around it. */
export function withMember(text: string, object: Node, key: string, value: unknown, layout: JsonLayout): string {
  const last = object.children?.at(-1)
  const edits =
    last === undefined
      ? firstMember(text, object, key, value, layout)
      : laterMember(text, object, last, key, value, layout)
  return applyEdits(text, edits)
}

function firstMember(text: string, object: Node, key: string, value: unknown, layout: JsonLayout): Edit[] {
  const { eol, unit } = layout
  const [open, close] = [object.offset + 1, object.offset + object.length - 1]
  const outer = lineIndent(text, object.offset)
  const member = `${eol}${outer}${unit}${JSON.stringify(key)}: ${jsonOver(value, layout, outer + unit)}`
  // Comments stay before it.
  const kept = text.slice(open, close).trimEnd()
  const at = open + kept.length
  const rest = text.slice(at, close)
  const ends = kept !== '' && /[\r\n]/.test(rest)
  return [{ offset: at, length: ends ? 0 : close - at, content: ends ? member : `${member}${eol}${outer}` }]
}

function laterMember(text: string, object: Node, last: Node, key: string, value: unknown, layout: JsonLayout): Edit[] {
  const end = endOf(last)
  const comma = commaAfter(text, end, endOf(object))
  const after = comma === undefined ? end : comma + 1
  const indent = indentBefore(text, last.offset)
  const rest = restOfLine(text, after)
  const [more, trailing] = comma === undefined ? [',', ''] : ['', ',']
  if (indent === undefined || rest === undefined) {
    const content = `${more} ${JSON.stringify(key)}: ${jsonInline(value)}${trailing}`
    return [{ offset: after, length: 0, content }]
  }
  const member = `${layout.eol}${indent}${JSON.stringify(key)}: ${jsonOver(value, layout, indent)}${trailing}`
  const added: Edit = { offset: rest, length: 0, content: member }
  return rest === after
    ? [{ ...added, content: more + member }]
    : [...(more === '' ? [] : [{ offset: after, length: 0, content: more }]), added]
}

/** The text with another value of a member. */
export function withValue(text: string, value: Node, becomes: unknown, layout: JsonLayout): string {
  const content = jsonOver(becomes, layout, lineIndent(text, value.offset))
  return applyEdits(text, [{ offset: value.offset, length: value.length, content }])
}

/** The text without a member of an object, and without the lines that were its alone: the inverse of `withMember`. */
export function withoutMember(text: string, object: Node, member: Node): string {
  const children = object.children ?? []
  const index = children.indexOf(member)
  const [before, next] = [children[index - 1], children[index + 1]]
  const end = endOf(member)
  const comma = commaAfter(text, end, endOf(object))
  const after = comma === undefined ? end : comma + 1
  const [open, close] = [object.offset + 1, endOf(object) - 1]
  if (children.length === 1 && (text.slice(open, member.offset) + text.slice(after, close)).trim() === '')
    return applyEdits(text, [{ offset: open, length: close - open, content: '' }])
  const orphan =
    next === undefined && comma === undefined && before ? commaAfter(text, endOf(before), member.offset) : undefined
  const rest = restOfLine(text, after)
  const indent = indentBefore(text, member.offset)
  if (indent !== undefined && rest !== undefined) {
    const start = lineBefore(text, member.offset - indent.length)
    const lone: Edit[] = orphan === undefined ? [] : [{ offset: orphan, length: 1, content: '' }]
    return applyEdits(text, [...lone, { offset: start, length: rest - start, content: '' }])
  }
  // Behind a comma that ends the object, the member came with a space.
  const space = next === undefined && before && text[member.offset - 1] === ' ' ? 1 : 0
  const from = orphan ?? member.offset - space
  const to = next === undefined ? (orphan === undefined ? after : end) : after + spacesAt(text, after)
  return applyEdits(text, [{ offset: from, length: to - from, content: '' }])
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

/** The white space before an offset, where nothing else of the line comes before it. */
function indentBefore(text: string, offset: number): string | undefined {
  return /(?:[\r\n])([ \t]*)$/.exec(text.slice(0, offset))?.[1]
}

/** The white space that the line of an offset begins with. */
function lineIndent(text: string, offset: number): string {
  const line =
    text
      .slice(0, offset)
      .split(/[\r\n]/)
      .at(-1) ?? ''
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Where the line break before a line begins. */
function lineBefore(text: string, start: number): number {
  return text.slice(0, start).endsWith('\r\n') ? start - 2 : Math.max(0, start - 1)
}

/** The end of a line, where only white space and comments are left on it. */
function restOfLine(text: string, from: number): number | undefined {
  const pattern = /[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/y
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match ? from + match[0].length : undefined
}

function spacesAt(text: string, from: number): number {
  return /^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0
}

const [COMMA, LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, TRIVIA] = [5, 12, 13, 14, 15]

/** The next comma, where only white space and comments come before it. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  const passed: readonly number[] = [LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, TRIVIA]
  let token: number = scanner.scan()
  while (passed.includes(token)) token = scanner.scan()
  const at = scanner.getTokenOffset()
  return token === COMMA && at < to ? at : undefined
}
