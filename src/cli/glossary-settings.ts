import * as z from 'zod'
import { GLOSSARY_FORMATS } from './glossary/formats.ts'
import { choice, languageTag } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const ofGlossary = { ...flag, commands: ['glossary'] } as const

/** Settings of the glossary command. */
export const glossarySettings = {
  from: languageTag()
    .optional()
    .register(about, {
      ...ofGlossary,
      value: 'TAG',
      help: 'import: the language of the terms that are translated',
      unset: 'as the file says',
    }),
  format: choice(GLOSSARY_FORMATS)
    .optional()
    .register(about, {
      ...ofGlossary,
      value: GLOSSARY_FORMATS.join('|'),
      help: 'the format of the file',
      unset: 'export: tbx; import: as the file looks',
    }),
  replace: z
    .boolean()
    .default(false)
    .register(about, { ...ofGlossary, help: 'import: the file is the whole glossary; other terms are removed' }),
  dry_run: z
    .boolean()
    .default(false)
    .register(about, { ...ofGlossary, help: 'import: say what would change, and change nothing' }),
}
