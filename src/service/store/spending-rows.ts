/** The rows behind a person's yes or no to a spending. Moments are milliseconds since 1970 in UTC. */

/** A question whether to spend, which waits for a person's answer or was answered. */
export interface QuestionRow {
  id: string
  /** Names the exact spending: caller, batches, plan revisions and amounts. */
  spending: string
  principal: string
  /** The member who may answer; null where that is whoever is on this machine. */
  member_id: string | null
  batches_json: string
  /** The lines that a person reads before answering. */
  lines_json: string
  asked_at: number
  /** Until when it may be answered; for a yes, until when it may be used. */
  expires_at: number
  /** Null while it waits. `void`: ended without an answer. */
  answer: 'yes' | 'no' | 'void' | null
  answered_at: number | null
  /** When the yes was used. */
  used_at: number | null
  wrong_codes: number
  /** A smaller spending that the person may choose instead; null where there is none. */
  other_json: string | null
  /** What an agent was told of it, as JSON; null where of nothing. */
  told_json: string | null
}

/** What a person allowed to be spent without a question. */
export interface AllowanceRow {
  id: string
  principal: string
  unit: string
  amount: number
  /** Whether the amount is for each day (UTC), or for all time until it ends. */
  period: 'day' | 'once'
  /** Only for files in this folder; null for all. */
  folder: string | null
  until: number | null
  created_at: number
  revoked_at: number | null
}

export interface AllowanceUseRow {
  id: string
  allowance_id: string
  spending: string
  amount: number
  at: number
}
