import type { Command } from './command.ts'
import type { CommandName } from './settings.ts'

/** How the code of a command is loaded: only when the command runs, so that start-up stays short. What is said of it: help/usages.ts. */
interface CommandFacts {
  readonly load: () => Promise<Command>
  /** Present for a command that goes on without the variables that cannot be read: it says itself which, or uses none. */
  readonly looks_into_settings?: true
}

export const COMMANDS: Readonly<Record<CommandName, CommandFacts>> = {
  stdio: {
    load: async () => (await import('./commands/stdio.ts')).stdio,
  },
  http: {
    load: async () => (await import('./commands/http.ts')).http,
  },
  service: {
    load: async () => (await import('./commands/service.ts')).service,
  },
  worker: {
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  login: {
    load: async () => (await import('./commands/login.ts')).login,
  },
  logout: {
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  keys: {
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  engine: {
    load: async () => (await import('./commands/engine.ts')).engine,
  },
  'engine-keys': {
    load: async () => (await import('./commands/engine-keys.ts')).engineKeys,
  },
  credits: {
    load: async () => (await import('./commands/credits.ts')).credits,
  },
  memory: {
    load: async () => (await import('./commands/memory.ts')).memory,
  },
  glossary: {
    load: async () => (await import('./commands/glossary.ts')).glossary,
  },
  files: {
    load: async () => (await import('./commands/files.ts')).files,
  },
  backup: {
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  move: {
    load: async () => (await import('./commands/move.ts')).move,
  },
  members: {
    load: async () => (await import('./commands/members.ts')).members,
  },
  workspaces: {
    load: async () => (await import('./commands/workspaces.ts')).workspaces,
  },
  audit: {
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  demo: {
    load: async () => (await import('./commands/demo.ts')).demo,
    looks_into_settings: true,
  },
  setup: {
    load: async () => (await import('./commands/setup.ts')).setup,
  },
  status: {
    load: async () => (await import('./commands/status.ts')).status,
  },
  doctor: {
    load: async () => (await import('./commands/doctor.ts')).doctor,
    looks_into_settings: true,
  },
  verify: {
    load: async () => (await import('./commands/verify.ts')).verifyService,
  },
  init: {
    load: async () => (await import('./commands/init.ts')).init,
  },
  sync: {
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  check: {
    load: async () => (await import('./commands/check.ts')).check,
  },
  review: {
    load: async () => (await import('./commands/review.ts')).review,
  },
  watch: {
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  translate: {
    load: async () => (await import('./commands/translate.ts')).translate,
  },
  approve: {
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  allow: {
    load: async () => (await import('./commands/allow.ts')).allow,
  },
  completions: {
    load: async () => (await import('./commands/completions.ts')).completions,
  },
}
