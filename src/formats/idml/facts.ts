import type { FormatFacts } from '../format.ts'

const NEVER =
  'style|styles|formatting|layout|frame|frames|swatch|swatches|picture|pictures|image|images|Formatvorlagen|Bilder|Rahmen|estilos|imágenes|スタイル|画像'.split(
    '|',
  )

export const idmlFacts: FormatFacts = {
  family: 'idml',
  extensions: ['idml'],
  traits: { ordinals: 'paragraph', never: NEVER },
}
