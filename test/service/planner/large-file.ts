import type { Survey } from '../../../src/service/domain/survey.ts'

const PARTS = 4000

/** What analysis finds in a large catalogue of messages: it has as many parts as are told apart. */
export const LARGE: Survey = {
  extension: 'json',
  parts: Array.from({ length: PARTS }, (_, at) => ({ part: `menu.item${at}.label`, units: 1, words: 2, left_out: {} })),
  choices: { flags: {}, kinds: [] },
  units: PARTS,
  words: 2 * PARTS,
  characters: 10 * PARTS,
}
