/**
 * What was found about a promise. `differs`: the contract is silent there, and the service chose otherwise than assumed (assumptions.md).
 * `untried`: something that the check needs is missing.
 */
export type PromiseVerdict = 'kept' | 'broken' | 'differs' | 'untried'

/** Ends a check before it has found its promise kept. The message says what was seen, or what is missing. */
export class Ended extends Error {
  override readonly name = 'Ended'
  readonly verdict: PromiseVerdict

  constructor(verdict: PromiseVerdict, message: string) {
    super(message)
    this.verdict = verdict
  }
}

export function broken(saw: string): Ended {
  return new Ended('broken', saw)
}

export function differs(saw: string): Ended {
  return new Ended('differs', saw)
}

export function untried(why: string): Ended {
  return new Ended('untried', why)
}

/** @throws {Ended} broken, with what was seen */
export function must(isSo: boolean, saw: string): void {
  if (!isSo) throw broken(saw)
}
