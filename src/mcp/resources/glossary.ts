import { api } from '../../contract/operations.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { shownGlossary, shownTerm } from '../render/glossary.ts'
import type { ResourceDefinition } from './resource.ts'

export const glossaryResource: ResourceDefinition = {
  address: 'translation://glossaries/{language_pair}',
  name: 'glossary',
  title: 'A glossary',
  description: 'The terms of a language pair such as en-de. The same as get_glossary.',
  calls: [api.glossaries.get],
  read: async (language_pair, { parts, signal }) => {
    const { data } = await parts.client.call(api.glossaries.get, { params: { language_pair } }, { signal })
    return { glossary: { ...shownGlossary(data), terms: data.terms.map(shownTerm) }, data_notice: DATA_NOTICE }
  },
}
