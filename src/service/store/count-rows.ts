/** Rows that count requests and attempts. */

export interface RateWindowRow {
  credential_id: string
  window_start: number
  requests: number
}

/** Wrong passwords within a window. */
export interface TriesRow {
  /** Whom it counts: a name from one address, a name from all addresses, or an address with all names (store/sign-in-tries.ts). */
  who: string
  /** The start of the window. */
  since: number
  wrong: number
  /** When the right password last came; only for a name from one address. */
  right_at: number | null
}

/** How often somebody came to an endpoint of sign-in of late (store/attempts.ts). */
export interface AttemptWindowRow {
  /** The endpoint, and the address. */
  who: string
  ends_at: number
  attempts: number
}
