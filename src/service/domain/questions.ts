import { MINUTE } from './time.ts'

/** How long a question waits for an answer, and a yes for its use, in milliseconds. */
export const QUESTION_WAITS_MS = 15 * MINUTE
/** After so many wrong codes a question ends. */
export const MOST_WRONG_CODES = 5

/** One exact spending: what a question is about, and what a yes is good for. */
export interface SpendingName {
  /** Names caller, batches, plan revisions and amounts together. */
  readonly name: string
  readonly principal: string
  readonly batches: readonly string[]
}

/** A smaller spending that a person may agree to instead of the one that is asked about: what a yes then is for, and how it is called. */
export interface OtherSpending {
  readonly name: string
  readonly batches: readonly string[]
  /** What it is, as the person reads it after having agreed. */
  readonly lines: readonly string[]
  /** Of the button or key with which she chooses it. */
  readonly label: string
}

/** `other`: yes to the other spending of the question, and to nothing else. */
export type PersonsAnswer = 'yes' | 'no' | 'other'

/** What an agent was told of a question, so that its next call is understood by whoever gets it. */
export interface AgentTelling {
  /** `page`: it is on a page that was opened. */
  readonly where: 'page' | 'place'
  /** When a person had last said no before it was asked, in milliseconds since 1970; null for never. */
  readonly earlier_no: number | null
  /** Who told: processes with the same name speak as one. */
  readonly by: string
}

/** A question as it is kept. Moments in milliseconds since 1970. */
export interface KeptQuestion {
  readonly id: string
  readonly spending: string
  readonly batches: readonly string[]
  readonly asked_at: number
  readonly expires_at: number
  readonly answer: 'yes' | 'no' | 'void' | null
  readonly answered_at: number | null
  readonly used_at: number | null
  readonly wrong_codes: number
  readonly told: AgentTelling | null
  readonly other: OtherSpending | null
}

/** What the questions so far mean for one exact spending. Moments in milliseconds since 1970. */
export interface QuestionStanding {
  /** When a person last said no to it, or to another spending for one of its batches. */
  readonly declined_at: number | undefined
  /** The question with a yes that was not used yet. */
  readonly agreed: string | undefined
  /** The question that waits for an answer. */
  readonly open: { readonly id: string; readonly asked_at: number } | undefined
  /** She agreed to the other spending of a question about this one, and that yes was not used yet. */
  readonly other_agreed: boolean
  /** The question of which an agent was told last. */
  readonly told: (AgentTelling & { readonly id: string }) | undefined
}

/** True while a person may still answer. */
export function isWaiting({ answer, expires_at, wrong_codes }: KeptQuestion, now: number): boolean {
  return answer === null && now < expires_at && wrong_codes < MOST_WRONG_CODES
}

/** True for a yes that was not used and has not expired. */
export function isUsable({ answer, used_at, expires_at }: KeptQuestion, now: number): boolean {
  return answer === 'yes' && used_at === null && now < expires_at
}

/** What the caller's questions say about one spending (APR-3). */
export function standingOf(
  { name, batches }: SpendingName,
  questions: readonly KeptQuestion[],
  now: number,
): QuestionStanding {
  const own = questions.filter(({ spending }) => spending === name)
  const touching = questions.filter(question => concerns(question, batches))
  const declined = touching.flatMap(({ answer, answered_at }) => (answer === 'no' ? [answered_at ?? 0] : []))
  const open = own.find(question => isWaiting(question, now))
  const told = own.findLast(question => question.told !== null)
  const others = new Set(own.flatMap(({ other }) => other?.name ?? []))
  return {
    declined_at: declined.length === 0 ? undefined : Math.max(...declined),
    agreed: own.find(question => isUsable(question, now))?.id,
    open: open && { id: open.id, asked_at: open.asked_at },
    other_agreed: questions.some(question => others.has(question.spending) && isUsable(question, now)),
    told: told?.told ? { ...told.told, id: told.id } : undefined,
  }
}

/** True if a question is about one of these batches. */
export function concerns(question: Pick<KeptQuestion, 'batches'>, batches: readonly string[]): boolean {
  return question.batches.some(batch => batches.includes(batch))
}
