import type * as z from 'zod'

/** Finding values by what they are, for answers whose field names the contract does not fix (assumptions.md, Operations). */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object as fields; empty where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The first text under one of these names that is not empty. */
export function textUnder(fields: Fields, names: readonly string[]): string | undefined {
  return names.map(name => fields[name]).find((value): value is string => typeof value === 'string' && value !== '')
}

/** The one text of an object under a name that is none of `known`; undefined where there are several. */
export function otherText(fields: Fields, known: readonly string[]): string | undefined {
  const others = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !known.includes(name) ? value : [],
  )
  return onlyOne(others)
}

/** The value that all of these are; undefined where there is none, or where they differ: then any of them could be meant. */
export function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/** The words of a field's name in lower case: `download_url`, `downloadURL` and `download-url` have the same two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}

/** True where every word of a name is known, so that nothing in it speaks of something else, and one of them is among `needed`. */
export function speaksOf(name: string, needed: readonly string[], beside: readonly string[] = []): boolean {
  const words = wordsOf(name)
  return words.some(word => needed.includes(word)) && areKnown(words, [...needed, ...beside])
}

/** True where there is no other word than these. A number is the place in a list. */
function areKnown(words: readonly string[], known: readonly string[]): boolean {
  return words.every(word => known.includes(word) || /^\d+$/.test(word))
}

/** The fields of an object that read as the shape says; the others are left out, so that they are as if nobody had sent them. */
export function readableFields(value: unknown, shape: Readonly<Record<string, z.ZodType>>): Fields {
  const kept = Object.entries(fieldsOf(value)).filter(([name, inner]) => shape[name]?.safeParse(inner).success ?? false)
  return Object.fromEntries(kept)
}

/** How deep an answer is searched. */
const DEPTH = 4

interface Found {
  readonly value: unknown
  /** The name that the value stands under. */
  readonly name: string
  /** The names above that, and what kind of link the value belongs to (`rel`, RFC 8288). */
  readonly above: readonly string[]
}

/** All values in an answer with their names, the outer ones first. */
function* within(value: unknown, names: readonly string[] = []): Generator<Found> {
  const [name] = names.slice(-1)
  if (name !== undefined) yield { value, name, above: names.slice(0, -1) }
  if (names.length >= DEPTH || typeof value !== 'object' || value === null) return
  const kind = textUnder(fieldsOf(value), ['rel'])
  const above = kind === undefined ? names : [...names, kind]
  for (const [under, inner] of Object.entries(value)) yield* within(inner, [...above, under])
}

const LINK = ['url', 'urls', 'uri', 'href', 'link', 'links', 'address', 'location']
const SHORT_LIVED = ['signed', 'presigned', 'pre', 'temporary', 'temp', 'direct', 'public', 'get']
const AROUND = ['data', 'attributes', 'item', 'items', 'response', 'payload']
const FILE = ['download', 'downloads', 'file', 'files', 'result', 'results', 'output', 'outputs']

/** What an address leads to, with the words of its name: one that is needed, those that may stand beside it. */
const LEADS = {
  file: { needed: [...LINK, ...FILE], beside: [...SHORT_LIVED, 'translated', 'target'] },
  upload: { needed: [...LINK, 'upload', 'uploads', 'put'], beside: [...SHORT_LIVED, 'target'] },
} as const

/**
 * The address that an answer gives: under `url`, else the one whose name and all names above it speak of nothing but such an address.
 * Where several could be meant, none is taken. Without any, what stands under `url` is given for the schema to judge.
 */
export function addressIn(data: unknown, leads: keyof typeof LEADS): string | undefined {
  const { url } = fieldsOf(data)
  const declared = typeof url === 'string' ? url : undefined
  if (isAddress(declared)) return declared
  if (isAddress(data)) return data
  const { needed, beside } = LEADS[leads]
  const found = [...within(data)].flatMap(({ value, name, above }) =>
    isAddress(value) && speaksOf(name, needed, beside) && isAround(above, [...needed, ...beside]) ? value : [],
  )
  return onlyOne(found) ?? declared
}

