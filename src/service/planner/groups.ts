import type { Item, Operand } from './item.ts'
import type { WordRole } from './lexicon.ts'

/** Marks with the operands that they apply to: `[skip] the notes`, `[also][into] French`. */
export interface Group {
  readonly marks: Extract<Item, { as: 'mark' }>[]
  /** Operands, cut at commas and conjunctions. */
  readonly runs: Operand[][]
  /** True for runs that a comma, not an "and", sets apart from the run before. */
  readonly afterComma: boolean[]
  /** A comma or an "and" stands before it: it shares nothing with the group before. */
  separated: boolean
}

/** Marks that apply to what stands before them where nothing follows them: `the notes not`, `the menu only`, `Acme as is`. */
const LOOKING_BACK: ReadonlySet<WordRole> = new Set([
  'not',
  'skip',
  'out',
  'as_is',
  'keep',
  'only',
  'also',
  'translate',
])

/** Those of them that apply only to what stands after the comma before them: `into French, the notes not`. */
const SETS_APART: readonly WordRole[] = ['not', 'skip', 'out', 'as_is', 'keep', 'only']

/** The groups of one piece of an instruction (no full stop inside), in order. */
export function groupsOf(items: readonly Item[]): Group[] {
  const groups: Group[] = []
  let current = empty(false)
  let separator: 'comma' | 'and' | undefined
  const close = (): void => {
    if (current.marks.length > 0 || current.runs.length > 0) groups.push(current)
    current = empty(separator !== undefined)
  }
  for (const item of items) {
    if (item.as === 'separator')
      separator = item.and === true && separator === undefined ? 'and' : (separator ?? 'comma')
    else if (item.as === 'mark' && item.postfix) {
      if (isMarked(current)) splitLast(current, groups)
      const owner = current.runs.length > 0 ? current : separator === undefined ? groups.at(-1) : undefined
      ;(owner ?? current).marks.push(item)
      if (owner === current) close()
      separator = undefined
    } else if (item.as === 'mark') {
      const object = current.runs.at(-1)?.every(operand => operand.as !== 'language')
      if (item.role === 'into' && isMarked(current, 'into') && object) splitLast(current, groups)
      if (current.runs.length > 0 || separator !== undefined) close()
      current.marks.push(item)
      if (item.closes === true) close()
      separator = undefined
    } else if (item.as === 'language' || item.as === 'quote' || item.as === 'word') {
      if (separator !== undefined && endsClause(current)) close()
      const run = separator === undefined ? current.runs.at(-1) : undefined
      if (run === undefined) {
        current.runs.push([item])
        current.afterComma.push(separator === 'comma')
      } else run.push(item)
      separator = undefined
    }
  }
  close()
  return attached(groups)
}

/** Makes the last run a group of its own, for the next mark: `into French and the menu [into] German`. */
function splitLast(current: Group, groups: Group[]): void {
  if (current.runs.length < 2) return
  const runs = current.runs.splice(0, current.runs.length - 1)
  const afterComma = current.afterComma.splice(0, runs.length)
  groups.push({ marks: current.marks.splice(0), runs, afterComma, separated: current.separated })
  current.separated = true
}

/** Cuts off the runs at the end of a group that follow a comma, back to the last language: `into French, | the notes and the menu`. */
function tailOf(owner: Group): Group | undefined {
  const language = owner.runs.findLastIndex(run => run.some(item => item.as === 'language'))
  const from = language >= 0 && language < owner.runs.length - 1 ? language + 1 : owner.runs.length - 1
  if (from === 0 || owner.afterComma[from] !== true) return undefined
  return { marks: [], runs: owner.runs.splice(from), afterComma: owner.afterComma.splice(from), separated: true }
}

const isMarked = (group: Group, role?: WordRole): boolean =>
  group.marks.some(mark => !mark.postfix && (role === undefined || mark.role === role))

/** `keep Acme untranslated, …`: what follows the comma does not belong to what stays untranslated. */
function endsClause(current: Group): boolean {
  const back = current.marks.every(mark => mark.role === 'as_is' || mark.role === 'out')
  return !current.separated && current.runs.length === 0 && current.marks.length > 0 && back
}

function empty(separated: boolean): Group {
  return { marks: [], runs: [], afterComma: [], separated }
}

/** Marks with nothing behind them belong to what stands before them. */
function attached(groups: readonly Group[]): Group[] {
  const result: Group[] = []
  for (const group of groups) {
    const owner = result.at(-1)
    const looksBack = group.runs.length === 0 && group.marks.every(mark => LOOKING_BACK.has(mark.role))
    const alone = owner !== undefined && group.runs.length === 0 && group.marks.every(mark => mark.role === 'instead')
    if (alone) {
      // `use Dutch instead`: the language replaces all earlier targets, as languages after `use` do.
      owner.marks.push(...group.marks.map(mark => ({ ...mark, role: 'use' as const })))
      continue
    }
    const onlyTranslate = group.marks.every(mark => mark.role === 'translate')
    if (owner !== undefined && looksBack && !group.separated && owner.runs.length > 0 && !onlyTranslate) {
      const apart = isMarked(owner) && SETS_APART.some(role => group.marks[0]?.role === role)
      const tail = apart ? tailOf(owner) : undefined
      if (tail !== undefined) result.push(tail)
      result.at(-1)?.marks.push(...group.marks)
    } else result.push(group)
  }
  return result
}
