import { traitsOf } from '../../formats/index.ts'
import { languageName } from '../domain/languages.ts'
import { PlanRefusal } from '../domain/plan-refusal.ts'
import type { PartSurvey, Survey } from '../domain/survey.ts'
import { readInstruction } from './intent.ts'
import { textsAmongSettings } from './settings-file.ts'
import { separatorOf, translatableUnits } from './survey.ts'

/** Widely asked targets, in the order they are suggested. */
const TARGETS = ['es', 'de', 'fr', 'ja']

/**
 * Three instructions that fit a file, none where it has no text to translate. `readInstruction` understands all of each (CRE-8).
 * `fallback` is the source language assumed where the survey knows none.
 */
export function suggest(survey: Survey, fallback = 'en'): string[] {
  const source = new Intl.Locale(survey.source_language?.tag ?? fallback).language
  if (!survey.parts.some(part => translatableUnits(part) > 0)) return ofSettings(survey, source)
  const [first = '', second = '', third = ''] = TARGETS.filter(tag => tag !== source).map(languageName)
  const particular = [stateChoice(survey, second), partChoice(survey, second)].find(
    choice => choice !== undefined && isTakenWhole(choice, survey, fallback),
  )
  return [
    `Translate into ${first}.`,
    `Translate into ${first}, ${second} and ${third}, lite quality.`,
    particular ?? `Translate into ${second} in a formal tone.`,
  ]
}

/** For a file of settings, what takes one of its texts: none is translated unless somebody asks. */
function ofSettings(survey: Survey, source: string): string[] {
  const named = textsAmongSettings(survey).find(part => NAMEABLE.test(part))
  if (named === undefined) return []
  return TARGETS.filter(tag => tag !== source)
    .slice(0, 3)
    .map(tag => `Translate only “${named}” into ${languageName(tag)}.`)
}

const NAMEABLE = /^[\p{L}\p{N} _/.'-]{1,60}$/u

function isTakenWhole(instruction: string, survey: Survey, source_language: string): boolean {
  try {
    return (
      readInstruction(instruction, { survey, defaults: { source_language, quality_tier: 'standard' } }).not_understood
        .length === 0
    )
  } catch (thrown) {
    if (thrown instanceof PlanRefusal) return false
    throw thrown
  }
}

/** For a file that is partly translated, an instruction that also takes what is left out by default. */
function stateChoice({ parts }: Survey, language: string): string | undefined {
  const done = parts.some(part => part.left_out.already_translated !== undefined)
  return done ? `Translate everything into ${language}, also what is already translated.` : undefined
}

function partChoice(survey: Survey, language: string): string | undefined {
  const part = largestSection(survey)
  const noun = traitsOf(survey.extension).part_noun
  const called = noun === undefined ? '' : `the ${noun} `
  return part === undefined ? undefined : `Translate only ${called}“${part}” into ${language}.`
}

/** The outermost name of the parts with the most words, in a file that has several. */
function largestSection({ parts, extension }: Survey): string | undefined {
  const separator = separatorOf(extension)
  const words = new Map<string, number>()
  for (const part of parts) {
    if (translatableUnits(part) === 0) continue
    const section = separator === '' ? part.part : (part.part.split(separator)[0] ?? '')
    words.set(section, (words.get(section) ?? 0) + wordsOf(part))
  }
  if (words.size < 2) return undefined
  const [largest = ''] = [...words].sort(([, a], [, b]) => b - a).map(([section]) => section)
  return NAMEABLE.test(largest) ? largest : undefined
}

function wordsOf({ words, left_out }: PartSurvey): number {
  return Object.values(left_out).reduce((rest, group) => rest - group.words, words)
}
