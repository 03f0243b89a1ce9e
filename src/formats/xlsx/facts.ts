import type { FormatFacts } from '../format.ts'

const NEVER = 'formula|macro|picture|image|Formeln|Bilder|formules|fórmulas|数式'.split('|')

/** What separates the name of a sheet from that of a column. */
export const SHEET_SEPARATOR = ' > '

export const xlsxFacts: FormatFacts = {
  family: 'xlsx',
  extensions: ['xlsx'],
  traits: {
    ...{ spreadsheet: true, guesses: true, units_by_target: true, ordinals: 'row', never: NEVER },
    ...{ part_noun: 'column', part_separator: SHEET_SEPARATOR },
  },
}
