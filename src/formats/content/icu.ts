/** ICU MessageFormat: which stretches of a message are text, and what a translation of it must keep. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { TextRun } from './text-run.ts'

/** An argument with a type, `{n, plural, …}`. A text without one has only simple `{name}` placeholders, and is no ICU message here. */
const TYPED_ARGUMENT = /\{\s*\w{1,60}\s*,\s*(?:plural|select|selectordinal|number|date|time)\s*[,}]/
/** Braces or `#` in apostrophes are literal text for ICU. For a translator they are code. */
const QUOTED = /'[{}#][^']*'?/g

/** Whether a text is a valid ICU message with at least one typed argument. */
export function isIcuMessage(text: string): boolean {
  return TYPED_ARGUMENT.test(text) && parsed(text) !== undefined
}

/** The message as runs: literals are text; selectors, `#`, argument names and quoted text are code. Undefined for invalid ICU. */
export function icuRuns(text: string): TextRun[] | undefined {
  const elements = parsed(text)
  if (!elements) return undefined
  const runs: TextRun[] = []
  let from = 0
  const code = (to: number): void => {
    if (to > from) runs.push({ kind: 'code', text: text.slice(from, to) })
    from = Math.max(from, to)
  }
  for (const { start, end } of literalRanges(elements)) {
    code(start)
    for (const quoted of text.slice(start, end).matchAll(QUOTED)) {
      const at = start + quoted.index
      if (at > from) runs.push({ kind: 'text', text: text.slice(from, at) })
      from = at
      code(at + quoted[0].length)
    }
    if (end > from) runs.push({ kind: 'text', text: text.slice(from, end) })
    from = end
  }
  code(text.length)
  return runs
}

/**
 * The codes of a message with their counts: `{name}` for an argument, `{n, plural}` or `{g, select, female|other}` for a choice.
 * A code inside the branches of a choice counts as often as in the branch that has the most of it. `inLiteral` counts the codes in
 * literal text. Undefined for invalid ICU.
 */
export function icuPlaceholders(
  text: string,
  inLiteral: (literal: string) => Map<string, number>,
): Map<string, number> | undefined {
  const elements = parsed(text)
  return elements && codesOf(elements, inLiteral)
}

export interface IcuPlural {
  readonly name: string
  readonly ordinal: boolean
  /** `one`, `other` …, without explicit numbers (`=0`). */
  readonly categories: readonly string[]
}

/** The plural arguments of a message, nested ones too. An argument that is written twice is listed twice. Undefined for invalid ICU. */
export function icuPlurals(text: string): IcuPlural[] | undefined {
  const elements = parsed(text)
  return elements && pluralsOf(elements)
}

function pluralsOf(elements: readonly MessageFormatElement[]): IcuPlural[] {
  return elements.flatMap(element => {
    const inner = branchesOf(element).flatMap(branch => pluralsOf(branch.value))
    if (element.type !== TYPE.plural) return inner
    const categories = Object.keys(element.options).filter(category => !category.startsWith('='))
    return [{ name: element.value, ordinal: element.pluralType === 'ordinal', categories }, ...inner]
  })
}

function parsed(text: string): MessageFormatElement[] | undefined {
  try {
    // The placeholder patterns find tags: this parser cannot read tags with attributes.
    return parse(text, {
      captureLocation: true,
      ignoreTag: true,
      shouldParseSkeletons: false,
      requiresOtherClause: false,
    })
  } catch {
    // Not a valid message, or nested too deep for the parser. The placeholder patterns protect the text instead.
    return undefined
  }
}

function literalRanges(elements: readonly MessageFormatElement[]): { start: number; end: number }[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.literal && element.location) {
      return [{ start: element.location.start.offset, end: element.location.end.offset }]
    }
    return branchesOf(element).flatMap(branch => literalRanges(branch.value))
  })
}

function branchesOf(element: MessageFormatElement): { name: string; value: MessageFormatElement[] }[] {
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
  return Object.entries(element.options).map(([name, option]) => ({ name, value: option.value }))
}

function codesOf(
  elements: readonly MessageFormatElement[],
  inLiteral: (literal: string) => Map<string, number>,
): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (code: string, count: number): void => {
    counts.set(code, (counts.get(code) ?? 0) + count)
  }
  for (const element of elements) {
    if (element.type === TYPE.literal) for (const [code, count] of inLiteral(element.value)) add(code, count)
    else add(nameOf(element), 1)
    const most = new Map<string, number>()
    for (const branch of branchesOf(element)) {
      for (const [code, count] of codesOf(branch.value, inLiteral)) most.set(code, Math.max(count, most.get(code) ?? 0))
    }
    for (const [code, count] of most) add(code, count)
  }
  return counts
}

function nameOf(element: MessageFormatElement): string {
  switch (element.type) {
    case TYPE.pound:
      return '#'
    case TYPE.argument:
    case TYPE.tag:
    case TYPE.literal:
      return `{${element.value}}`
    case TYPE.number:
      return `{${element.value}, number}`
    case TYPE.date:
      return `{${element.value}, date}`
    case TYPE.time:
      return `{${element.value}, time}`
    case TYPE.plural:
      return `{${element.value}, plural}`
    case TYPE.select: {
      const selectors = Object.keys(element.options).sort().join('|')
      return `{${element.value}, select, ${selectors}}`
    }
  }
}
