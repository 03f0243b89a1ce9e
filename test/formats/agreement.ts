/** How far the texts that we find in files are those that another program finds: text by text, or word by word. */
import type { Unit } from '../../src/formats/format.ts'

/** One text or one word of a file. */
interface Token {
  readonly key: string
  readonly text: string
  readonly unit?: Unit | undefined
}

/** What one file holds: our units, and the texts of the other program. */
export interface FoundInFile {
  readonly file: string
  readonly units: readonly Unit[]
  readonly texts: readonly string[]
}

type Rules<Rule> = Readonly<Record<string, Rule>>

/** What may differ, by what it is called. What an explanation holds for counts neither for nor against us. */
export interface Explanations {
  /** Texts that only the other program has, since we have a unit of the same words that is left out. */
  readonly leftOut?: Rules<(unit: Unit) => boolean>
  /** Texts that only the other program has. */
  readonly theirs?: Rules<(key: string, text: string, file: string) => boolean>
  /** Texts that only we have. */
  readonly ours?: Rules<(unit: Unit, file: string) => boolean>
}

/** What is compared: texts without their blanks, or words; or each of them once in a file, for programs that give equal texts once. */
export type Measure = 'texts' | 'distinct texts' | 'words' | 'distinct words'

export interface Agreement {
  /** How many of ours the other program has, and how many of its we have, as they are. */
  readonly raw: readonly [precision: number, recall: number]
  /** The same without what is explained. */
  readonly explained: readonly [precision: number, recall: number]
  readonly files: number
  readonly ours: number
  readonly theirs: number
  /** How much each explanation takes away. */
  readonly by: Readonly<Record<string, number>>
  /** What nothing explains. */
  readonly onlyOurs: readonly string[]
  readonly onlyTheirs: readonly string[]
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** A text without markup, as readers see it. */
function shown(text: string): string {
  return text.replace(/<[^<>]*>/g, ' ').replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => SIGNS[name] ?? '')
}

function tokensOf(measure: Measure, found: readonly { readonly text: string; readonly unit?: Unit }[]): Token[] {
  const keysOf = (text: string): string[] =>
    measure.endsWith('texts')
      ? [shown(text).replace(/\s+/g, '')].filter(key => key !== '')
      : (shown(text).match(WORD) ?? [])
  const tokens = found.flatMap(({ text, unit }) => keysOf(text).map(key => ({ key, text, unit })))
  return measure.startsWith('distinct') ? [...new Map(tokens.map(token => [token.key, token])).values()] : tokens
}

/** Takes the tokens of a bag one by one, as long as there are any of the key. */
function taker(tokens: readonly Token[]): (token: Token) => boolean {
  const left = new Map<string, number>()
  for (const { key } of tokens) left.set(key, (left.get(key) ?? 0) + 1)
  return ({ key }) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  }
}

function nameOf<Rule>(rules: Rules<Rule>, holds: (rule: Rule) => boolean): string | undefined {
  return Object.entries(rules).find(([, rule]) => holds(rule))?.[0]
}

const isTranslated = ({ left_out }: Unit): boolean => left_out === undefined || left_out === 'already_translated'

/** What is left out rightly, by the name of the explanation. */
function leftOutIn(units: readonly Unit[], measure: Measure, rules: Rules<(unit: Unit) => boolean>) {
  const left = units.filter(unit => !isTranslated(unit))
  return Object.entries(rules).map(([name, rule]) => {
    // The cells of a column are one unit, a line for each.
    const lines = left.filter(rule).flatMap(({ text }) => text.split('\n').map(line => ({ text: line })))
    return { name, take: taker(tokensOf(measure, lines)) }
  })
}

/** Compares file by file, and counts over all of them. */
export function agreement(found: readonly FoundInFile[], measure: Measure, explanations: Explanations): Agreement {
  const { ours: onOurs = {}, theirs: onTheirs = {}, leftOut = {} } = explanations
  const [onlyOurs, onlyTheirs, by] = [[] as string[], [] as string[], new Map<string, number>()]
  let [ours, theirs, both] = [0, 0, 0]
  const keep = (list: string[], { key, text }: Token, file: string, why: string | undefined): void => {
    if (why === undefined) list.push(`${file}: “${key}” of “${text.slice(0, 80)}”`)
    else by.set(why, (by.get(why) ?? 0) + 1)
  }
  for (const { file, units, texts } of found) {
    const why = (unit: Unit) => nameOf(onOurs, rule => rule(unit, file))
    const translated = units.filter(isTranslated)
    // What could be explained is the last to be looked for.
    const sorted = [...translated.filter(unit => !why(unit)), ...translated.filter(unit => why(unit))]
    const mine = tokensOf(
      measure,
      sorted.map(unit => ({ text: unit.text, unit })),
    )
    const other = tokensOf(
      measure,
      texts.map(text => ({ text })),
    )
    const [isTheirs, isOurs, left] = [taker(other), taker(mine), leftOutIn(units, measure, leftOut)]
    const without = mine.filter(token => !isTheirs(token))
    for (const token of without) keep(onlyOurs, token, file, token.unit && why(token.unit))
    for (const token of other.filter(one => !isOurs(one))) {
      const named = nameOf(onTheirs, rule => rule(token.key, token.text, file))
      keep(onlyTheirs, token, file, named ?? left.find(({ take }) => take(token))?.name)
    }
    ours += mine.length
    theirs += other.length
    both += mine.length - without.length
  }
  return {
    raw: [both / ours, both / theirs],
    explained: [both / (both + onlyOurs.length), both / (both + onlyTheirs.length)],
    ...{ files: found.length, ours, theirs, by: Object.fromEntries(by), onlyOurs, onlyTheirs },
  }
}
