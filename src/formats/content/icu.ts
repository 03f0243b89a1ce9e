/** ICU MessageFormat: which stretches of a message are text, and what a translation of it must keep. */
import { type MessageFormatElement, type PluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type PluralCategory, pluralCategories } from './plural-categories.ts'
import type { TextRun } from './text-run.ts'

/** An argument with a type, `{n, plural, …}`. A text without one has only simple `{name}` placeholders, and is no ICU message here. */
const TYPED_ARGUMENT = /\{\s*\w{1,60}\s*,\s*(?:plural|select|selectordinal|number|date|time)\s*[,}]/
/** Braces or `#` in apostrophes are literal text for ICU. For a translator they are code. */
const QUOTED = /'[{}#][^']*'?/g

/** Whether a text is a valid ICU message with at least one typed argument. */
export function isIcuMessage(text: string): boolean {
  return TYPED_ARGUMENT.test(text) && parsedMessage(text) !== undefined
}

/** The message as runs: literals are text; selectors, `#`, argument names and quoted text are code. Undefined for invalid ICU. */
export function icuRuns(text: string): TextRun[] | undefined {
  const elements = parsedMessage(text)
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
  const elements = parsedMessage(text)
  return elements && codesOf(elements, inLiteral)
}

export interface IcuPlural {
  readonly name: string
  readonly ordinal: boolean
  /** `one`, `other` …, without explicit numbers. */
  readonly categories: readonly string[]
  /** Explicit numbers: `=0`. */
  readonly exact: readonly string[]
  /** Whether it tells numbers apart, or says the number: else any number has the same words. */
  readonly counts: boolean
}

/** The plural arguments of a message, nested ones too. An argument that is written twice is listed twice. Undefined for invalid ICU. */
export function icuPlurals(text: string): IcuPlural[] | undefined {
  const elements = parsedMessage(text)
  return elements && pluralsOf(elements)
}

function pluralsOf(elements: readonly MessageFormatElement[]): IcuPlural[] {
  return elements.flatMap(element => {
    const inner = branchesOf(element).flatMap(branch => pluralsOf(branch.value))
    return element.type === TYPE.plural ? [pluralOf(element), ...inner] : inner
  })
}

/** What a plural argument is, without those inside it. */
export function pluralOf({ value: name, pluralType, options }: PluralElement): IcuPlural {
  const names = Object.keys(options)
  const categories = names.filter(category => !category.startsWith('='))
  return {
    name,
    ordinal: pluralType === 'ordinal',
    categories,
    exact: names.filter(category => category.startsWith('=')),
    counts: categories.length > 1 || saysNumber(options.other?.value ?? [], name),
  }
}

/** An element of the file that stands alone in a text: Angular puts the number there. */
const ELEMENT = /<x\d+\/>/

function saysNumber(elements: readonly MessageFormatElement[], name: string): boolean {
  return elements.some(element => {
    if (element.type === TYPE.pound) return true
    if (element.type === TYPE.literal) return ELEMENT.test(element.value)
    if (element.type === TYPE.argument || element.type === TYPE.number) return element.value === name
    return element.type === TYPE.select && branchesOf(element).some(branch => saysNumber(branch.value, name))
  })
}

/**
 * The branches that a plural needs in a language and has not. A category of a single number that has a branch of its own (`=1`) needs no
 * other, and neither does a plural that does not count.
 */
export function lackingBranches({ categories, exact, counts, ordinal }: IcuPlural, language: string): PluralCategory[] {
  if (!counts || !categories.includes('other')) return []
  const wanted = [...(pluralCategories(language, ordinal) ?? [])]
  return wanted.flatMap(([category, numbers]) =>
    categories.includes(category) || exact.includes(`=${numbers}`) ? [] : [category],
  )
}

/** The elements of a message, with their places; undefined for invalid ICU. */
export function parsedMessage(text: string): MessageFormatElement[] | undefined {
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

/** A branch of a choice: its text stands in braces between two offsets, after its name. */
interface Branch {
  readonly name: string
  readonly value: readonly MessageFormatElement[]
  readonly opened: number
  readonly closed: number
}

/** The branches of a plural or another choice, in their order; none of all else. */
export function branchesOf(element: MessageFormatElement): Branch[] {
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
  const branches = Object.entries(element.options).flatMap(([name, { value, location }]) =>
    location === undefined ? [] : [{ name, value, opened: location.start.offset, closed: location.end.offset }],
  )
  // Names that are numbers come first among the keys of an object.
  return branches.sort((one, other) => one.opened - other.opened)
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
