/**
 * What Angular reads in the text of a template: messages with choices, `{n, plural, =1 {…} other {…}}`, whose branches hold text and markup,
 * and blocks, `@if (…) { … } @else { … }`. What is around their texts is code.
 */
import type { Stretch } from './stretch.ts'

/** A page without one of these has none of it. */
const SIGN = /,\s{0,40}(?:plural|select|selectordinal)\s{0,40},|@(?:if|for|switch|defer|let)\b/
const NEXT = /\{\{[^{}]{0,1000}\}\}|[{}]|@(?=[a-z])/g
const MESSAGE = /\{\s{0,40}[^{},<>@]{1,200},\s{0,40}(?:plural|select|selectordinal)\s{0,40},/y
const BRANCH = /\s{0,200}(?:=\d{1,9}|[\w-]{1,60})\s{0,40}\{/y
const END = /\s{0,200}\}/y
const WITH_CONDITION =
  /@(?:if|else if|for|switch|case|defer|placeholder|loading|(?:prefetch|hydrate) [a-z]{1,20})\s{0,20}\(/y
const WITHOUT = /@(?:else|empty|default|defer|placeholder|loading|error)\s{0,20}\{/y
const OPENING = /\s{0,20}\{/y
const LET = /@let\s{1,9}[\w$]{1,60}\s{0,9}=[^;<>@]{1,500};/y
/** Nobody writes longer conditions. */
const LONGEST_CONDITION = 1000

/** What is open: a message between its branches, a branch, a block, or braces that mean nothing. */
interface Open {
  readonly kind: 'message' | 'branch' | 'block' | 'plain'
  /** How many stretches there were before it. */
  readonly found: number
}

/** The stretches of code, in their order. What is not closed is text. */
export function angularIn(text: string): Stretch[] {
  if (!SIGN.test(text)) return []
  const found: Stretch[] = []
  const open: Open[] = []
  NEXT.lastIndex = 0
  for (let next = NEXT.exec(text); next; next = NEXT.exec(text)) {
    const at = next.index
    const step = stepAt(text, at, next[0], open)
    if (step === undefined) continue
    if (step === 'broken') {
      // A message that is none ends all that it is in.
      found.length = open[0]?.found ?? found.length
      open.length = 0
      continue
    }
    for (let left = step.closes; left > 0; left -= 1) open.pop()
    for (const kind of step.opens) open.push({ kind, found: found.length })
    if (step.end === at) continue
    found.push({ start: at, end: step.end })
    NEXT.lastIndex = step.end
  }
  if (open.length > 0) found.length = open[0]?.found ?? 0
  return found
}

/** Where the code ends that begins here, and what it closes and opens. No code where its end is its beginning. */
interface Step {
  readonly end: number
  readonly closes: number
  readonly opens: readonly Open['kind'][]
}

function stepAt(text: string, at: number, sign: string, open: readonly Open[]): Step | 'broken' | undefined {
  if (sign === '{') {
    const branch = endOf(BRANCH, text, endOf(MESSAGE, text, at))
    if (branch !== undefined) return { end: branch, closes: 0, opens: ['message', 'branch'] }
    return open.length > 0 ? { end: at, closes: 0, opens: ['plain'] } : undefined
  }
  if (sign === '}') return closing(text, at, open.at(-1)?.kind)
  if (sign !== '@') return undefined
  const name = endOf(LET, text, at)
  if (name !== undefined) return { end: name, closes: 0, opens: [] }
  const block = endOf(WITHOUT, text, at) ?? endOf(OPENING, text, conditionEnd(text, endOf(WITH_CONDITION, text, at)))
  return block === undefined ? undefined : { end: block, closes: 0, opens: ['block'] }
}

function closing(text: string, at: number, kind: Open['kind'] | undefined): Step | 'broken' | undefined {
  if (kind === undefined) return undefined
  if (kind === 'plain') return { end: at, closes: 1, opens: [] }
  if (kind === 'block') return { end: at + 1, closes: 1, opens: [] }
  const branch = endOf(BRANCH, text, at + 1)
  if (branch !== undefined) return { end: branch, closes: 1, opens: ['branch'] }
  const end = endOf(END, text, at + 1)
  return end === undefined ? 'broken' : { end, closes: 2, opens: [] }
}

/** Where a pattern ends that has to begin at a place. */
function endOf(pattern: RegExp, text: string, at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Where a condition ends whose first parenthesis is open. */
function conditionEnd(text: string, from: number | undefined): number | undefined {
  if (from === undefined) return undefined
  let depth = 1
  for (let at = from; at < text.length && at < from + LONGEST_CONDITION; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}
