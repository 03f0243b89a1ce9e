import { languageName } from '../languages.ts'
import { findPart } from './selection.ts'
import { type PartSurvey, type Survey, translatableUnits } from './survey.ts'

/** Widely asked targets, in the order they are suggested. */
const TARGETS = ['es', 'de', 'fr', 'ja']

/**
 * Two or three instructions that fit a file, each of which `readInstruction` takes whole (CRE-8).
 * `fallback` is the source language assumed where the survey knows none.
 */
export function suggest(survey: Survey, fallback = 'en'): string[] {
  if (!survey.parts.some(part => translatableUnits(part) > 0)) return []
  const source = new Intl.Locale(survey.source_language?.tag ?? fallback).language
  const [first = '', second = '', third = ''] = TARGETS.filter(tag => tag !== source).map(languageName)
  const part = largestSection(survey.parts)
  return [
    `Translate into ${first}.`,
    `Translate into ${first}, ${second} and ${third}, lite quality.`,
    part === undefined ? `Translate into ${second} in a formal tone.` : `Translate only “${part}” into ${second}.`,
  ]
}

/** The first segment of the parts with the most words, in a file that has several such sections. */
function largestSection(parts: readonly PartSurvey[]): string | undefined {
  const words = new Map<string, number>()
  for (const part of parts) {
    if (translatableUnits(part) === 0) continue
    const section = part.part.split('.')[0] ?? ''
    words.set(section, (words.get(section) ?? 0) + part.words)
  }
  if (words.size < 2) return undefined
  const [largest] = [...words].sort(([, a], [, b]) => b - a).map(([section]) => section)
  const sayable =
    largest !== undefined && /^[\p{L}\p{N} _-]{1,40}$/u.test(largest) && findPart(largest, parts) !== undefined
  return sayable ? largest : undefined
}
