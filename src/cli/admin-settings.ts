import * as z from 'zod'
import { SCOPE_NAMES } from '../contract/scopes.ts'
import { choice, dateOrTime, filesAddress, openDatabaseAddress, someText, whole } from './kinds.ts'
import { about, environment, flag } from './setting-facts.ts'

/** Settings of the operator's commands, which work on the data folder. */
export const adminSettings = {
  name: someText()
    .optional()
    .register(about, { ...flag, value: 'TEXT', commands: ['keys'], help: 'name of the new key' }),
  scopes: z
    .array(someText())
    .default([])
    .register(about, {
      ...flag,
      value: 'SCOPES',
      commands: ['keys', 'members'],
      help: `what the new key, or the agents of the member, may do: ${SCOPE_NAMES.join(', ')}`,
      unset: 'all but batches:create, which spends',
    }),
  expires: dateOrTime()
    .optional()
    .register(about, {
      ...flag,
      value: 'DATE',
      commands: ['keys', 'credits'],
      help: 'when the key or the grant ends',
      unset: 'never',
    }),
  role: choice(['admin', 'member'])
    .optional()
    .register(about, {
      ...flag,
      value: 'admin|member',
      commands: ['members'],
      help: 'an admin sees and ends every connection of the workspace, a member only her own; the scopes decide what the agents of both may do',
      unset: 'member',
    }),
  member_password: z
    .string()
    .min(1, 'some text')
    .optional()
    .register(about, {
      ...environment,
      value: 'TEXT',
      commands: ['members'],
      help: 'the password that `members password` sets, if nobody can type it at a terminal',
      unset: 'asked for on the terminal',
    }),
  slug: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'TEXT',
      commands: ['workspaces'],
      help: 'short name of the new workspace',
      unset: 'made from its name',
    }),
  since: dateOrTime()
    .optional()
    .register(about, {
      ...flag,
      value: 'DATE',
      commands: ['audit'],
      help: 'show only entries from this moment on',
      unset: 'all that are kept',
    }),
  until: dateOrTime()
    .optional()
    .register(about, {
      ...flag,
      value: 'DATE',
      commands: ['audit', 'files', 'allow'],
      help: 'audit: show only entries before this moment; files: only those of translations created before it; allow: when the allowance ends',
    }),
  who: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'NAME',
      commands: ['audit'],
      help: 'show only what this member, key, program or address did or was concerned by; operator for these commands',
    }),
  what: z
    .array(someText())
    .default([])
    .register(about, {
      ...flag,
      value: 'KINDS',
      commands: ['audit'],
      help: 'show only these kinds, for example spending_approved,signed_in',
      unset: 'all',
    }),
  limit: whole(1, 1_000_000)
    .optional()
    .register(about, {
      ...flag,
      value: 'N',
      commands: ['audit', 'files'],
      help: 'show so many entries at most',
      unset: 'the newest 1,000; with --json all',
    }),
  cursor: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'ID',
      commands: ['audit', 'files'],
      help: 'go on after this entry, which the page before ended with',
    }),
  project: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'LABEL',
      commands: ['memory', 'glossary'],
      help: 'only what was translated for this project, as `memory show` names it; memory import: the project that all goes into; glossary: the glossaries of this project',
    }),
  without_project: z
    .boolean()
    .default(false)
    .register(about, {
      ...flag,
      commands: ['memory'],
      help: 'only what was translated without a project; import: all goes into the workspace',
    }),
  file: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'NAME',
      commands: ['memory'],
      help: 'only what was last in a file of this name',
    }),
  member: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'NAME',
      commands: ['memory'],
      help: 'only what was translated for this member; also the id of one that was removed, or of a key',
    }),
  with_keys: z
    .boolean()
    .default(false)
    .register(about, {
      ...flag,
      commands: ['backup'],
      help: 'take the keys too: the workspace key of this program, the keys of sign-in and of approvals; who has the file can then act as the service and all its members',
    }),
  move_from: someText()
    .optional()
    .register(about, {
      ...flag,
      flag: 'from',
      value: 'DIR',
      commands: ['move'],
      help: 'the data folder whose state is moved',
      unset: 'the data folder of this program',
    }),
  move_to: openDatabaseAddress()
    .optional()
    .register(about, {
      ...flag,
      flag: 'to',
      value: 'URL',
      commands: ['move'],
      help: 'the empty PostgreSQL database that it is moved to, without a password (PGPASSWORD has that)',
      unset: 'TRANSLATION_DATABASE_URL',
    }),
  move_files: filesAddress()
    .optional()
    .register(about, {
      ...flag,
      flag: 'files',
      value: 'URL',
      commands: ['move'],
      help: 'the empty place that its files are moved to: s3://bucket/prefix or file:///shared/folder',
      unset: 'TRANSLATION_FILES_URL; without it they stay in the folder',
    }),
  workspace: someText()
    .default('local')
    .register(about, {
      ...flag,
      value: 'SLUG',
      commands: ['keys', 'credits', 'memory', 'files', 'members', 'audit'],
      help: 'short name of the workspace that the command works on',
    }),
}
