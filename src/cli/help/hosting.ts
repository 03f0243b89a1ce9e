import type { CommandName } from '../settings.ts'
import type { CommandHelp } from './command-help.ts'

/** Commands of those who host the server or the service. */
export const HOSTING = {
  http: {
    row: 'serve MCP over HTTP: to members, or to this machine alone',
    examples: [
      ['http --auth none', 'for programs on this machine, without sign-in'],
      ['http', 'for members who sign in, on this machine'],
      [
        'http --host 0.0.0.0 --public-url https://translate.example.com --trusted-hops 1',
        'for a team, behind a proxy that ends TLS',
      ],
    ],
    topics: ['serving', 'assistants'],
  },
  service: {
    row: 'serve the Translation Service API alone, with its sign-in',
    examples: [
      ['service --port 8400', 'on this machine'],
      ['service --public-url https://api.example.com --mcp-url https://mcp.example.com/mcp', 'behind an MCP server'],
    ],
    topics: ['serving'],
  },
  worker: {
    row: 'work for http and service, on this or another machine',
    examples: [
      ['worker', 'beside a server started with --workers 0'],
      ['worker --jobs-at-once 8 --drain-seconds 60', 'eight files at once; a minute to finish after SIGTERM'],
    ],
    topics: ['work', 'engine'],
  },
  verify: {
    row: 'try whether a service keeps the promises of the API',
    examples: [
      ['verify --api-url https://translate.example.com', 'a table of promises; approves nothing, spends nothing'],
      ['verify --api-url https://translate.example.com --spend --max-credits 50', 'tries approvals and results too'],
    ],
    topics: ['service'],
  },
  backup: {
    row: 'the data folder into one file while in use, and back',
    examples: [
      ['backup /backups/monday.tar', 'database and files, no keys'],
      ['backup /backups/monday.tar --with-keys', 'all that a new machine needs: keep it like a key'],
    ],
    topics: [],
    files: 'everywhere',
  },
  restore: {
    row: { beside: 'backup' },
    examples: [
      ['restore /backups/monday.tar --data-dir /srv/translation', 'into an empty folder'],
      ['restore monday.tar --data-dir /tmp/try --json', 'tries a backup, and says for a program what was in it'],
    ],
    topics: [],
    files: 'everywhere',
  },
  move: {
    row: 'the state of a data folder to a database server',
    examples: [
      ['move', 'to the database that TRANSLATION_DATABASE_URL names'],
      [
        'move --from /srv/translation --to postgres://translation@db.example.com/translation',
        'from one folder, with PGPASSWORD set',
      ],
    ],
    topics: [],
  },
} as const satisfies Readonly<Partial<Record<CommandName, CommandHelp>>>
