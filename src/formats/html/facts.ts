import type { FormatFacts } from '../format.ts'

const NEVER =
  'html|tag|tags|element|elements|markup|attribute|attributes|script|scripts|style|styles|css|javascript|comment|comments|html comment|link target|class|classes|Tags|Skripte|Kommentare|balises|scripts|etiquetas|タグ|スクリプト'.split(
    '|',
  )

/** What separates the levels in the name of a section. */
export const PAGE_SECTION_SEPARATOR = ' > '

export const htmlFacts: FormatFacts = {
  family: 'html',
  extensions: ['html', 'htm'],
  traits: {
    part_noun: 'section',
    part_separator: PAGE_SECTION_SEPARATOR,
    free_line_breaks: true,
    called: ['html'],
    never: NEVER,
  },
}
