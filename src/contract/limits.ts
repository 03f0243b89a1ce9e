/**
 * Limits from the contract (Limits) and assumed ones (assumptions.md, Batches, Creation, Limits). The end of a name says the unit;
 * lengths are in characters.
 */
export const LIMITS = {
  active_keys: 10,
  search_length: { min: 1, max: 200 },
  idempotency_key_length: { min: 1, max: 255 },
  name_length: { min: 1, max: 200 },
  instruction_length: { min: 1, max: 4000 },
  page_size: { min: 1, max: 100, default: 20 },
  json_body_bytes: 5 * 1024 * 1024,
  usage_default_days: 30,
  usage_day_range: 31,
  usage_week_range: 180,
  creation_wait_seconds: 20,
  /** Most translations of segments in one call. */
  segment_answers: 2000,
} as const

/** An Idempotency-Key: 1 to 255 printable ASCII characters (contract, Limits). */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/
