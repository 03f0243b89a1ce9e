import type { FormatFacts } from '../format.ts'

const WORDS = 'style|formatting|layout|picture|image|field|macro|formula|animation|Bilder|estilos|スタイル|画像'

const never = WORDS.split('|')
/** What separates the name of a section, a sheet or a slide from what is in it. */
export const ODS_SEPARATOR = ' > '
export const PAGE_SEPARATOR = ': '

export const odtFacts: FormatFacts = {
  family: 'odf',
  extensions: ['odt'],
  traits: { part_noun: 'section', part_separator: ODS_SEPARATOR, ordinals: 'paragraph', never },
}

export const odsFacts: FormatFacts = {
  family: 'odf',
  extensions: ['ods'],
  traits: {
    ...{ spreadsheet: true, guesses: true, ordinals: 'row', never },
    ...{ part_noun: 'column', part_separator: ODS_SEPARATOR },
  },
}

export const odpFacts: FormatFacts = {
  family: 'odf',
  extensions: ['odp'],
  traits: { part_noun: 'section', part_separator: PAGE_SEPARATOR, ordinals: 'slide', never },
}

export const odgFacts: FormatFacts = {
  family: 'odf',
  extensions: ['odg'],
  traits: { part_noun: 'section', part_separator: PAGE_SEPARATOR, ordinals: 'page', never },
}
