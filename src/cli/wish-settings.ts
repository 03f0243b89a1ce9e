import * as z from 'zod'
import { someText } from './kinds.ts'
import { about, type CommandName, flag } from './setting-facts.ts'

const list = () => z.array(someText()).default([])
const eachOf = (commands: readonly CommandName[], words: string) =>
  Object.fromEntries(commands.map(command => [command, words]))
const ofTranslate = { ...flag, commands: ['translate'] } as const

/** What is wanted of a translation, in place of words in its instruction. */
export const wishSettings = {
  to: list().register(about, {
    ...ofTranslate,
    commands: ['translate', 'init', 'sync', 'watch', 'check', 'review', 'glossary', 'memory'],
    value: 'TAGS',
    help: 'target languages, e.g. de,pt-BR',
    help_in: {
      init: 'target languages beside those whose files are there, e.g. de,pt-BR',
      ...eachOf(['sync', 'watch', 'check', 'review'], 'only these target languages of the project, e.g. de,pt-BR'),
      glossary: 'import: the language that the terms are translated to, e.g. pt-BR',
      memory: 'import: the languages whose translations are taken, e.g. de,pt-BR',
    },
    unset: 'as the instruction or the file says',
    unset_in: {
      init: 'none',
      ...eachOf(['sync', 'watch', 'check', 'review'], 'all of them'),
      ...eachOf(['glossary', 'memory'], 'as the file says'),
    },
  }),
  only: list().register(about, {
    ...ofTranslate,
    value: 'PARTS',
    help: 'only these parts, as the plan names them, e.g. title,menu.*; repeatable, a name with a comma in "…"',
    unset: 'every part',
  }),
  leave_out: list().register(about, {
    ...ofTranslate,
    value: 'PARTS',
    help: 'leave out these parts, written like those of --only',
    unset: 'none',
  }),
  keep: list().register(about, {
    ...ofTranslate,
    value: 'WORDS',
    help: 'keep these words as they are, written like the parts of --only',
    unset: 'none',
  }),
  tone: someText()
    .optional()
    .register(about, {
      ...ofTranslate,
      value: 'TONE',
      help: 'the tone of the translation, e.g. formal',
      unset: 'as the source',
    }),
  mark_unreviewed: z
    .boolean()
    .default(false)
    .register(about, {
      ...ofTranslate,
      help: 'mark what is written as not reviewed, where the format has a mark for it, e.g. fuzzy in a PO file',
    }),
}
