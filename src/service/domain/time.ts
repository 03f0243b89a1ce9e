export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A moment in milliseconds as the API writes it: RFC 3339, UTC, with milliseconds. */
export function timestamp(moment: number): string {
  return new Date(moment).toISOString()
}

/** Like `timestamp`; null for a moment that has not come yet. */
export function momentOf(moment: number | null): string | null {
  return moment === null ? null : timestamp(moment)
}
