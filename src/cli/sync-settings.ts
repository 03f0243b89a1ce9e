import * as z from 'zod'
import { choice, someText } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const list = () => z.array(someText()).default([])
const toggle = () => z.boolean().default(false)
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
  undo: toggle().register(about, { ...ofSync, help: 'take back the last run: each file that was not changed since' }),
}
