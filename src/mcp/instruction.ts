import { ToolRefusal } from './failure.ts'
import { listed } from './render/list.ts'
import { languageLabel } from './render/plan.ts'

/** What a caller says about a translation, in separate arguments and in plain words. */
export interface Wishes {
  readonly target_languages?: readonly string[] | undefined
  readonly source_language?: string | undefined
  readonly quality_tier?: string | undefined
  readonly instruction?: string | undefined
}

/**
 * The instruction for the API: the arguments as one sentence, then the caller's own words. The contract has no body fields for these
 * arguments, and a strict server refuses unknown fields. Undefined if the caller gave nothing.
 *
 * @throws {ToolRefusal} invalid_language_tag
 */
export function compileInstruction({
  target_languages = [],
  source_language,
  quality_tier,
  instruction,
}: Wishes): string | undefined {
  const from = source_language === undefined ? '' : ` from ${named(source_language)}`
  const into = target_languages.length === 0 ? '' : ` into ${listed(target_languages.map(named))}`
  const tier = quality_tier === undefined ? '' : `${quality_tier} quality`
  const words = instruction?.trim() ?? ''
  if (!from && !into) return [tier && `Use ${tier}.`, words].filter(Boolean).join(' ') || undefined
  return [`Translate${from}${into}${tier && `, ${tier}`}.`, words].filter(Boolean).join(' ')
}

/** The shape of a BCP 47 tag. The service decides whether it supports the language. */
const TAG = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/

function named(tag: string): string {
  const trimmed = tag.trim()
  if (!TAG.test(trimmed)) {
    throw new ToolRefusal('invalid_language_tag', [
      `Nothing was done: "${trimmed.slice(0, 40)}" is not a BCP 47 language tag such as de, pt-BR or zh-Hans.`,
      'list_languages finds the tag for a name; or name the language in instruction instead.',
    ])
  }
  return languageLabel(trimmed.replaceAll('_', '-'))
}
