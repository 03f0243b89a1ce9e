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
  /** Most translations in one request for their languages. */
  batch_plans: 50,
  page_size: { min: 1, max: 100, default: 20 },
  json_body_bytes: 5 * 1024 * 1024,
  usage_default_days: 30,
  usage_day_range: 31,
  usage_week_range: 180,
  creation_wait_seconds: 20,
  language_tag_length: 35,
  /** Most translations of segments in one call. */
  segment_answers: 2000,
  /** The highest number of a line. */
  line_number: 999_999_999,
} as const

/**
 * The label of a project, in the header Translation-Project (assumptions.md, Creation): 1 to 100 printable ASCII characters, no space at
 * either end.
 */
export const PROJECT = /^(?! )[\x20-\x7e]{1,100}(?<! )$/

export const PROJECT_HEADER = 'translation-project'

/** An Idempotency-Key: 1 to 255 printable ASCII characters (contract, Limits). */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/
