import type { FormatFacts } from '../format.ts'

const NEVER =
  'style|styles|formatting|layout|picture|pictures|image|images|field|fields|macro|macros|Formatvorlagen|Bilder|styles|images|estilos|スタイル|画像'.split(
    '|',
  )

export const docxFacts: FormatFacts = {
  family: 'docx',
  extensions: ['docx'],
  traits: { ordinals: 'paragraph', called: ['word'], never: NEVER },
}
