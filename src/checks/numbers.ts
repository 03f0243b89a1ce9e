/** Numbers: none may be lost or added. Languages write them with different digits and separators. */
import { DIGIT, RARE } from './characters-of.ts'
import type { Conditions, Flaw } from './issue.ts'
import { monthsIn } from './months.ts'
import type { Pair } from './pair.ts'

/** A number inside a word does not count: `i18n` is translated as a word. */
const NUMBER =
  /(?=\p{Nd})(?<!\p{Nd})(?!(?<=\p{Script=Latin})\p{Nd}+\p{Script=Latin})\p{Nd}+(?:[.,'’٫٬\u00a0\u202f]\p{Nd}+)*/gu
const SEPARATOR = /\P{Nd}/u
/** Roman numbers, as for centuries and kings: `XVIIIe`. They must be whole words, except for an ordinal ending. */
const ROMAN = /(?<![\p{L}\p{N}])(?:[IVX]|[IVXLC]{2,})(?=(?:ers?|[èe]re|[èe]mes?|es?)?(?![\p{L}\p{N}]))/gu
/** Words for large numbers. Some languages count in ten thousands or hundred thousands: 150万 is 1.5 million. */
const LARGE_UNIT = /[\p{Nd}][\s\u00a0]?(?:[万萬亿億千百만억천]|lakh|crore)/iu
const CLOCK = /\p{Nd}[\s\u00a0\u202f]?[ap]\.?\s?m\b/iu
/** Numbers up to this are often spelled out. */
const SPELLED_OUT = 12

export function checkNumbers(pair: Pair, conditions: Conditions): readonly Flaw[] {
  if (((pair.source_kinds | pair.kinds) & (DIGIT | RARE)) === 0) return []
  const [source, target] = [pair.prose, pair.translated]
  if (areEqual(source.match(NUMBER) ?? [], target.match(NUMBER) ?? [])) return []
  const [wanted, found] = [numbersOf(source), numbersOf(target)]
  const lacked = lacking(wanted, found)
  const unlike = lacking(found, wanted)
  if (unlike.length === 0 && lacked.length === 0) return []
  const absent = besides(lacked, romansOf(target))
  if (unlike.length === 0 && absent.length === 0) return []
  const months = monthsOfBoth(source, target, conditions)
  const [missing, extra] = [besides(absent, months), besides(unlike, months)]
  if (missing.length === 0 && extra.length === 0) return []
  const free = CLOCK.test(source) || LARGE_UNIT.test(target) || LARGE_UNIT.test(source)
  const [lost, strange] = unexplained(missing, extra)
  const grave = !free && lost.some(([number]) => Number(number) > SPELLED_OUT)
  const changed = !free && lost.length > 0 && strange.length > 0
  const message = [
    missing.length > 0 ? `The source has ${written(missing)}, the translation has not.` : '',
    extra.length > 0 ? `The translation has ${written(extra)}, the source has not.` : '',
  ]
  const severity = grave || changed ? 'refuse' : 'note'
  return [{ severity, message: message.filter(said => said !== '').join(' ') }]
}

/** Most translations have the numbers of their source, written alike and in its order. */
function areEqual(wanted: readonly string[], found: readonly string[]): boolean {
  return wanted.length === found.length && wanted.every((number, at) => number === found[at])
}

function besides(numbers: readonly [string, string][], explained: ReadonlySet<number>): [string, string][] {
  return numbers.filter(([number]) => !explained.has(Number(number)))
}

/** Months that both texts name: March is a word in English and a number in Japanese, `3月`. */
function monthsOfBoth(source: string, target: string, languages: Conditions): ReadonlySet<number> {
  const named = monthsIn(target, languages.target)
  return new Set([...monthsIn(source, languages.source)].filter(month => named.has(month)))
}

/**
 * The numbers of one text that another text does not have: neither as they are, nor in parts (`[1,8]` is `[1, 8]`, 10.30 is 10h30),
 * nor as the hours or minutes of a time.
 */
function lacking(numbers: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): [string, string][] {
  const ofTimes = new Set([...others.keys()].filter(number => TIME.test(number)).flatMap(partsOf))
  return [...numbers].filter(([number]) => {
    const parts = partsOf(number)
    return !(others.has(number) || ofTimes.has(number) || (parts.length > 1 && parts.every(part => others.has(part))))
  })
}

const TIME = /^\d{1,2}\.\d\d$/

function partsOf(number: string): string[] {
  return number.split('.').map(bare)
}

function written(numbers: readonly (readonly [string, string])[]): string {
  return numbers.map(([, as]) => as).join(', ')
}

/** Nobody writes the end alone of a longer number. */
const LONGEST_YEAR = 30

type Written = readonly [number: string, as: string]

/** The missing numbers that no extra one may stand for, and the extra ones that stand for no missing one. */
function unexplained(missing: readonly Written[], extra: readonly Written[]): readonly [Written[], Written[]] {
  const ofSource = missing.map(([number]) => number)
  const ofTarget = extra.map(([number]) => number)
  const isShort = endsIn(new Set(ofTarget))
  const shortened = new Set(ofSource.filter(isWhole).flatMap(endingsOf))
  const [toTarget, toSource] = [likenessTo(ofTarget), likenessTo(ofSource)]
  return [
    missing.filter(([number]) => !toTarget(number) && !isShort(number)),
    extra.filter(([number]) => !toSource(number) && !shortened.has(number)),
  ]
}

/** Tells whether a number is written shorter among `others`: '80s for 1980s, not the reverse. */
function endsIn(others: ReadonlySet<string>): (number: string) => boolean {
  return number => isWhole(number) && endingsOf(number).some(ending => others.has(ending))
}

function isWhole(number: string): boolean {
  return !number.includes('.')
}

/**
 * Tells whether one of `others` may be another way to write a number: 1500 million for 1.5 billion, 1 for 1.0. The others are sorted
 * first: a text may have thousands of numbers.
 */
function likenessTo(others: readonly string[]): (number: string) => boolean {
  const wholes = new Set(others.map(whole))
  const zeros = new Map<string, { least: number; most: number }>()
  for (const other of others) {
    const [digits, count] = withoutZeros(other)
    const { least, most } = zeros.get(digits) ?? { least: count, most: count }
    zeros.set(digits, { least: Math.min(least, count), most: Math.max(most, count) })
  }
  return number => {
    if (wholes.has(whole(number))) return true
    const [digits, count] = withoutZeros(number)
    const same = zeros.get(digits)
    return same !== undefined && (count - same.least >= 2 || same.most - count >= 2)
  }
}

/** The digits of a number without the zeros at its end, and how many these are. */
function withoutZeros(number: string): readonly [digits: string, zeros: number] {
  const digits = number.replace('.', '')
  const bare = digits.replace(/(?<!0)0+$/, '')
  return [bare, digits.length - bare.length]
}

/** The ends of a number, of two digits or more. */
function endingsOf(number: string): string[] {
  if (number.length > LONGEST_YEAR) return []
  return Array.from({ length: Math.max(0, number.length - 1) }, (_, at) => number.slice(at))
}

/** The numbers of a text. The key is the number in ASCII digits without grouping, the value is the number as the text has it. */
export function numbersOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [token] of text.matchAll(NUMBER)) {
    for (const number of isDate(token) ? token.split(SEPARATOR) : [token]) found.set(plain(number), number)
  }
  return found
}

