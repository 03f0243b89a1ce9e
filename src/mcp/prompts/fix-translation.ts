import { step } from '../steps.ts'
import { type PromptDefinition, says } from './prompt.ts'

export const fixTranslation: PromptDefinition = {
  name: 'fix_translation',
  title: 'Correct a finished translation',
  description: 'Finds the lines of a finished translation that are wrong, corrects them and gives the file back.',
  arguments: [
    { name: 'batch_id', description: 'The translation', required: true, completes: 'batch_id' },
    { name: 'wrong', description: 'What is wrong, in your words', required: true },
    { name: 'language', description: 'Of which target language, where there are several', completes: 'languages' },
  ],
  uses: ['get_batch', 'translate_segments', 'get_result'],
  calls: [],
  messages: async ({ batch_id = '', wrong = '', language }) => [
    says(
      `Something is wrong in translation ${batch_id}${language === undefined ? '' : ` (${language})`}: ${wrong}`,
      `Read it with ${step('get_batch', { batch_id })}, find the lines with translate_segments and its search, and show me each line as it is and as you would write it.`,
      'After my yes, hand in only the changed lines with translate_segments, and save the corrected file as next_step says.',
    ),
  ],
}
