import * as z from 'zod'
import { REVIEW_KIND_NAMES } from '../sync/review/kind-names.ts'
import { choice, someText } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const list = () => z.array(someText()).default([])
const toggle = () => z.boolean().default(false)
const ofReview = { ...flag, commands: ['review'] } as const
const ofSync = { ...flag, commands: ['sync'] } as const

/** What is wanted of a run over the files of a repository. */
export const syncSettings = {
  keys: list().register(about, {
    ...ofSync,
    value: 'KEYS',
    help: 'only these keys, e.g. menu.*; a key that is named whole is translated anew even where a person edited it; repeatable',
    unset: 'every key',
  }),
  accept: list().register(about, {
    ...ofSync,
    value: 'KEYS',
    help: 'the edited translations of these keys fit the present source; repeatable',
    unset: 'none',
  }),
  prune: toggle().register(about, { ...ofSync, help: 'remove translations whose source is gone' }),
  require_reviewed: toggle().register(about, {
    ...flag,
    commands: ['check'],
    help: 'every translation has to be one that a reviewer saw',
  }),
  findings_format: choice(['github'])
    .optional()
    .register(about, {
      ...flag,
      flag: 'format',
      commands: ['check'],
      value: 'github',
      help: 'print what a workflow of GitHub shows beside the files',
      unset: 'a line for people',
    }),
  review_format: choice(REVIEW_KIND_NAMES)
    .optional()
    .register(about, {
      ...ofReview,
      flag: 'format',
      value: REVIEW_KIND_NAMES.join('|'),
      help: 'export: the kind of file; csv-semicolon is for a spreadsheet that separates lists by semicolons, in German or French',
      unset: 'by the ending of --out, else csv',
    }),
  reviewer: someText()
    .optional()
    .register(about, {
      ...ofReview,
      value: 'NAME',
      help: 'import: who looked at the texts; the lock records it with the date',
      unset: 'import refuses, but with --dry-run',
    }),
  all: toggle().register(about, {
    ...ofReview,
    help: 'export: also what was reviewed already; import: every row was looked at, marked or not',
  }),
  undo: toggle().register(about, { ...ofSync, help: 'take back the last run: each file that was not changed since' }),
}