/** `1.234,5` is 1234.5. `1.234` may be a thousand or a fraction: in the source and in the translation it counts as 1234. */
function plain(number: string): string {
  if (/^\d+$/.test(number)) return bare(number)
  const groups = number.split(SEPARATOR).map(group => [...group].flatMap(digitOf).join(''))
  const last = groups.at(-1) ?? ''
  const separators = number.match(new RegExp(SEPARATOR, 'gu')) ?? []
  const fraction = last.length !== 3 || groups[0] === '0' || separators.at(-1) !== separators[0]
  if (groups.length === 1 || !fraction) return bare(groups.join(''))
  return `${bare(groups.slice(0, -1).join(''))}.${last}`
}

function whole(number: string): string {
  return number.replace(/\.0+$/, '')
}

function bare(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}

/** True for a date or a version, `12.12.2000`. Its separators do not group thousands, and languages have different ones. */
function isDate(token: string): boolean {
  const [, ...groups] = token.split(SEPARATOR)
  return groups.length > 1 && groups.slice(0, -1).some(group => group.length !== 3)
}

/** The value of a digit of any script. In Unicode, ten digits follow each other, beginning with zero (General_Category=Nd). */
function digitOf(character: string): string[] {
  if (/[0-9]/.test(character)) return [character]
  if (!/\p{Nd}/u.test(character)) return []
  const point = character.codePointAt(0) ?? 0
  let start = point
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return [String((point - start) % 10)]
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 }

function romansOf(text: string): Set<number> {
  const found = new Set<number>()
  for (const [roman] of text.matchAll(ROMAN)) {
    const values = [...roman].map(letter => ROMAN_VALUES[letter] ?? 0)
    found.add(values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0))
  }
  return found
}
