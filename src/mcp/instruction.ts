import type { QualityTier } from '../contract/batch.ts'
import { SKIPPABLE_CHECKS, SWITCHABLE_CHECKS } from '../contract/check-names.ts'
import { type ExactWishes, writeExactWishes } from '../contract/exact-wishes.ts'
import { LIMITS } from '../contract/limits.ts'
import { ToolRefusal } from './failure.ts'
import { quoted } from './render/data.ts'
import { count } from './render/numbers.ts'

/** What a caller says about a translation, in separate arguments and in plain words. */
export interface Wishes {
  readonly target_languages?: readonly string[] | undefined
  readonly source_language?: string | undefined
  readonly quality_tier?: QualityTier | undefined
  readonly only?: readonly string[] | undefined
  readonly leave_out?: readonly string[] | undefined
  readonly keep_untranslated?: readonly string[] | undefined
  readonly tone?: string | undefined
  readonly skip_checks?: readonly string[] | undefined
  readonly instruction?: string | undefined
}

/**
 * What the arguments state exactly. The order of names and their repetition say nothing, so the same names give the same wishes.
 *
 * @throws {ToolRefusal} invalid_language_tag; unknown_check
 */
function exactWishesOf(wishes: Wishes): ExactWishes {
  const {
    target_languages = [],
    source_language,
    quality_tier,
    only,
    leave_out,
    keep_untranslated,
    tone,
    skip_checks,
  } = wishes
  return {
    ...(target_languages.length > 0 && { target_languages: [...new Set(target_languages.map(tagOf))] }),
    ...(source_language !== undefined && { source_language: tagOf(source_language) }),
    ...(quality_tier && { quality_tier }),
    ...(only && { only: sorted(only) }),
    ...(leave_out && { leave_out: sorted(leave_out) }),
    ...(keep_untranslated && { keep_untranslated: sorted(keep_untranslated.filter(word => word.trim() !== '')) }),
    ...(tone !== undefined && { tone: tone.trim() }),
    ...(skip_checks && { skip_checks: sorted(skip_checks.map(checkCalled)) }),
  }
}

/** The same wishes where there is no plan before: what would clear something says nothing, and the order of languages neither. */
export function firstWishes<Asked extends Wishes>(asked: Asked): Asked {
  const { target_languages, only, leave_out, keep_untranslated, tone, skip_checks } = asked
  const some = (names: readonly string[] | undefined) => (names?.length ? names : undefined)
  return {
    ...asked,
    target_languages: target_languages && sorted(target_languages),
    only: some(only),
    leave_out: some(leave_out),
    keep_untranslated: some(keep_untranslated),
    tone: tone?.trim() || undefined,
    skip_checks: some(skip_checks),
  }
}

/** What is sent of wishes. */
export interface CompiledWishes {
  readonly exact: ExactWishes
  /** Undefined if the caller gave nothing. */
  readonly instruction: string | undefined
  /** True where words of the caller follow the arguments. */
  readonly words: boolean
}

/**
 * The instruction for the API: the arguments as sentences, then the caller's own words. The contract has no body fields for these
 * arguments, and a strict server refuses unknown fields.
 *
 * @throws {ToolRefusal} invalid_language_tag; unknown_check; too_long for the service
 */
export function compileWishes(wishes: Wishes): CompiledWishes {
  const exact = exactWishesOf(wishes)
  const words = wishes.instruction?.trim() ?? ''
  const instruction = [writeExactWishes(exact), words].filter(Boolean).join(' ') || undefined
  if ((instruction?.length ?? 0) > LIMITS.instruction_length.max) throw tooLong(instruction?.length ?? 0)
  return { exact, instruction, words: words !== '' }
}

function tooLong(length: number): ToolRefusal {
  return new ToolRefusal('too_long', [
    `Nothing was done or sent: the instruction with its arguments has ${count(length)} characters, and the service takes ${count(LIMITS.instruction_length.max)}.`,
    'Name fewer parts: "menu.*" stands for all below "menu.", and leave_out may be shorter than only. A later plan_batch can say the rest.',
  ])
}

/** @throws {ToolRefusal} unknown_check */
function checkCalled(name: string): string {
  if (SKIPPABLE_CHECKS.includes(name)) return name
  const why = SWITCHABLE_CHECKS.includes(name)
    ? `a translation that ${name} refuses would break the file, so only an operator can switch it off (--unchecked)`
    : `there is no check of the name ${quoted(name, 40)}`
  throw new ToolRefusal('unknown_check', [
    `Nothing was done: ${why}.`,
    `These can be switched off here: ${SKIPPABLE_CHECKS.join(', ')}.`,
  ])
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

/** The shape of a BCP 47 tag. The service decides whether it supports the language. */
const TAG = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/

/** True for a text of the shape of a BCP 47 tag. */
export function looksLikeTag(text: string): boolean {
  return TAG.test(text)
}

function tagOf(tag: string): string {
  const trimmed = tag.trim()
  if (!TAG.test(trimmed)) {
    throw new ToolRefusal('invalid_language_tag', [
      `Nothing was done: "${trimmed.slice(0, 40)}" is not a BCP 47 language tag such as de, pt-BR or zh-Hans.`,
      'list_languages finds the tag for a name; or name the language in instruction instead.',
    ])
  }
  return trimmed.replaceAll('_', '-')
}
