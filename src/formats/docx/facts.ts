import type { FormatFacts } from '../format.ts'

const NEVER =
  'style|styles|formatting|layout|picture|pictures|image|images|field|fields|macro|macros|Formatvorlagen|Bilder|styles|images|estilos|スタイル|画像'.split(
    '|',
  )

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
