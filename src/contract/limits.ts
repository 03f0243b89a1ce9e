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
  /** The longest wait for a translation to move (assumptions.md, Batches), in milliseconds. */
  batch_wait_ms: 30_000,
  /** The shortest and longest time after which a wait also ends with the progress, and the length of a state. */
  progress_ms: { min: 100, max: 30_000 },
  state_length: 200,
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

/** Says in which state a translation was answered; whoever sends it knows `unlike` and `wait_ms` (assumptions.md, Batches). */
export const STATE_HEADER = 'translation-state'

/** An Idempotency-Key: 1 to 255 printable ASCII characters (contract, Limits). */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/
