import type { FormatFacts } from '../format.ts'

const NEVER = 'style|formatting|layout|picture|image|field|macro|Formatvorlagen|Bilder|estilos|スタイル|画像'.split('|')

/** What separates the headings in the name of a section. */
export const WORD_SECTION_SEPARATOR = ' > '

export const docxFacts: FormatFacts = {
  family: 'docx',
  extensions: ['docx'],
  traits: {
    part_noun: 'section',
    part_separator: WORD_SECTION_SEPARATOR,
    ordinals: 'paragraph',
    called: ['word', 'docx'],
    never: NEVER,
  },
}
