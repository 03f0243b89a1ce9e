import { createHash } from 'node:crypto'
import type { Plan } from '../../contract/plan.ts'
import type { EngineFacts, Workload } from '../domain/engine-facts.ts'
import type { Intent } from '../domain/intent.ts'
import { creditCost, RATES, type Tier } from '../domain/price.ts'
import type { Measurement } from './measure.ts'
import { adviceOnSource, type SourceLanguage } from './source-language.ts'

export interface Composition {
  readonly intent: Intent
  readonly source: SourceLanguage
  readonly measurement: Measurement
  /** Only those of the plan's pairs. `edition` changes with each change of the glossary. */
  readonly glossaries: readonly {
    readonly language_pair: string
    readonly term_count: number
    readonly edition: string
    /** True for the project's own. */
    readonly project?: true
  }[]
  readonly engine: EngineFacts
  /** Of a sample: the batch that it is a sample of. */
  readonly sample_of?: string | undefined
  /** See `sampleAdvised`. */
  readonly advised?: Pick<Plan, 'sample_texts'>
}

/**
 * How much is to be translated anew, in all target languages together, and what it would cost in credits of the workspace. The
 * engine decides whether it charges these credits. Remembered translations cost nothing. `usage`: see Workload.
 */
export function workloadOf(intent: Intent, measurement: Measurement, usage = 0): Workload {
  const languages = workByLanguage(intent, measurement)
  const sum = (of: 'words' | 'characters' | 'credits'): number =>
    languages.reduce((all, language) => all + language[of], 0)
  return { words: sum('words'), characters: sum('characters'), credits: sum('credits'), usage }
}

const NOTHING = { segments: 0, words: 0, characters: 0, known: { words: 0, characters: 0 } } as const

/** The same for each target language, in their order. */
function workByLanguage(intent: Intent, { languages, part_of }: Measurement) {
  return intent.target_languages.map((language, at) => {
    const taken = languages[at] ?? NOTHING
    const words = taken.words - taken.known.words
    const credits =
      part_of === undefined
        ? creditCost(words, 1, intent.quality_tier)
        : shareOf(words, part_of.get(language) ?? words, intent.quality_tier)
    return { language, words, characters: taken.characters - taken.known.characters, credits }
  })
}

/** What some words take off the price of all: what is left costs the rest, to the credit, however prices are rounded. */
function shareOf(words: number, all: number, tier: Tier): number {
  return creditCost(all, 1, tier) - creditCost(Math.max(0, all - words), 1, tier)
}

/** How the credits are counted, where they are what this service asks for the words. */
function priceOf({ intent, measurement, engine }: Composition): Pick<Plan, 'price'> {
  const languages = workByLanguage(intent, measurement)
  const sum = languages.reduce((all, { credits }) => all + credits, 0)
  if (engine.billing.who !== 'workspace' || engine.credit_cost !== sum) return {}
  const rows = languages.map(({ language, words, credits }) => ({ language, new_words: words, credits }))
  return { price: { rates: RATES.map(rate => ({ ...rate })), languages: rows } }
}

/** What each language gets, where they do not all get the same. */
function byLanguage({ intent, measurement: { languages } }: Composition): Pick<Plan, 'by_language'> {
  const [first] = languages
  if (languages.every(({ segments, words }) => segments === first?.segments && words === first.words)) return {}
  const by_language = intent.target_languages.map((language, at) => {
    const { segments, words } = languages[at] ?? NOTHING
    return { language, segments, words }
  })
  return { by_language }
}

/** The plan that is shown and approved (contract, Plan of a translation). Its revision names its exact content. */
export function compose(composition: Composition): Plan {
  const { intent, source, measurement, glossaries, engine } = composition
  const { words: new_words } = workloadOf(intent, measurement)
  const content = {
    credit_cost: engine.credit_cost,
    word_count: measurement.counts.selected_words,
    new_words,
    reused_words: measurement.languages.reduce((all, { words }) => all + words, 0) - new_words,
    source_language: source.tag,
    source_language_from: source.from,
    target_languages: [...intent.target_languages],
    quality_tier: intent.quality_tier,
    included: measurement.included.map(row => ({ ...row })),
    not_included: measurement.not_included.map(row => ({ ...row })),
    applied: [...intent.applied],
    guidance: [...intent.guidance],
    not_understood: [...intent.not_understood],
    keep_untranslated: [...intent.keep_untranslated],
    preview: measurement.preview.map(row => ({ ...row })),
    engine: engine.engine,
    text_goes_to: engine.text_goes_to,
    billing: engine.billing,
    ...priceOf(composition),
    ...byLanguage(composition),
    ...(composition.sample_of !== undefined && { sample_of: composition.sample_of }),
    ...composition.advised,
    ...(intent.skip_checks !== undefined && { skipped_checks: [...intent.skip_checks] }),
    advice: [
      ...adviceOnSource(source, intent.target_languages),
      ...adviceOnDrafts(measurement),
      ...(engine.advice ?? []),
    ],
  }
  return revised(content, glossaries)
}

/** What becomes of translations that the file marks as doubtful. */
function adviceOnDrafts({ drafts }: Measurement): string[] {
  if (drafts === 0) return []
  const [what, kept] =
    drafts === 1 ? ['1 fuzzy entry: its draft', 'it'] : [`${drafts} fuzzy entries: their drafts`, 'them']
  return [`${what} will be replaced. “Leave out the fuzzy entries” keeps ${kept}.`]
}

/** A plan with the glossaries as they are now: the same plan where none of them changed (PLN-2, GLO-3). */
export function withGlossaries(plan: Plan, glossaries: Composition['glossaries']): Plan {
  const { plan_revision: _, glossaries: __, ...content } = plan
  return revised(content, glossaries)
}

/** The pairs whose glossary is another one than the plan was approved with. Nothing is known of a plan from before editions. */
export function changedGlossaries(plan: Plan, glossaries: Composition['glossaries']): string[] {
  if (plan.glossaries.some(({ edition }) => edition === undefined)) return []
  const pairs = new Set([...plan.glossaries, ...glossaries].map(({ language_pair }) => language_pair))
  const editionsIn = (rows: Plan['glossaries'] | Composition['glossaries'], pair: string): string =>
    JSON.stringify(rows.flatMap(({ language_pair, edition }) => (language_pair === pair ? [edition] : [])))
  return [...pairs].filter(pair => editionsIn(plan.glossaries, pair) !== editionsIn(glossaries, pair))
}

/**
 * The editions are beside the rows in the revision, as they were before the rows had them, and the price is in its cost: a plan keeps its
 * revision.
 */
function revised(content: Omit<Plan, 'plan_revision' | 'glossaries'>, glossaries: Composition['glossaries']): Plan {
  const editions = glossaries.map(({ edition }) => edition)
  const named = glossaries.map(({ edition: _, ...row }) => row)
  const { price: _, ...said } = content
  const plan_revision = revisionOf({ ...said, glossaries: named, editions })
  return { plan_revision, ...content, glossaries: glossaries.map(row => ({ ...row })) }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const REVISION_LETTERS = 16

/** `pr_` and 80 bits of SHA-256 over the content as canonical JSON (PLN-2). */
export function revisionOf(content: object): string {
  const digest = createHash('sha256').update(canonicalJson(content)).digest()
  const bits = [...digest.subarray(0, REVISION_LETTERS)]
  return `pr_${bits.map(byte => BASE32[byte % BASE32.length]).join('')}`
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
