import type { CommandName } from '../settings.ts'
import type { CommandHelp } from './command-help.ts'

/** Commands of those who administer a service: members, keys, credits and what is kept. */
export const ADMINISTRATION = {
  members: {
    row: 'who may sign in, and what their agents may do and spend',
    examples: [
      ['members list', 'who there is, with scopes and limits'],
      ['members invite maria@example.com --scopes +batches:create', 'prints a link with which she sets her password'],
      ['members set maria@example.com --daily-credits 500', 'a limit on what she may approve in a day'],
      ['members end-connections maria@example.com', 'her assistants have to be connected anew'],
    ],
    topics: ['serving'],
  },
  workspaces: {
    row: 'workspaces, each with its members, keys and credits',
    examples: [
      ['workspaces list', 'all, with their short names'],
      ['workspaces create "Acme Travel" --slug acme', 'makes one'],
      ['workspaces set acme --monthly-credits 20000', 'limits what all its members may approve in a month'],
    ],
    topics: [],
  },
  keys: {
    row: 'workspace keys, and the key that signs tokens',
    examples: [
      ['keys create --name ci --scopes batches:read,batches:create', 'prints the secret once'],
      ['keys list', 'all keys, without their secrets'],
      ['keys rotate key_01', 'a new secret; the old one ends'],
      ['keys rotate-signing', 'a new key for the tokens of sign-in'],
    ],
    topics: [],
  },
  credits: {
    row: 'show and grant credits',
    examples: [
      ['credits show', 'the balance, and the grants that it comes from'],
      ['credits grant 5000 --expires 2099-01-31', 'more, until a day'],
    ],
    topics: [],
  },
  files: {
    row: 'originals and results that are kept: list, delete',
    examples: [
      ['files list --limit 20', 'the newest 20'],
      ['files delete --until 2026-01-31', 'those of all translations created before a day'],
    ],
    topics: [],
  },
  audit: {
    row: 'who connected, changed or spent what, and when',
    examples: [
      ['audit --since 2026-01-01 --what spending_approved', 'what was spent since a day'],
      ['audit --who maria@example.com', 'all that one member did or was concerned by'],
      ['audit --json > audit.jsonl', 'all of it, an entry a line'],
    ],
    topics: [],
  },
} as const satisfies Readonly<Partial<Record<CommandName, CommandHelp>>>
