import type { FormatFacts } from '../format.ts'
import { propertiesFacts } from './facts.ts'

/** Messages of Play, which are no `.properties`, and nearly so. */
export const playFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['messages'],
  traits: { ...propertiesFacts.traits, called: ['messages'] },
}
