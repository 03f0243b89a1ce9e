/**
 * How a person agrees to spending. `ask`: the host asks the person; if it cannot, the person agrees by passing an approval code on.
 * `required`: only the question of the host counts, never a code.
 */
export type ConsentMode = 'ask' | 'required'

/** What is known when a spending is about to happen. Costs in credits, moments in milliseconds since 1970. */
export interface ConsentFacts {
  readonly now: number
  readonly mode: ConsentMode
  readonly cost: number
  /** The cap of the operator on a single approval. */
  readonly max_credits: number | undefined
  /** The host can put a question before a person. */
  readonly can_ask: boolean
  /** Until when the host is not asked about this spending, because it answered the question by itself before. */
  readonly unaskable_until: number | undefined
  /** When a person last declined this spending. */
  readonly declined_at: number | undefined
  /** The answer to a question about exactly this spending. `asked_at`: when the question was asked. `failed`: the host sent an error. */
  readonly answer: { readonly action: string; readonly asked_at: number; readonly failed?: boolean } | undefined
  /** The minute in which the approval code of the call was issued; undefined unless the code is valid for exactly this spending. */
  readonly code_issued_at: number | undefined
  /** The call has a code, valid or not. */
  readonly code_given: boolean
}

export type Decision =
  | { readonly kind: 'go' }
  | { readonly kind: 'ask' }
  /** A person said no. */
  | { readonly kind: 'declined' }
  /** Nobody can be asked: the refusal that hands out a code. `mark` when the host answered by itself. */
  | { readonly kind: 'hand_out_code'; readonly mark: boolean; readonly wrong_code: boolean }
  /** Nobody can be asked, and the operator allows no other way. `mark` when the host answered by itself. */
  | { readonly kind: 'must_ask'; readonly mark: boolean }
  | { readonly kind: 'over_cap'; readonly cap: number }

/** A code says only the minute of its issue. A code from the minute of a decline may be newer than the decline, so it stays valid. */
const MINUTE = 60_000

/** A "no" that comes faster than this is from a program, not from a person who read the question. Milliseconds. */
export const HUMAN_MS = 1000

/** How long a host is not asked again after it answered a question by itself, in milliseconds. */
export const UNASKABLE_MS = 10 * 60_000

/**
 * Decides whether credits may be spent (APR-3, MCP-9). A spending within the cap goes on if it is free, if a person accepted a
 * question about exactly this spending, or if nobody can be asked and the call has a valid code for it. Everything else stops it.
 */
export function decideConsent(facts: ConsentFacts): Decision {
  if (facts.cost === 0) return { kind: 'go' }
  if (facts.max_credits !== undefined && facts.cost > facts.max_credits)
    return { kind: 'over_cap', cap: facts.max_credits }
  if (facts.answer?.action === 'accept') return { kind: 'go' }
  const askable = facts.can_ask && !(facts.unaskable_until !== undefined && facts.now < facts.unaskable_until)
  return askable ? askPerson(facts) : withoutPerson(facts, false)
}

function askPerson(facts: ConsentFacts): Decision {
  if (!facts.answer) return { kind: 'ask' }
  if (facts.answer.failed || facts.now - facts.answer.asked_at < HUMAN_MS) return withoutPerson(facts, true)
  return { kind: 'declined' }
}

function withoutPerson(facts: ConsentFacts, mark: boolean): Decision {
  if (facts.mode === 'required') return { kind: 'must_ask', mark }
  const issued = mark ? undefined : facts.code_issued_at
  const voided = issued !== undefined && facts.declined_at !== undefined && issued + MINUTE <= facts.declined_at
  if (issued !== undefined && !voided) return { kind: 'go' }
  return { kind: 'hand_out_code', mark, wrong_code: facts.code_given && !mark }
}
