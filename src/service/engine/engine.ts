import type { Plan } from '../../contract/plan.ts'
import type { PlaceholderSyntax } from '../../formats/format.ts'
import type { Tier } from '../domain/plan/price.ts'

/** A piece of text to translate, with what helps to translate it. `id` comes back with the translation. */
export interface Segment {
  readonly id: string
  readonly text: string
  readonly part?: string
  readonly syntax?: PlaceholderSyntax
  readonly note?: string
}

/** A glossary term that the translation has to honour (GLO-3). */
export interface GlossaryTerm {
  readonly source: string
  readonly target: string
  readonly case_sensitive: boolean
}

/** What holds for a whole batch of segments: one pair of languages, and what the plan says. */
export interface Job {
  readonly source: string
  readonly target: string
  readonly tier: Tier
  readonly glossary: readonly GlossaryTerm[]
  /** Terms that stay as they are. */
  readonly keep: readonly string[]
  /** The caller's own words about style; later ones win over earlier ones. */
  readonly guidance: readonly string[]
  readonly signal?: AbortSignal
}

export interface Translated {
  readonly id: string
  readonly text: string
}

/** How much is to be translated, for all target languages together. `credits` is the workspace's price for it. */
export interface Work {
  readonly words: number
  readonly characters: number
  readonly credits: number
}

/** Who translates, where the text goes and who is charged (ENG-1); `credit_cost` is 0 where others bill. */
export interface EngineFacts {
  readonly engine: string
  readonly text_goes_to: string
  readonly credit_cost: number
  readonly billing: NonNullable<Plan['billing']>
}

/** Something that translates. It never sees the file, only segments. */
export interface Engine {
  readonly id: string
  describe(work: Work): EngineFacts
  supports(source: string, target: string): boolean | Promise<boolean>
  /** Translations in any order, each at most once; what does not come back was not translated. Ends early on `signal`. */
  translate(batch: readonly Segment[], job: Job): AsyncIterable<Translated>
}
