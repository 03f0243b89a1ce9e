import type { FormatFacts } from '../format.ts'

export const textFacts: FormatFacts = {
  family: 'text',
  extensions: ['txt'],
  traits: { cut_by_wording: true, ordinals: 'paragraph' },
}
