import type { FormatFacts, Traits } from '../format.ts'

const TRAITS: Traits = { spreadsheet: true, guesses: true, units_by_target: true, part_noun: 'column', ordinals: 'row' }

export const csvFacts: FormatFacts = { family: 'csv', extensions: ['csv'], traits: TRAITS }
export const tsvFacts: FormatFacts = { family: 'csv', extensions: ['tsv'], traits: TRAITS }
