import { withCodes } from '../../contract/hidden.ts'
import { count } from '../../mcp/render/numbers.ts'
import type { Health, NamedDiagnosis } from './diagnosis.ts'

const WORDS: Readonly<Record<Health, string>> = { well: 'well', warning: 'warning', broken: 'BROKEN', skipped: '-' }
/** Codes of a terminal; undefined leaves the colour as it is. */
const COLOURS: Readonly<Record<Health, number>> = { well: 32, warning: 33, broken: 31, skipped: 2 }

const STATE_WIDTH = 8
const NAME_WIDTH = 12

/** A finding as lines: how it stands, what was looked at, what was seen, and below it what to do. */
export function findingLines({ name, state, said, remedy }: NamedDiagnosis, colours: boolean): string {
  const word = WORDS[state].padEnd(STATE_WIDTH)
  const shown = colours ? `\x1b[${COLOURS[state]}m${word}\x1b[0m` : word
  const below = ' '.repeat(STATE_WIDTH + NAME_WIDTH)
  const mend = remedy === undefined ? '' : `${below}→ ${withCodes(remedy)}\n`
  return `${shown}${name.padEnd(NAME_WIDTH)}${withCodes(said)}\n${mend}`
}

const SUMMED: readonly (readonly [Health, string])[] = [
  ['well', 'well'],
  ['warning', 'to look at'],
  ['broken', 'broken'],
  ['skipped', 'not looked at'],
]

/** `12 well, 1 to look at, 2 broken` */
export function summary(findings: readonly NamedDiagnosis[]): string {
  const parts = SUMMED.flatMap(([state, word]) => {
    const number = findings.filter(finding => finding.state === state).length
    return number === 0 ? [] : [`${count(number)} ${word}`]
  })
  return `${parts.join(', ')}.`
}
