import type { Account } from '../contract/account.ts'
import type { Plan } from '../contract/plan.ts'

/**
 * What this process remembers between calls, by principal. All of it may be lost: then a question is asked again or a
 * reading made again. Bounded, oldest first out.
 */
export interface Memory {
  readonly accounts: Recent<{ readonly account: Account; readonly until: number }>
  /** The plan last returned to a principal, for a service that cannot read one back. */
  readonly plans: Recent<Plan>
  /** Spendings for which a host answered its own question: asking there means nothing until the moment held. */
  readonly unaskable: Recent<number>
  /** Set when a hosted service has shown a plan that the caller's own model is to carry out. */
  hands_out: boolean
  /** Spendings that a person declined, and when: approval codes made before are void. */
  readonly declined: Recent<number>
}

/** A map of bounded size that forgets what was set longest ago. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

/** An empty memory. */
export function createMemory(): Memory {
  return {
    accounts: new Recent(200),
    plans: new Recent(500),
    unaskable: new Recent(500),
    declined: new Recent(500),
    hands_out: false,
  }
}
