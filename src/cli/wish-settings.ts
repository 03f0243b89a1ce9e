import * as z from 'zod'
import { someText } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const list = () => z.array(someText()).default([])
const ofTranslate = { ...flag, commands: ['translate'] } as const

/** What is wanted of a translation, in place of words in its instruction. */
export const wishSettings = {
  to: list().register(about, {
    ...ofTranslate,
    commands: ['translate', 'init', 'sync', 'watch', 'check', 'glossary', 'memory'],
    value: 'TAGS',
    help: 'target languages, e.g. de,pt-BR; init: beside those that are there; glossary import: the one that the terms are translated to; memory import: those that are taken',
    unset: 'as the instruction or the file says',
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
