import type { FixedWords } from '../../checks/index.ts'
import type { PlaceholderSyntax, UnitContext } from '../../formats/index.ts'
import type { EngineFacts, Workload } from '../domain/engine-facts.ts'
import type { Tier } from '../domain/price.ts'

/** A text to translate, with what helps to translate it. `id` comes back with the translation. */
export interface Segment {
  readonly id: string
  readonly text: string
  readonly part?: string
  readonly syntax?: PlaceholderSyntax
  readonly note?: string
  /** What else the file says of it: its kind, its row, what its placeholders stand for. */
  readonly context?: UnitContext
  /** The texts before and after it in the file: they help to understand it, and are not translated with it. */
  readonly before?: string
  readonly after?: string
  /** The most characters that its translation may have, where the format has a limit. */
  readonly max_length?: number
  /** Translations of like texts that the project has: they show its tone and terms. */
  readonly examples?: readonly Example[]
  /** Present when an earlier translation was refused: that translation, and what was wrong with it. */
  readonly repair?: { readonly translation: string; readonly reasons: readonly string[] }
}

/** A text and its translation. */
export interface Example {
  readonly source: string
  readonly translation: string
}

/** What holds for all segments of one call: one pair of languages, and what the plan says. */
export interface EngineJob extends FixedWords {
  readonly source: string
  readonly target: string
  readonly tier: Tier
  /** The caller's own words about style; where two disagree, the later one counts. */
  readonly guidance: readonly string[]
  /** Names of checks that the operator switched off for this pair of languages. */
  readonly unchecked?: readonly string[]
  readonly signal?: AbortSignal
  /** Told of each request that is charged: what its account was charged, in the unit of the engine's metering. */
  readonly used?: (amount: number) => void
  /** Told of each request that has ended: what was booked for it before it was sent. No engine calls it. */
  readonly ended?: (booked: number) => void
}

export interface Translated {
  readonly id: string
  readonly text: string
  /** Why the engine doubts it. The segment is then asked for once more. */
  readonly doubt?: string
}

/** The most that one call of `translate` takes, and how many calls run at the same time. */
export interface Round {
  readonly segments: number
  readonly characters: number
  readonly concurrency: number
  /** After so many rounds each may have more segments: little work is spread over calls, and more of it repeats what each call needs less often. */
  readonly later?: { readonly after: number; readonly segments: number }
}

/**
 * Why an engine gave no translations.
 *
 * - `passing`: it is down, busy or slow; try again, not before `retry_after_ms`
 * - `quota`: its allowance is used up
 * - `refused`: its key or address is not accepted
 * - `unusable`: it answered with something else than it was asked for
 *
 * `message` is for people. It holds no key, no address and no text of the file.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly kind: 'passing' | 'quota' | 'refused' | 'unusable'
  readonly retry_after_ms: number | undefined
  readonly limit: EngineLimit | undefined

  constructor(kind: EngineError['kind'], message: string, retry_after_ms?: number, limit?: EngineLimit) {
    super(message)
    this.kind = kind
    this.retry_after_ms = retry_after_ms
    this.limit = limit
  }
}

/** An engine says that it is asked too often (status 429). */
export interface EngineLimit {
  /** Its own words, for the person whose work waits, and for no log; undefined where it gave none. */
  readonly said: string | undefined
}

/** Why an engine gave no translations, with its own words where it has a limit: for the person whose work waits. */
export function explained({ message, limit }: EngineError): string {
  return limit?.said === undefined ? message : `${message} It says: “${limit.said}”`
}

/** How an engine charges its account. */
export interface Metering {
  readonly unit: 'characters' | 'tokens'
  /** About what one call for this round is charged, with its answer. Pure: nobody is called. */
  cost(round: readonly Segment[], job: EngineJob): number
}

/** A translator. It never sees the file, only segments. */
export interface Engine {
  readonly id: string
  /** Who translates: this service through `translate`, or the caller's own model through the segments of the API. */
  readonly hands: 'service' | 'caller'
  readonly round: Round
  /** What its translations depend on besides its id, such as the model. A translation of another edition is not used again. */
  readonly edition?: (tier: Tier) => string
  /** The model that translates a tier, where that is known; its price may be its own. */
  readonly model?: (tier: Tier) => string | undefined
  /** Present where an account is charged for it. */
  readonly metering?: Metering
  /** True where examples help it. */
  readonly takes_examples?: true
  /** True where its translations are not worth remembering. */
  readonly forgetful?: true
  describe(work: Workload): EngineFacts
  supports(source: string, target: string): boolean | Promise<boolean>
  /**
   * Yields translations in any order, each at most once. A segment that does not come back was not translated. Ends early on `signal`.
   *
   * @throws {EngineError} while iterating; the translations before it are good
   */
  translate(batch: readonly Segment[], job: EngineJob): AsyncIterable<Translated>
}
