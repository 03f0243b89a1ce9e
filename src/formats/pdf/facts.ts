import type { FormatFacts } from '../format.ts'

const NEVER = 'picture|image|drawing|form field|Bilder|Formularfelder|imágenes|画像'.split('|')

export const pdfFacts: FormatFacts = {
  family: 'pdf',
  extensions: ['pdf'],
  traits: { ordinals: 'page', never: NEVER, pages: 'on_request' },
}
