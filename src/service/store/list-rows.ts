/** A batch in the list of one target language of its plan, or of what that is a variety of. */
export interface BatchLanguageRow {
  workspace_id: string
  language: string
  /** As the batch's own. */
  archived: number
  /** As the batch's own, in milliseconds since 1970. */
  created_at: number
  batch_id: string
}

/** What a workspace used in a UTC day, as it is counted when credits are settled and work is completed. */
export interface UsageDayRow {
  workspace_id: string
  /** Its number since 1970. */
  day: number
  credits_used: number
  batches_completed: number
  words_translated: number
}
