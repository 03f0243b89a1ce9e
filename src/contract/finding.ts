import type * as z from 'zod'

/** Finding values by what they are, for answers whose field names the contract does not fix. */

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

/** The first text of an object that is not `but`, whatever its name. */
export function otherText(fields: Fields, but?: string): string | undefined {
  return Object.values(fields).find(
    (value): value is string => typeof value === 'string' && value !== '' && value !== but,
  )
}

/** The fields of an object that read as the shape says; the others are left out, so that they are as if nobody had sent them. */
export function readableFields(value: unknown, shape: Readonly<Record<string, z.ZodType>>): Fields {
  const kept = Object.entries(fieldsOf(value)).filter(([name, inner]) => shape[name]?.safeParse(inner).success ?? false)
  return Object.fromEntries(kept)
}

/** How deep an answer is searched. */
const DEPTH = 4

/** All values in an object with the names above them, the outer ones first. */
function* within(value: unknown, names: readonly string[] = []): Generator<readonly [string, unknown]> {
  if (names.length > 0) yield [names.at(-1) ?? '', value]
  if (names.length >= DEPTH || typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) yield* within(inner, [...names, name])
}

/** Names of addresses that lead elsewhere than to the thing itself. */
const ABOUT = /^(?:self|docs?|help|status|batch|parent|next|prev|about|support|web|app|dashboard)|docs/i

/** The address that an answer gives: under `name`, else the first http address in it that is not about something else. */
export function addressIn(data: unknown, name: string): string | undefined {
  const declared = fieldsOf(data)[name]
  if (typeof declared === 'string') return declared
  if (isAddress(data)) return data
  const found = [...within(data)].find(([under, value]) => isAddress(value) && !ABOUT.test(under))?.[1]
  return isAddress(found) ? found : undefined
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value)
}

const ENDS = /expir|until|valid|ends/i

/** Until when something holds: under `expires_at`, else the first moment whose name speaks of an end. Undefined where nothing does. */
export function endIn(data: unknown): string | undefined {
  const declared = asMoment(fieldsOf(data).expires_at)
  const others = [...within(data)].flatMap(([name, value]) => (ENDS.test(name) ? (asMoment(value) ?? []) : []))
  return declared ?? others[0]
}

/** Seconds since 1970 of this century are below this number, milliseconds above it. */
const MILLISECONDS_FROM = 100_000_000_000
/** A smaller number is a length of time, not a moment. */
const MOMENT_FROM = 1_000_000_000

/** Milliseconds since 1970 of a timestamp in any form: RFC 3339, or seconds or milliseconds since 1970. Undefined for other text. */
export function instantOf(timestamp: string): number | undefined {
  const at = /^\d{10,16}(?:\.\d+)?$/.test(timestamp) ? numberToMilliseconds(Number(timestamp)) : Date.parse(timestamp)
  return Number.isNaN(at) ? undefined : at
}

function numberToMilliseconds(number: number): number {
  return number < MILLISECONDS_FROM ? number * 1000 : number
}

/** A moment as text; undefined for what is none. A number is turned into RFC 3339. */
export function asMoment(value: unknown): string | undefined {
  if (typeof value === 'string') return instantOf(value) === undefined ? undefined : value
  if (typeof value !== 'number' || value < MOMENT_FROM || value > MILLISECONDS_FROM * 1000) return undefined
  return new Date(numberToMilliseconds(value)).toISOString()
}
