import * as z from 'zod'
import { filesSettings } from './files-settings.ts'
import { databaseAddress } from './kinds.ts'
import { about, environment, OWNERS } from './setting-facts.ts'

/** Where the state of the service inside this program lies, and what its processes share. */
export const stateSettings = {
  database_url: databaseAddress()
    .optional()
    .register(about, {
      ...environment,
      value: 'URL',
      commands: [...OWNERS, 'doctor', 'approve', 'allow', 'backup', 'restore', 'move'],
      help: 'PostgreSQL database (15 or later) for the state of the service inside this program',
      unset: 'the one that the file `database-url` of the data folder names, else a file there',
    }),
  ...filesSettings,
  state_secret: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .register(about, {
      ...environment,
      value: 'TEXT',
      commands: [...OWNERS, 'doctor', 'approve', 'allow'],
      help: 'secret from which all processes on one PostgreSQL database make their keys; alone, signs questions and approval codes',
      unset: 'private files in the data folder',
    }),
  state_secret_previous: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .register(about, {
      ...environment,
      value: 'TEXT',
      commands: [...OWNERS, 'doctor', 'approve', 'allow'],
      help: 'the secret before that one, while it is replaced',
    }),
}