function isAround(above: readonly string[], known: readonly string[]): boolean {
  return areKnown(above.flatMap(wordsOf), [...known, ...AROUND])
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value)
}

const ENDS = ['expires', 'expire', 'expiry', 'expiration', 'until', 'ends', 'valid']
const BESIDE_ENDS = [...LINK, ...SHORT_LIVED, 'download', 'at', 'on', 'to', 'till', 'time', 'date', 'timestamp']

/**
 * Until when a link holds: under `expires_at`, else the moment whose name speaks of its end. Undefined where nothing does, and where
 * there are several.
 */
export function endIn(data: unknown): string | undefined {
  const declared = asMoment(fieldsOf(data).expires_at)
  if (declared !== undefined) return declared
  const others = [...within(data)].flatMap(({ value, name, above }) =>
    speaksOf(name, ENDS, BESIDE_ENDS) && isAround(above, [...LINK, ...FILE, ...SHORT_LIVED])
      ? (asMoment(value) ?? [])
      : [],
  )
  return onlyOne(others.map(text => instantOf(text) ?? text)) === undefined ? undefined : others[0]
}

/** A date and time (RFC 3339, also with a blank in place of the T), or a date alone. */
const DATED =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?( ?(?:[Zz]|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$/
/** A date in a header of HTTP (RFC 9110 § 5.6.7). */
const IN_HEADERS = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const COUNTED = /^\d{9,19}(?:\.\d+)?$/
/** Before this year a date says that there is none. */
const FIRST_YEAR = 1970

/**
 * Milliseconds since 1970 of a timestamp: RFC 3339, a date, a date of HTTP, or a count since 1970. Undefined for other text, such as a
 * year alone, and for a time without its zone.
 */
export function instantOf(timestamp: string): number | undefined {
  if (COUNTED.test(timestamp)) return countedInstant(Number(timestamp))
  const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(timestamp) || DATED.exec(timestamp)?.[4] !== undefined
  if (!isDated(timestamp) || !(isWhole || IN_HEADERS.test(timestamp))) return undefined
  const at = Date.parse(timestamp.toUpperCase())
  return Number.isNaN(at) ? undefined : at
}

/** True for text that names a day that exists, and for a time only one that exists. */
function isDated(text: string): boolean {
  if (IN_HEADERS.test(text)) return !Number.isNaN(Date.parse(text))
  const [, year = 0, month = 0, day = 0] = DATED.exec(text)?.map(Number) ?? []
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    year >= FIRST_YEAR &&
    date.getUTCMonth() + 1 === month &&
    date.getUTCDate() === day &&
    !Number.isNaN(Date.parse(text))
  )
}

/** Seconds since 1970 at the beginning of 2000 and of 2100: between them lie the moments that a service counts. */
const COUNTED_FROM = 946_684_800
const COUNTED_TO = 4_102_444_800
/** How many of its unit are a second: seconds, milliseconds, microseconds, nanoseconds. No number is a moment of this century in two of them. */
const UNITS = [1, 1e3, 1e6, 1e9]

/** Milliseconds since 1970 of a number that counts from there in any of the units; undefined for a number that is no moment. */
function countedInstant(number: number): number | undefined {
  const unit = UNITS.find(one => number / one >= COUNTED_FROM && number / one < COUNTED_TO)
  return unit === undefined ? undefined : Math.floor((number / unit) * 1000)
}

/** A moment as text; undefined for what is none. A number is turned into RFC 3339. */
export function asMoment(value: unknown): string | undefined {
  if (typeof value === 'string') return isDated(value) || instantOf(value) !== undefined ? value : undefined
  const at = typeof value === 'number' ? countedInstant(value) : undefined
  return at === undefined ? undefined : new Date(at).toISOString()
}
