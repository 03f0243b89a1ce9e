import { looksLikeTag } from '../instruction.ts'
import { step } from '../steps.ts'
import { type PromptDefinition, says } from './prompt.ts'

export const translateFile: PromptDefinition = {
  name: 'translate_file',
  title: 'Translate a file',
  description: 'Has a file translated and given back in its own format: plan, cost, your approval, the finished file.',
  arguments: [
    { name: 'file', description: 'Path of the file, or its name where you hand it over', required: true },
    {
      name: 'languages',
      description: 'Target languages, e.g. German, pt-BR',
      required: true,
      completes: 'languages',
    },
    { name: 'wishes', description: 'What to leave out or keep untranslated, tone' },
  ],
  uses: ['create_batch', 'plan_batch', 'approve_batch', 'get_result'],
  calls: [],
  messages: async ({ file = '', languages = '', wishes }, { parts }) => {
    const target_languages = languages.split(/[,;]/).flatMap(language => language.trim() || [])
    const named = target_languages.every(looksLikeTag)
    const instruction = [named ? '' : `Translate into ${target_languages.join(', ')}.`, wishes ?? ''].filter(Boolean)
    const call = {
      ...(parts.settings.transport === 'stdio' ? { file_path: file } : { filename: file }),
      ...(named ? { target_languages } : {}),
      ...(instruction.length === 0 ? {} : { instruction: instruction.join(' ') }),
    }
    return [
      says(
        `Please have a file translated: ${file}, into ${target_languages.join(', ')}.${wishes === undefined ? '' : ` ${wishes}`}`,
        `Begin with ${step('create_batch', call)} and go on as each next_step says; do not translate the file by reading and rewriting it.`,
        'Before anything is spent, tell me the cost, what the plan leaves out and what it did not understand. When it is done, say where the file is and what the checks noted.',
      ),
    ]
  },
}
