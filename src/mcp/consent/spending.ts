import { createHmac, timingSafeEqual } from 'node:crypto'

/** One exact spending. A question or code for it is not valid for any other. */
export interface Spending {
  readonly principal: string
  readonly batch_id: string
  readonly plan_revision: string
  /** Credits. */
  readonly cost: number
}

/** How long a question may stay unanswered, and how long a code lives, in milliseconds. */
export const QUESTION_MS = 10 * 60_000
export const CODE_MS = 15 * 60_000

const MINUTE = 60_000

/** The key under which this process keeps what it knows of a spending. */
export function spendingKey({ principal, batch_id, plan_revision, cost }: Spending): string {
  return [principal, batch_id, plan_revision, cost].join('\n')
}

/** The state of a question: when it was asked, and a signature that binds that moment to the spending. */
export function signQuestion(key: Uint8Array, spending: Spending, askedAt: number): string {
  return `${askedAt.toString(36)}.${mac(key, 'question', spending, askedAt).toString('base64url')}`
}

/**
 * When the question was asked, in milliseconds since 1970; undefined for a state that is forged, of another spending
 * (the plan or the cost has moved) or too old.
 */
export function readQuestion(key: Uint8Array, spending: Spending, state: string, now: number): number | undefined {
  const [moment = '', signature = ''] = state.split('.')
  const askedAt = Number.parseInt(moment, 36)
  if (!Number.isSafeInteger(askedAt) || now < askedAt || now - askedAt > QUESTION_MS) return undefined
  return same(signature, mac(key, 'question', spending, askedAt).toString('base64url')) ? askedAt : undefined
}

/** A code that names the cost, e.g. `1240-credits-k7q2mx`, for this spending and the next fifteen minutes. */
export function approvalCode(key: Uint8Array, spending: Spending, now: number): string {
  return codeOf(key, spending, Math.floor(now / MINUTE) * MINUTE)
}

/**
 * The minute in which a code was issued, in milliseconds since 1970; undefined for a code that is wrong, of another
 * spending, or from a minute more than fifteen ago: what is printed as fifteen minutes is never less.
 */
export function readCode(key: Uint8Array, spending: Spending, code: string, now: number): number | undefined {
  const newest = Math.floor(now / MINUTE) * MINUTE
  for (let minute = newest; minute >= newest - CODE_MS; minute -= MINUTE) {
    if (same(code.trim().toLowerCase(), codeOf(key, spending, minute))) return minute
  }
  return undefined
}

/** Leaves out letters and digits that people confuse, such as l and 1. */
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
