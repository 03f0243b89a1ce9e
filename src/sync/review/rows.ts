/** What a reviewer is given to read: the texts of a translation with what is known of each. */
import { issuesIn, messageOf, readConsistency } from '../../checks/index.ts'
import { hashOfText } from '../lock/index.ts'
import type { PairPlan } from '../pair-plan.ts'
import type { StateOfText, TextState } from '../states.ts'
import type { SourceText } from '../texts.ts'
import { hashOfPlace, type ReviewRow, rowIdText } from './row.ts'

/** No terms: a project has no glossary yet. Always the same arrays, so that their search is built once. */
const NO_TERMS = { glossary: [], keep: [] }

/** The states of texts that have a place in the translation, or that get one when they are translated. */
const SHOWN: ReadonlySet<TextState> = new Set(['missing', 'current', 'stale', 'edited', 'edited_stale', 'invalid'])

/** Whether a reviewer saw the translation as it is, for the source as it is. */
export function isReviewed({ state, by }: Pick<StateOfText, 'state' | 'by'>): boolean {
  return state === 'edited' && by?.who === 'reviewer'
}

/**
 * The rows of one translation, in the order of the source.
 *
 * @param all also what was reviewed already
 */
export function reviewRows(pair: PairPlan, { all }: { readonly all: boolean }): readonly ReviewRow[] {
  const consistency = readConsistency()
  return pair.states.flatMap(state => {
    const source = pair.texts.get(state.path)
    const translation = pair.target.get(state.path)?.text ?? ''
    // A source without words, which has no translation, asks for nothing.
    if (source === undefined || !SHOWN.has(state.state) || (translation === '' && state.state === 'current')) return []
    const unlike = translation === '' ? [] : consistency.next(source.text, translation, source.key)
    if (isReviewed(state) && !all) return []
    const id = { place: hashOfPlace(pair, state.path), source: source.hash, written: hashOfText(translation) }
    return {
      ...{ id: rowIdText(id), key: source.key, file: pair.path, language: pair.language },
      ...{ context: contextOf(source), max_length: source.max_length, source: source.text, translation },
      ...{ state: stateWords(state), doubts: [...doubtsOf(pair, source, translation), ...unlike].join(' ') },
    }
  })
}

function doubtsOf(
  { source_language, language }: Pick<PairPlan, 'source_language' | 'language'>,
  source: SourceText,
  translation: string,
): readonly string[] {
  if (translation === '') return []
  const issues = issuesIn(source, translation, { source: source_language, target: language, ...NO_TERMS })
  return [messageOf(issues)].filter(words => words !== undefined)
}

function contextOf({ note, sense, max_length }: SourceText): string {
  const parts = [...new Set([note, sense]), max_length === undefined ? undefined : `At most ${max_length} characters`]
  return parts.filter(part => part !== undefined && part !== '').join(' · ')
}

function stateWords({ state, by }: StateOfText): string {
  if (state === 'missing') return 'missing'
  const who = by?.who === 'reviewer' ? `reviewed by ${by.name}, ${by.date}` : (by?.who ?? 'person')
  return STALE.has(state) ? `${who}; the source changed since` : state === 'invalid' ? `${who}; broken` : who
}

const STALE: ReadonlySet<TextState> = new Set(['stale', 'edited_stale'])
