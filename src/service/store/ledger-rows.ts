/** What an approval may cost, and what it did cost: credits of the workspace, or the account of an engine. */
export interface SpendingRow {
  id: string
  workspace_id: string
  /** The member whose connection approved it; null for a key. */
  member_id: string | null
  /** 1 where the key of this computer itself approved it. */
  own: number
  batch_id: string
  unit: 'credits' | 'characters' | 'tokens'
  /** Whose account, as the plan's billing says. */
  payer: string
  estimate: number
  /** Of an engine's account: what was charged so far. Of credits: what was spent for good. */
  used: number
  /** About what the engine charges for requests that were sent and are not answered; of a worker that ended, they never will be. */
  under_way: number
  /** Money for a million of the unit, and its currency; null where no price is set. */
  price: number | null
  currency: string | null
  state: 'open' | 'closed'
  approved_at: number
  closed_at: number | null
}

/** The most that may be approved in a day or a month. */
export interface SpendingLimitRow {
  workspace_id: string
  /** `workspace`, `local` for the key of this computer, or the id of a member. */
  subject: string
  unit: 'credits' | 'characters' | 'tokens' | 'money'
  period: 'day' | 'month'
  amount: number
  /** For money. */
  currency: string | null
}
