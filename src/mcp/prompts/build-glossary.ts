import { step } from '../steps.ts'
import { type PromptDefinition, says } from './prompt.ts'

export const buildGlossary: PromptDefinition = {
  name: 'build_glossary',
  title: 'Build a glossary',
  description: 'Collects the terms that must always be translated the same way, and stores those you agree to.',
  arguments: [
    { name: 'language_pair', description: 'Source and target, e.g. en-de', required: true, completes: 'language_pair' },
    { name: 'from', description: 'Where the terms are: a file, a text, earlier translations' },
  ],
  uses: ['get_glossary', 'manage_glossary'],
  calls: [],
  messages: async ({ language_pair = '', from }) => [
    says(
      `Please build the glossary for ${language_pair}${from === undefined ? '' : ` from ${from}`}.`,
      `Look first at what is there: ${step('get_glossary', { language_pair })}. Then collect product and feature names, words of the interface and terms of the trade that come up again and again; leave out everyday words.`,
      'Show me a table of source, target and a note where a term has more than one meaning, with names that stay untranslated marked. Store only what I agree to, with manage_glossary and its action add_terms.',
    ),
  ],
}
