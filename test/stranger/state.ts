import { randomBytes } from 'node:crypto'
import type { Choices } from './choices.ts'
import type { Entries } from './shapes.ts'
import type { Work } from './work.ts'

/** A temporary upload. */
export interface Stored {
  readonly id: string
  readonly secret: string
  readonly filename: string
  bytes: Buffer | null
  complete: boolean
  batch: string | null
}

/** Everything that one stranger knows. It lives in memory. */
export interface State {
  readonly choices: Choices
  readonly key: string
  readonly works: Map<string, Work>
  /** By idempotency key: the id of the batch. */
  readonly keys: Map<string, string>
  readonly uploads: Map<string, Stored>
  readonly glossaries: Map<string, Entries>
  /** By the secret of a link: the id of the batch. */
  readonly links: Map<string, string>
  balance: number
  made: number
  now(): number
}

export function newState(choices: Choices, key: string, balance: number): State {
  return {
    ...{ choices, key, balance, made: 0, now: Date.now },
    works: new Map(),
    keys: new Map(),
    uploads: new Map(),
    glossaries: new Map(),
    links: new Map(),
  }
}

/** A new id in the chosen form. */
export function newId(state: State, prefix: string): string {
  state.made += 1
  const forms = {
    prefixed: `${prefix}_${state.made.toString(36).padStart(6, 'k')}`,
    digits: String(1000 + state.made),
    odd: `urn:${prefix}/${state.made}?a=%2F&b ü#c`,
  }
  return forms[state.choices.ids]
}

export function newSecret(): string {
  return randomBytes(18).toString('base64url')
}

/** A refusal, which the server puts into the envelope of an error. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | undefined

  constructor(status: number, code: string, message: string, param?: string) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}
