/** What a grant holds, in credits. */
export interface GrantState {
  readonly id: string
  readonly amount: number
  /** Spent for good. */
  readonly used: number
  /** Held by approved work that is not finished. */
  readonly reserved: number
  /** Milliseconds; null for never. */
  readonly expires_at: number | null
  /** The month of a monthly grant (YYYY-MM, UTC); null for the others. */
  readonly period: string | null
}

/** Part of a reservation, pinned to the grant it comes from. */
export interface Share {
  readonly grant_id: string
  readonly amount: number
}

/** True once a grant has expired: nothing more can be reserved from it, but existing reservations still settle. */
export function isExpired(grant: GrantState, now: number): boolean {
  return grant.expires_at !== null && grant.expires_at <= now
}

/**
 * True before the month of a grant begins. A clock that was ahead has made it: it counts once its month has come, so that no month
 * has the credits of two.
 */
export function isAhead(grant: GrantState, now: number): boolean {
  return grant.period !== null && grant.period > monthOf(now).period
}

/** What can be reserved from a grant now. */
export function freeIn(grant: GrantState, now: number): number {
  return isExpired(grant, now) || isAhead(grant, now) ? 0 : grant.amount - grant.used - grant.reserved
}

/**
 * What may still be spent from a grant, its reservations included. The sum over all grants is the balance plus what is
 * reserved, also when a reservation lives longer than its grant.
 */
export function remainingIn(grant: GrantState, now: number): number {
  return freeIn(grant, now) + grant.reserved
}

/** The credits free to be reserved. */
export function balanceOf(grants: readonly GrantState[], now: number): number {
  return grants.reduce((sum, grant) => sum + freeIn(grant, now), 0)
}

/** Takes an amount from the grants, the oldest expiry first; undefined when they have less than that. */
export function spread(grants: readonly GrantState[], amount: number, now: number): readonly Share[] | undefined {
  const shares: Share[] = []
  let missing = amount
  for (const grant of [...grants].sort(byExpiry)) {
    const taken = Math.min(missing, freeIn(grant, now))
    if (taken > 0) shares.push({ grant_id: grant.id, amount: taken })
    missing -= taken
  }
  return missing > 0 ? undefined : shares
}

function byExpiry(a: GrantState, b: GrantState): number {
  const never = Number.MAX_SAFE_INTEGER
  return (a.expires_at ?? never) - (b.expires_at ?? never) || (a.id < b.id ? -1 : 1)
}

/** The month of a moment, written as in a monthly grant (YYYY-MM), and the moment when that month ends; both in UTC. */
export function monthOf(now: number): { period: string; ends_at: number } {
  const date = new Date(now)
  const ends_at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return { period: date.toISOString().slice(0, 7), ends_at }
}
