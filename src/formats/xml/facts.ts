import type { FormatFacts } from '../format.ts'

const NEVER =
  'tag|tags|element|elements|attribute|attributes|name|names|key|keys|comment|comments|Tags|Elemente|Attribute|balises|etiquetas|タグ'.split(
    '|',
  )

export const xmlFacts: FormatFacts = {
  family: 'html',
  extensions: ['xml', 'dita', 'ditamap', 'dbk', 'docbook'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', never: NEVER },
}
