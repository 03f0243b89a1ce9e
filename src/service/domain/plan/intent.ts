import type { Tier } from './price.ts'
import type { Selection } from './selection.ts'

/** What an instruction asks for, after the instructions before it: plain data, kept with the plan. */
export interface Intent {
  /** Supported tags, in the order they were named; never empty. */
  readonly target_languages: readonly string[]
  /** Only where an instruction says it. */
  readonly source_language?: string
  readonly quality_tier: Tier
  readonly selection: Selection
  /** Terms that stay as they are in every language. */
  readonly keep_untranslated: readonly string[]
  /** Wishes about style that go to the engine, also those of earlier instructions. */
  readonly guidance: readonly string[]
  /** Clauses of this instruction that were carried out, word for word. */
  readonly applied: readonly string[]
  /** Clauses of this instruction that nobody will act on, word for word. */
  readonly not_understood: readonly string[]
}
