import * as z from 'zod'
import { GLOSSARY_FORMATS } from './glossary/formats.ts'
import { choice, languageTag } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const ofGlossary = { ...flag, commands: ['glossary'] } as const
const ofExchange = { ...flag, commands: ['glossary', 'memory'] } as const

/** Settings of the commands that take files in and give them out. */
export const glossarySettings = {
  from: languageTag()
    .optional()
    .register(about, {
      ...ofExchange,
      commands: [...ofExchange.commands, 'init'],
      value: 'TAG',
      help: 'import: the language of the terms, or texts, that are translated',
      help_in: { init: 'the language of the sources, where no file says it' },
      unset: 'as the file says',
    }),
  format: choice(GLOSSARY_FORMATS)
    .optional()
    .register(about, {
      ...ofExchange,
      value: GLOSSARY_FORMATS.join('|'),
      help: 'the format of the file; tbx is for a glossary only',
      unset: 'glossary export: tbx; memory export: by the ending of FILE, else tmx; import: as the file looks',
    }),
  replace: z
    .boolean()
    .default(false)
    .register(about, { ...ofGlossary, help: 'import: the file is the whole glossary; other terms are removed' }),
  dry_run: z
    .boolean()
    .default(false)
    .register(about, {
      ...ofExchange,
      commands: [...ofExchange.commands, 'init', 'sync', 'review'],
      help: 'say what would change, and change nothing',
    }),
}
