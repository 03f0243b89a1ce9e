import type { FormatFacts } from '../format.ts'

const NEVER =
  'picture|pictures|image|images|drawing|drawings|form field|form fields|Bilder|Formularfelder|images|imágenes|画像'.split(
    '|',
  )

export const pdfFacts: FormatFacts = {
  family: 'pdf',
  extensions: ['pdf'],
  traits: { ordinals: 'page', never: NEVER },
}
