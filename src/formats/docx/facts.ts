import type { FormatFacts } from '../format.ts'

const NEVER = 'style|formatting|layout|picture|image|field|macro|Formatvorlagen|Bilder|estilos|スタイル|画像'.split('|')

export const docxFacts: FormatFacts = {
  family: 'docx',
  extensions: ['docx'],
  traits: {
    part_noun: 'section',
    part_separator: ' > ',
    ordinals: 'paragraph',
    called: ['word', 'docx'],
    never: NEVER,
  },
}
