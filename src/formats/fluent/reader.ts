/** Reading a Fluent file, by the official parser: messages and terms with their patterns, each with its place. */
import { type Attribute, FluentParser, type Message, type Pattern, type Term } from '@fluent/syntax'
import { FormatError } from '../format.ts'

/** A value or an attribute of a message or a term. Places count characters of the decoded text. */
export interface FluentPattern {
  /** The name of its message or term, with the `-` of a term, and that of its attribute. */
  readonly names: readonly string[]
  readonly elements: Pattern['elements']
  /** Where its text is, without the blanks around it. */
  readonly start: number
  readonly end: number
  /** What goes with it: all from behind the sign `=` of the message, or from the end of what is before the attribute. */
  readonly from: number
}

export interface FluentEntry {
  readonly name: string
  /** The message or term with the comment above it and the blank lines before that, in whole lines with their line ends. */
  readonly from: number
  readonly to: number
  /** What the comment right above it says, and that of its group. */
  readonly note: string | undefined
  readonly group: string
  readonly patterns: readonly FluentPattern[]
}

export interface FluentFile {
  readonly text: string
  readonly entries: readonly FluentEntry[]
  /** Where the entries of a group begin, by what its comment says; those before all groups under an empty name. */
  readonly groups: ReadonlyMap<string, number>
}

/** The place of a node; a parser that keeps places gives one to each. */
export function spanOf({ span }: { readonly span?: { readonly start: number; readonly end: number } | undefined }) {
  return span ?? { start: 0, end: 0 }
}

const parser = new FluentParser()

/** @throws {FormatError} malformed: what is no message, term or comment, with its line; too_deep: placeables in each other without end */
export function readFluent(text: string): FluentFile {
  const entries: FluentEntry[] = []
  const groups = new Map<string, number>()
  let group = ''
  // Where what is before ends, with its line end; the first blank line below a comment of its own is of that.
  let before = 0
  for (const part of parsed(text)) {
    const to = lineEndAfter(text, spanOf(part).end)
    if (part.type === 'Junk')
      throw malformed(text, spanOf(part.annotations[0] ?? part).start, part.annotations[0]?.message)
    if (part.type === 'Message' || part.type === 'Term') {
      if (groups.size === 0) groups.set('', before)
      entries.push({ ...entryOf(text, part), from: before, to, group })
      before = to
      continue
    }
    if (part.type === 'GroupComment') group = part.content.trim()
    if (part.type === 'GroupComment' && groups.size === 0 && group !== '') groups.set('', before)
    before = blankAfter(text, to)
    if (part.type === 'GroupComment' && (!groups.has(group) || group === '')) groups.set(group, before)
  }
  return { text, entries, groups }
}

function parsed(text: string) {
  try {
    return parser.parse(text).body
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FormatError('too_deep', 'The file has placeables in each other deeper than can be read.')
  }
}

function malformed(text: string, at: number, why = 'what begins here is no message'): FormatError {
  const above = text.slice(0, at).split(/\r\n|\n/)
  const [line, column] = [above.length, (above.at(-1)?.length ?? 0) + 1]
  const said = why.charAt(0).toLowerCase() + why.slice(1)
  return new FormatError('malformed', `This is no valid Fluent, line ${line}: ${said}.`.replace('..', '.'), {
    line,
    column,
  })
}

function entryOf(text: string, part: Message | Term): Omit<FluentEntry, 'from' | 'to' | 'group'> {
  const name = part.type === 'Term' ? `-${part.id.name}` : part.id.name
  const equals = text.indexOf('=', spanOf(part.id).end) + 1
  const value = part.value === null ? [] : [patternOf(text, [name], part.value, equals)]
  let from = part.value === null ? equals : (value[0]?.end ?? equals)
  const attributes = part.attributes.map(attribute => {
    const pattern = attributeOf(text, name, attribute, from)
    from = pattern.end
    return pattern
  })
  return { name, note: part.comment?.content.trim() || undefined, patterns: [...value, ...attributes] }
}

function attributeOf(text: string, name: string, { id, value }: Attribute, from: number): FluentPattern {
  return patternOf(text, [name, id.name], value, from)
}

function patternOf(text: string, names: readonly string[], pattern: Pattern, from: number): FluentPattern {
  return { names, elements: pattern.elements, ...placeOfPattern(text, pattern), from }
}

/** Where the text of a pattern is. In a block, what its lines are indented by more than others is part of the text. */
export function placeOfPattern(text: string, pattern: Pattern): { readonly start: number; readonly end: number } {
  const span = spanOf(pattern)
  const [first] = pattern.elements
  let start = span.start
  while (text.charAt(start) === ' ') start += 1
  const own = first?.type === 'TextElement' ? (/^ */.exec(first.value)?.[0].length ?? 0) : 0
  let { end } = span
  while (end > start && /[ \r\n]/.test(text.charAt(end - 1))) end -= 1
  return { start: start - own, end }
}

function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** Behind the blank line that is here, if there is one. */
function blankAfter(text: string, at: number): number {
  BLANK.lastIndex = at
  return at + (BLANK.exec(text)?.[0].length ?? 0)
}

const BLANK = / *\r?\n/y
