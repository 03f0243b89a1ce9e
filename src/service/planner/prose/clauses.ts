/** The clauses of a sentence: words that ask for something, and what they apply to. */
import type { Item } from './around.ts'
import type { WordRole } from './words.ts'

/** `[skip] the notes`, `[also][into] French`. A clause is carried out as a whole, or not at all. */
export interface Clause {
  readonly marks: Item[]
  readonly runs: Run[]
  /** A comma or an "and" stands before it: it shares nothing with the clause before. */
  separated: boolean
  /** A colon stands before it: it is read with the clause before, and told apart from it. */
  colon: boolean
}

/** Operands between two commas or conjunctions. */
export interface Run {
  readonly items: Item[]
  /** A comma or an "and" stands before it. */
  readonly separated: boolean
  /** A comma stands before it. */
  readonly comma: boolean
}

/** Marks that apply to what stands before them where nothing follows them: `the notes not`, `the menu only`, `Acme as is`. */
const LOOKING_BACK = ['not', 'skip', 'out', 'as_is', 'keep', 'only', 'also', 'translate']
/** Words after these belong to them, whatever they are. After any others, a list of languages ends where other words begin. */
const TAKING_ALL = ['not', 'skip', 'keep', 'only', 'also', 'instead', 'swap', 'use', 'from']

export const clauseRoles = ({ marks }: Clause): Set<WordRole | 'object'> =>
  new Set(marks.flatMap(({ role }) => role ?? []))
export const operandsOf = ({ runs }: Pick<Clause, 'runs'>): Item[] => runs.flatMap(({ items }) => items)
export const tagsOf = (clause: Clause): string[] => operandsOf(clause).flatMap(({ tag }) => tag ?? [])

const prefixed = ({ marks }: Clause): boolean => marks.some(({ postfix }) => postfix !== true)
const looksBack = ({ marks, runs }: Clause): boolean =>
  runs.length === 0 && marks.every(({ role = '' }) => LOOKING_BACK.includes(role))

/** The clauses of one sentence, in order. */
export function clausesOf(items: readonly Item[], isNoun: (clause: Clause) => boolean): Clause[] {
  const clauses: Clause[] = []
  let current: Clause = { marks: [], runs: [], separated: true, colon: false }
  let separated = true
  let comma = false
  const close = (): void => {
    if (current.marks.length + current.runs.length > 0) clauses.push(current)
    current = { marks: [], runs: [], separated, colon: false }
  }
  for (const item of items) {
    if (item.as === 'nothing') continue
    if (item.as === 'separator' || item.as === 'boundary') {
      const bare = current.marks.length === 0 || current.runs.length > 0
      // `notes: no` is one clause, and so are `columns: name, description` and `Target: German`.
      if (item.role === 'into' && (!bare || isNoun(current))) continue
      if (item.role === 'into') {
        separated = false
        close()
        current.colon = true
        continue
      }
      comma = item.role !== 'and' || (separated && comma)
      // `die Notizen weglassen, …`: the verb has its object before it.
      if ((looksBack(current) && !current.separated) || item.as === 'boundary') close()
      separated = true
      if (current.marks.length + current.runs.length === 0) current.separated = true
    } else if (item.postfix === true) {
      if (prefixed(current)) splitLast(current, clauses)
      const owner = current.runs.length > 0 || separated ? current : clauses.at(-1)
      ;(owner ?? current).marks.push(item)
      separated = false
      if (owner === current) close()
    } else if (item.as === 'mark') {
      if (current.runs.length > 0 || separated) close()
      current.marks.push(item)
      separated = false
    } else {
      if (!continues(current, item, separated)) close()
      const run = current.runs.at(-1)
      if (run === undefined || separated || item.as === 'rows' || run.items.at(-1)?.as === 'rows')
        current.runs.push({ items: [item], separated, comma: separated && comma })
      else run.items.push(item)
      separated = false
    }
  }
  close()
  return attached(clauses)
}

/** Whether an operand belongs to the clause: a list of languages ends where other words begin. */
function continues(clause: Clause, item: Item, separated: boolean): boolean {
  const { marks, runs } = clause
  const last = runs.at(-1)?.items.at(-1)
  if (last?.as === 'unread' && item.as === 'language') return false
  if (last === undefined || marks.some(({ role = '', postfix }) => postfix !== true && TAKING_ALL.includes(role)))
    return true
  if (separated) return (last.as === 'language') === (item.as === 'language')
  return last.as !== 'language' || item.as === 'language' || !marks.some(({ role }) => role === 'into')
}

/** Makes the last run a clause of its own. */
function splitLast(clause: Clause, clauses: Clause[]): void {
  if (clause.runs.length < 2) return
  clauses.push({
    marks: clause.marks.splice(0),
    runs: clause.runs.splice(0, clause.runs.length - 1),
    separated: clause.separated,
    colon: clause.colon,
  })
  clause.separated = true
}

/** Marks with nothing behind them belong to what stands before them. */
function attached(clauses: readonly Clause[]): Clause[] {
  const result: Clause[] = []
  for (const clause of clauses) {
    const owner = result.at(-1)
    if (owner === undefined || owner.runs.length === 0 || clause.runs.length > 0) {
      result.push(clause)
    } else if (clause.marks.every(({ role }) => role === 'instead')) {
      // `use Dutch instead`: the language replaces all earlier targets, as languages after `use` do.
      const role = clauseRoles(owner).has('skip') ? 'instead' : 'use'
      owner.marks.push(...clause.marks.map(mark => ({ ...mark, role }) as const))
    } else if (looksBack(clause) && !clause.separated && clause.marks.some(({ role }) => role !== 'translate')) {
      // `leave the notes and the footer out`: both words are one verb.
      const whole = ['also', 'out'].includes(clause.marks[0]?.role ?? '')
      if (prefixed(owner) && !whole) {
        result.pop()
        splitLast(owner, result)
        result.push(owner)
      }
      owner.marks.push(...clause.marks)
    } else result.push(clause)
  }
  return result
}
