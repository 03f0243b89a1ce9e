import * as z from 'zod'

/** A whole number within ±(2^53-1) (contract, Resources). */
export const Whole = z.int()

/** An RFC 3339 UTC timestamp with milliseconds (assumptions.md, Identifiers and timestamps). Its form is not checked here. */
export const Timestamp = z.string()

/** A query parameter that holds a whole number; on the wire a string. */
export function queryWhole(min: number, max: number) {
  return z.codec(z.string().regex(/^-?\d{1,15}$/, 'must be a whole number'), z.int().min(min).max(max), {
    decode: text => Number(text),
    encode: number => String(number),
  })
}

/** A query parameter that holds a truth value: 0, 1, true or false (contract, GET /v1/batches). */
export const queryFlag = z.codec(z.enum(['0', '1', 'true', 'false']), z.boolean(), {
  decode: text => text === '1' || text === 'true',
  encode: flag => (flag ? 'true' : 'false'),
})

/** A query parameter that holds a list of 1 to `most` ids, with commas between them. */
export function queryIds(most: number) {
  const isNamed = (ids: readonly string[]) => ids.every(id => id !== '' && !id.includes(','))
  const ids = z.array(z.string()).max(most).refine(isNamed, 'must be ids with commas between them')
  return z.codec(z.string(), ids, { decode: text => text.split(','), encode: list => list.join(',') })
}

/** A query parameter that holds a moment (RFC 3339) or a date (YYYY-MM-DD). */
export const queryMoment = z.string().refine(isMoment, 'must be an RFC 3339 timestamp or a date YYYY-MM-DD')

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/

/** True for an RFC 3339 timestamp or a calendar date that exists. */
export function isMoment(text: string): boolean {
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text))) return false
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day))
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}
