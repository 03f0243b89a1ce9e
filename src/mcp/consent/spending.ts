import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Amount, totalOf, UNSTATED } from './amount.ts'

/** One approval of a spending: exactly this plan of this translation, for these amounts. */
export interface SpendingItem {
  readonly batch_id: string
  readonly plan_revision: string
  readonly amounts: readonly Amount[]
}

/** One exact spending. A question, a yes or a code for it is not valid for any other. */
export interface Spending {
  readonly principal: string
  readonly approvals: readonly SpendingItem[]
}

/** How long a dialog of the host may stay unanswered, in milliseconds. */
export const QUESTION_MS = 10 * 60_000

/** Names one exact spending: caller, translations, revisions and amounts, whatever the order in which they were given. */
export function spendingName({ principal, approvals }: Spending): string {
  const sorted = [...approvals].sort((one, other) => (one.batch_id < other.batch_id ? -1 : 1))
  const content = sorted.map(({ batch_id, plan_revision, amounts }) => [
    batch_id,
    plan_revision,
    ...amounts.map(({ unit, count, payer, money }) => [unit, count, payer, money?.amount, money?.currency]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([principal, content]))
    .digest('base64url')
}

/** The state that travels with a dialog of the host: when it was asked, and a signature over that moment and the spending. */
export function signQuestion(key: Uint8Array, spending: Spending, askedAt: number): string {
  return `${askedAt.toString(36)}.${mac(key, 'question', spending, askedAt.toString()).toString('base64url')}`
}

/**
 * When the dialog was asked, in milliseconds since 1970. Undefined for a state that is forged, too old, or for another spending
 * (also after the plan or the cost has changed).
 */
export function readQuestion(key: Uint8Array, spending: Spending, state: string, now: number): number | undefined {
  const [moment = '', signature = ''] = state.split('.')
  const askedAt = Number.parseInt(moment, 36)
  if (!Number.isSafeInteger(askedAt) || now < askedAt || now - askedAt > QUESTION_MS) return undefined
  const right = mac(key, 'question', spending, askedAt.toString()).toString('base64url')
  return same(signature, right) ? askedAt : undefined
}

/** A code that names the cost, e.g. `1240-credits-k7q2mx`. It is the code of one kept question, and ends with it. */
export function approvalCode(key: Uint8Array, spending: Spending, questionId: string): string {
  const digest = mac(key, 'code', spending, questionId)
  const letters = Array.from(digest.subarray(0, CODE_LENGTH), byte => ALPHABET.charAt(byte % 32)).join('')
  const [most] = totalOf(spending.approvals.flatMap(({ amounts }) => amounts))
  const count = most?.count === UNSTATED ? 'unstated' : (most?.count ?? 0)
  return `${count}-${most?.unit ?? 'credits'}-${letters}`
}

/** True for the code of this question about this spending. */
export function isCode(key: Uint8Array, spending: Spending, questionId: string, given: string): boolean {
  return same(given.trim().toLowerCase(), approvalCode(key, spending, questionId))
}

/** 32 signs without letters and digits that people confuse, such as l and 1. `x` is there twice, to make 32. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789x'
const CODE_LENGTH = 6

function mac(key: Uint8Array, purpose: string, spending: Spending, of: string): Buffer {
  return createHmac('sha256', key)
    .update(`${purpose}\n${of}\n${spendingName(spending)}`)
    .digest()
}

function same(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)]
  return left.length === other.length && timingSafeEqual(left, other)
}
