import type { FormatFacts } from '../format.ts'

const NEVER =
  'style|formatting|layout|frame|swatch|swatches|picture|image|Formatvorlagen|Bilder|Rahmen|estilos|imágenes|スタイル|画像'.split(
    '|',
  )

export const idmlFacts: FormatFacts = {
  family: 'idml',
  extensions: ['idml'],
  traits: { ordinals: 'paragraph', never: NEVER },
}
