import { exceeds } from '../../contract/spending-limits.ts'
import { type Amount, type BilledUnit, type Money, totalOf } from './amount.ts'

/**
 * Who may answer. `ask`: the host's dialog, else a page or a terminal. `required`: the host's dialog alone. `code`: where the host has no
 * dialog, the person may pass a code on through the agent.
 */
export type ConsentMode = 'ask' | 'required' | 'code'

/** The most that one question may be about, by unit and in money; undefined for no such cap. */
export interface QuestionCaps extends Readonly<Record<BilledUnit, number | undefined>> {
  readonly money: Money | undefined
}

/** The cap that a question exceeds. */
export type Exceeded =
  | { readonly unit: BilledUnit; readonly cap: number }
  | { readonly unit: 'money'; readonly cap: Money }

/** What is known when a spending is about to happen. Moments in milliseconds since 1970. */
export interface ConsentFacts {
  readonly mode: ConsentMode
  /** What somebody would be charged, in total. Empty: nobody is. */
  readonly totals: readonly Amount[]
  readonly caps: QuestionCaps
  /** What earlier questions about this spending say. */
  readonly agreed: boolean
  readonly declined: boolean
  /** She agreed to the other spending that a question offered. */
  readonly other: boolean
  /** The question of which the agent was told before: it still waits, or a person said no to it since. */
  readonly told: 'nothing' | 'waits' | 'declined'
  /** A code came with the call; `right`: for the question that is open. */
  readonly code: 'none' | 'right' | 'wrong'
  /** The host's dialog. `accepted`, `refused` and `failed` (the host sent an error) are answers to a question about exactly this spending. */
  readonly dialog: 'impossible' | 'possible' | 'accepted' | 'refused' | 'failed'
  /** The host's offer to open a page. `shown`: the host says that it was opened. */
  readonly link: 'impossible' | 'possible' | 'shown' | 'refused' | 'failed'
  /** What this server has beside the host: a page that it can open itself, a page for members, a terminal on this machine. */
  readonly page: boolean
  readonly member_page: boolean
  readonly terminal: boolean
}

/** What happens next. */
export type Decision =
  | { readonly kind: 'go' }
  | { readonly kind: 'over_cap'; readonly exceeded: Exceeded }
  /** A person said no just now. */
  | { readonly kind: 'declined' }
  /** A person said no elsewhere since the last call. */
  | { readonly kind: 'was_declined' }
  /** Use the yes that a person gave before this call. */
  | { readonly kind: 'use_yes' }
  /** She chose the other spending that was offered instead. */
  | { readonly kind: 'take_other' }
  | { readonly kind: 'use_code' }
  | { readonly kind: 'ask_dialog' }
  /** The host is asked to open the page. */
  | { readonly kind: 'ask_link' }
  /** This server opens the page itself. */
  | { readonly kind: 'open_page' }
  /** A question waits on a page or for a terminal: wait for the answer. */
  | { readonly kind: 'wait' }
  /** The agent is told where the person answers. */
  | { readonly kind: 'tell' }
  | { readonly kind: 'hand_out_code'; readonly wrong_code: boolean }
  /** Nobody can be asked. */
  | { readonly kind: 'must_ask' }

type Rule = readonly [when: (facts: ConsentFacts) => boolean, then: Decision['kind']]

/** The first rule that holds decides. Whatever is not known leads to a question or a refusal, never to a spending (APR-3, MCP-9). */
const RULES: readonly Rule[] = [
  [({ totals }) => totals.length === 0, 'go'],
  [facts => overCap(facts) !== undefined, 'over_cap'],
  [({ dialog }) => dialog === 'accepted', 'go'],
  [({ dialog, link }) => dialog === 'refused' || link === 'refused', 'declined'],
  [({ agreed, mode }) => agreed && mode !== 'required', 'use_yes'],
  [({ other, mode }) => other && mode !== 'required', 'take_other'],
  [({ told }) => told === 'declined', 'was_declined'],
  [({ mode, code, dialog }) => mode === 'code' && code === 'right' && dialog !== 'possible', 'use_code'],
  [({ dialog }) => dialog === 'possible', 'ask_dialog'],
  [({ mode }) => mode === 'required', 'must_ask'],
  [({ mode }) => mode === 'code', 'hand_out_code'],
  [({ link }) => link === 'shown', 'wait'],
  [({ told }) => told === 'waits', 'wait'],
  // After a no nothing opens by itself: some hosts say no without showing anything, and the agent would open page after page.
  [({ declined, link, page, member_page }) => !declined && link === 'possible' && (page || member_page), 'ask_link'],
  [({ declined, page }) => !declined && page, 'open_page'],
  [({ member_page, terminal }) => member_page || terminal, 'tell'],
  [() => true, 'must_ask'],
]

/** Decides whether somebody's money may be spent, and if not, who is asked how. */
export function decideConsent(facts: ConsentFacts): Decision {
  const kind = RULES.find(([when]) => when(facts))?.[1] ?? 'must_ask'
  const exceeded = overCap(facts)
  if (kind === 'over_cap') return exceeded === undefined ? { kind: 'must_ask' } : { kind, exceeded }
  return kind === 'hand_out_code' ? { kind, wrong_code: facts.code === 'wrong' } : { kind }
}

const UNITS = ['credits', 'characters', 'tokens'] as const

/** The caller's own model is under no cap: nobody knows a price of it. */
function overCap({ totals, caps }: ConsentFacts): Exceeded | undefined {
  const charged = totals.filter(({ payer }) => payer !== 'assistant')
  for (const unit of UNITS) {
    const [cap, count] = [caps[unit], sum(charged.filter(one => one.unit === unit).map(one => one.count))]
    if (cap !== undefined && count > cap) return { unit, cap }
  }
  const { money } = caps
  if (money === undefined) return undefined
  const priced = charged.flatMap(one => (one.money?.currency === money.currency ? [one.money.amount] : []))
  return exceeds(sum(priced), money.amount) ? { unit: 'money', cap: money } : undefined
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

/** What has to be asked: all that somebody pays, and the tokens of the caller's own model above a number that the operator sets. */
export function toBeAsked(amounts: readonly Amount[], askAboveTokens: number): readonly Amount[] {
  return totalOf(amounts).filter(({ payer, count }) => payer !== 'assistant' || count > askAboveTokens)
}
