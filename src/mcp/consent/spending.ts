import { createHmac, timingSafeEqual } from 'node:crypto'

/** One exact spending. A question or code for it is not valid for any other. */
export interface Spending {
  readonly principal: string
  readonly batch_id: string
  readonly plan_revision: string
  /** Credits. */
  readonly cost: number
}

/** How long a question may stay unanswered, and how long a code is valid at least, in milliseconds. */
export const QUESTION_MS = 10 * 60_000
export const CODE_MS = 15 * 60_000

const MINUTE = 60_000

/** Names one exact spending: what this process remembers of a spending is kept under this key, and every signature covers it. */
export function spendingKey({ principal, batch_id, plan_revision, cost }: Spending): string {
  return [principal, batch_id, plan_revision, cost].join('\n')
}

/** The state that travels with a question: when it was asked, and a signature over that moment and the spending. */
export function signQuestion(key: Uint8Array, spending: Spending, askedAt: number): string {
  return `${askedAt.toString(36)}.${mac(key, 'question', spending, askedAt).toString('base64url')}`
}

/**
 * When the question was asked, in milliseconds since 1970. Undefined for a state that is forged, too old, or for another spending
 * (also after the plan or the cost has changed).
 */
export function readQuestion(key: Uint8Array, spending: Spending, state: string, now: number): number | undefined {
  const [moment = '', signature = ''] = state.split('.')
  const askedAt = Number.parseInt(moment, 36)
  if (!Number.isSafeInteger(askedAt) || now < askedAt || now - askedAt > QUESTION_MS) return undefined
  return same(signature, mac(key, 'question', spending, askedAt).toString('base64url')) ? askedAt : undefined
}

/** A code that names the cost, e.g. `1240-credits-k7q2mx`. It is valid for this spending, for at least fifteen minutes. */
export function approvalCode(key: Uint8Array, spending: Spending, now: number): string {
  return codeOf(key, spending, Math.floor(now / MINUTE) * MINUTE)
}

/**
 * The minute in which a code was issued, in milliseconds since 1970. Undefined for a code that is wrong, for another spending or too
 * old. A code is valid for 15 to 16 minutes, never for less than the 15 that people are told.
 */
export function readCode(key: Uint8Array, spending: Spending, code: string, now: number): number | undefined {
  const newest = Math.floor(now / MINUTE) * MINUTE
  for (let minute = newest; minute >= newest - CODE_MS; minute -= MINUTE) {
    if (same(code.trim().toLowerCase(), codeOf(key, spending, minute))) return minute
  }
  return undefined
}

/** 32 signs without letters and digits that people confuse, such as l and 1. `x` is there twice, to make 32. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789x'
const CODE_LENGTH = 6

function codeOf(key: Uint8Array, spending: Spending, minute: number): string {
  const digest = mac(key, 'code', spending, minute)
  const letters = Array.from(digest.subarray(0, CODE_LENGTH), byte => ALPHABET.charAt(byte % 32)).join('')
  return `${spending.cost}-credits-${letters}`
}

function mac(key: Uint8Array, purpose: string, spending: Spending, moment: number): Buffer {
  return createHmac('sha256', key)
    .update(`${purpose}\n${moment}\n${spendingKey(spending)}`)
    .digest()
}

function same(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)]
  return left.length === other.length && timingSafeEqual(left, other)
}
