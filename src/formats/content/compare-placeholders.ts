/** Whether a translation has the codes of its source, and in what order those stand that are filled in by their order. */
import type { PlaceholderSyntax } from '../format.ts'
import { codesIn, codeToCompare, isFree, mayHaveCode, placeholdersOf } from './placeholders.ts'

/** The codes that a translation lost, and those it has too many of. A code is listed once for each occurrence that differs. */
export function comparePlaceholders(
  source: string,
  target: string,
  syntax: PlaceholderSyntax = 'general',
): { missing: string[]; extra: string[] } {
  if (!mayHaveCode(source, syntax) && !mayHaveCode(target, syntax)) return { missing: [], extra: [] }
  const [ofSource, ofTarget] = [placeholdersOf(source, syntax), placeholdersOf(target, syntax)]
  if (ofSource.size === 0 && ofTarget.size === 0) return { missing: [], extra: [] }
  const [wanted, found] = numberedAlike(ofSource, ofTarget, source, target)
  const missing = surplus(wanted, found)
  const extra = surplus(found, wanted)
  if (syntax === 'icu') return { missing, extra }
  return { missing: unhidden(missing, wanted, target), extra: unhidden(extra, found, source) }
}

/** Past this number of different codes, a code counts as absent where no pattern finds it: each of them is a pass over the text. */
const MOST_LOOKED_FOR = 200

/** Without the codes that the other text has as often. They are counted as plain strings: characters can hide them, as `%c` in `%c'nin`. */
function unhidden(codes: readonly string[], counts: ReadonlyMap<string, number>, other: string): string[] {
  const looked = new Map<string, boolean>()
  return codes.filter(code => {
    const before = looked.get(code)
    if (before !== undefined || looked.size >= MOST_LOOKED_FOR) return before ?? true
    const absent = other.split(code).length - 1 < (counts.get(code) ?? 0)
    looked.set(code, absent)
    return absent
  })
}

/** Codes that surely take an argument, where no file says that the text is a printf format: `%S` and `%m` may be parts of a time. */
const SURE_ARGUMENT = /[diuxXfFgGcs@vqr]$/

/**
 * The codes that take their arguments in order, `%s of %d`, without numbers and `%%`. Empty where the order is free: codes are
 * numbered, or the text may be a time (`%H:%M`).
 */
export function orderedArguments(text: string, syntax: PlaceholderSyntax = 'general'): readonly string[] {
  if ((syntax !== 'printf' && syntax !== 'general') || !text.includes('%')) return []
  const codes = [...codesIn(text, syntax)].map(found => codeToCompare(found.text)).filter(code => /^%[^%({]/.test(code))
  const sure = codes.every(code => ARGUMENT.test(code) && (syntax === 'printf' || SURE_ARGUMENT.test(code)))
  return sure ? codes : []
}

/** Whether a translation has exactly the codes of its source, in any order. */
export function samePlaceholders(source: string, target: string, syntax: PlaceholderSyntax = 'general'): boolean {
  const { missing, extra } = comparePlaceholders(source, target, syntax)
  return missing.length === 0 && extra.length === 0
}

const POSITION = /^%\d{1,2}\$/
/** A code that takes an argument. A `*` for its width or its precision takes one more argument, before its own. */
const ARGUMENT =
  /^%(?!\d+\$)(?<flags>[-+#0' ]*)(?<width>\*|\d*)(?<precision>\.(?:\*|\d*))?(?<rest><PRI\w+>|[tT][A-Za-z]|(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?[diouxXeEfFgGaAcCsSpn@rqvwbBhHtTU])$/

/**
 * `%s %d` may become `%2$d %1$s`, and `{} {}` may become `{1} {0}`: where only one text numbers its codes, the codes of the other text
 * are numbered in their order.
 */
function numberedAlike(
  wanted: Map<string, number>,
  found: Map<string, number>,
  source: string,
  target: string,
): [Map<string, number>, Map<string, number>] {
  if (wanted.has('{}') !== found.has('{}')) return [bracesNumbered(wanted), bracesNumbered(found)]
  const numbers = (codes: Map<string, number>): boolean => [...codes.keys()].some(code => POSITION.test(code))
  if (numbers(wanted) === numbers(found)) return [wanted, found]
  return numbers(wanted) ? [wanted, numbered(target)] : [numbered(source), found]
}

function bracesNumbered(codes: Map<string, number>): Map<string, number> {
  const count = codes.get('{}')
  if (count === undefined) return codes
  const others = [...codes].filter(([code]) => code !== '{}')
  return new Map([...others, ...Array.from({ length: count }, (_, at) => [`{${at}}`, 1] as const)])
}

function numbered(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  let position = 0
  const next = (star: string): string => {
    position += 1
    return star.replace('*', `*${position}$`)
  }
  for (const found of codesIn(text, 'general')) {
    if (isFree(found.text)) continue
    const parts = ARGUMENT.exec(found.text)?.groups
    let code = codeToCompare(found.text)
    if (parts !== undefined) {
      const { flags = '', width = '', precision = '', rest = '' } = parts
      const before = [width, precision].map(part => (part.includes('*') ? next(part) : part)).join('')
      position += 1
      code = `%${position}$${flags}${before}${rest}`
    }
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

function surplus(of: ReadonlyMap<string, number>, over: ReadonlyMap<string, number>): string[] {
  return [...of].flatMap(([code, count]) =>
    Array.from({ length: Math.max(0, count - (over.get(code) ?? 0)) }, () => code),
  )
}
