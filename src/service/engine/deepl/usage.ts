import { termSearchFor } from '../../../checks/index.ts'
import { encodeForMachine } from '../codes-machine.ts'
import type { EngineJob, Segment } from '../engine.ts'

const TAG = /<[^<>]*>/g
const ENTITY = /&(?:amp|lt|gt);/g

/**
 * What DeepL counts of texts as they are sent to it: code points of the source, without tags
 * (https://support.deepl.com/hc/en-us/articles/360020685720).
 */
export function countedCharacters(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + [...text.replace(TAG, '').replace(ENTITY, '&')].length, 0)
}

/** The characters of a round: the same for every target language. Terms that are sent as fixed codes count as they are written. */
export function charactersFor(round: readonly Segment[], job: EngineJob): number {
  const keep = termSearchFor({ glossary: [], keep: job.keep })
  return countedCharacters(
    round.flatMap(({ text, syntax }) => encodeForMachine(text, syntax, { dress: 'xml', terms: keep }).texts),
  )
}
