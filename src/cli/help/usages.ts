import { LOCAL_SERVER_NAMES } from '../../service/engine/about.ts'
import { KEYED_ENGINES, OFFERED_ENGINES } from '../../service/engine/configured.ts'
import type { CommandName } from '../setting-facts.ts'

/** What is said of a command: how it is typed, and what it does. */
export interface CommandWords {
  readonly usage: readonly string[]
  readonly summary: string
}

/** Apart from `COMMANDS`, since only who asks for help, or is refused, reads them: no start loads them. */
export const USAGES: Readonly<Record<CommandName, CommandWords>> = {
  stdio: {
    usage: ['translation-mcp'],
    summary: 'serve MCP over standard input and output, for an assistant that starts this program',
  },
  http: {
    usage: [
      'translation-mcp http',
      'translation-mcp http --auth none',
      'translation-mcp http --host 0.0.0.0 --public-url https://translate.example.com',
    ],
    summary: 'serve MCP over HTTP, to members who sign in, or to everybody on this machine',
  },
  service: {
    usage: ['translation-mcp service'],
    summary: 'serve the Translation Service API alone, with its sign-in',
  },
  worker: {
    usage: ['translation-mcp worker'],
    summary: 'do the work that http and service take in; the state is in PostgreSQL',
  },
  login: {
    usage: ['translation-mcp login --api-url URL', 'translation-mcp login --api-url URL --device'],
    summary: 'sign in at a hosted service, in the browser or by a code',
  },
  logout: {
    usage: ['translation-mcp logout --api-url URL'],
    summary: 'end the sign-in at a hosted service, there and here',
  },
  keys: {
    usage: [
      'translation-mcp keys list',
      'translation-mcp keys create --name TEXT',
      'translation-mcp keys rotate ID',
      'translation-mcp keys revoke ID',
      'translation-mcp keys rotate-signing',
    ],
    summary: 'workspace keys of the service inside this program, and the key that signs the tokens of sign-in',
  },
  engine: {
    usage: [
      'translation-mcp engine',
      `translation-mcp engine use ${[...LOCAL_SERVER_NAMES, ...OFFERED_ENGINES.map(({ name }) => name), 'none'].join('|')}`,
    ],
    summary:
      'say who translates here and why, find servers of models on this machine, and set up an engine: it is tried by one tiny call and kept in the data folder; a flag or a variable comes before it',
  },
  'engine-keys': {
    usage: [
      'translation-mcp engine-keys list',
      `translation-mcp engine-keys set ${KEYED_ENGINES.join('|')}`,
      `translation-mcp engine-keys remove ${KEYED_ENGINES.join('|')}`,
    ],
    summary: "keys of engines in this system's keyring, for the service inside this program",
  },
  credits: {
    usage: ['translation-mcp credits show', 'translation-mcp credits grant AMOUNT'],
    summary: 'credits of the service inside this program',
  },
  memory: {
    usage: [
      'translation-mcp memory show',
      'translation-mcp memory export > memory.tmx',
      'translation-mcp memory export memory.csv',
      'translation-mcp memory import memory.tmx --dry-run',
      'translation-mcp memory import memory.csv --from en --to de',
      'translation-mcp memory clear',
      'translation-mcp memory clear --project LABEL',
      'translation-mcp memory clear --file NAME --member NAME',
    ],
    summary: 'translations that the service inside this program remembers and uses again, and files of them (TMX, CSV)',
  },
  glossary: {
    usage: [
      'translation-mcp glossary list',
      'translation-mcp glossary export en-de > en-de.tbx',
      'translation-mcp glossary export en-de --format csv|tsv|tmx',
      'translation-mcp glossary import FILE',
      'translation-mcp glossary import FILE --from en --to de --dry-run',
      'translation-mcp glossary import FILE --project LABEL --replace',
    ],
    summary: 'glossaries of the service, and files of terms (TBX, CSV, TMX) that go into them and come out of them',
  },
  files: {
    usage: [
      'translation-mcp files list',
      'translation-mcp files delete ID…',
      'translation-mcp files delete --until DATE',
    ],
    summary: 'originals and results that the service inside this program keeps',
  },
  backup: {
    usage: ['translation-mcp backup FILE', 'translation-mcp backup FILE --with-keys'],
    summary:
      'write the data folder into one file, while it is in use: database and files, and keys where asked for; exit status 1 also where it is made and files that the database names are missing',
  },
  restore: {
    usage: ['translation-mcp restore FILE --data-dir DIR'],
    summary: 'put a backup into an empty data folder',
  },
  move: {
    usage: ['translation-mcp move', 'translation-mcp move --from DIR --to postgres://user@host/name'],
    summary: 'move the state of a data folder to a database server: verified, and gone on with where it was broken off',
  },
  members: {
    usage: [
      'translation-mcp members list',
      'translation-mcp members invite NAME',
      'translation-mcp members set NAME --scopes SCOPES',
      'translation-mcp members set NAME --scopes +SCOPE',
      'translation-mcp members set NAME --role admin|member',
      'translation-mcp members set NAME --monthly-credits N',
      'translation-mcp members password NAME',
      'translation-mcp members end-connections NAME',
      'translation-mcp members remove NAME',
    ],
    summary: 'who may sign in at the service inside this program, and what their agents may do at most',
  },
  workspaces: {
    usage: [
      'translation-mcp workspaces list',
      'translation-mcp workspaces create NAME',
      'translation-mcp workspaces set SLUG --daily-tokens N',
    ],
    summary: 'workspaces of the service inside this program, each with members, keys and credits of its own',
  },
  audit: {
    usage: [
      'translation-mcp audit',
      'translation-mcp audit --since DATE --until DATE --who NAME --what KINDS',
      'translation-mcp audit --json',
    ],
    summary: 'who connected, changed or spent what at the service inside this program',
  },
  demo: {
    usage: ['translation-mcp demo'],
    summary:
      'show in a minute what this does, with a repository of its own in a temporary folder: no key, no account, and nothing is left behind; exit status 1 where something did not go as it says',
  },
  setup: {
    usage: [
      'translation-mcp setup',
      'translation-mcp setup cursor zed --yes',
      'translation-mcp setup --print',
      'translation-mcp setup --remove',
    ],
    summary:
      'connect the assistants on this machine: it finds their configurations, shows what it would write, and writes on a yes; it keeps a copy, and changes nothing else in them',
  },
  status: {
    usage: ['translation-mcp status'],
    summary: 'what is configured, whether the service can be reached and has its files, as whom, and what it may do',
  },
  doctor: {
    usage: [
      'translation-mcp doctor',
      'translation-mcp doctor service sign-in',
      'translation-mcp doctor --try-engine',
      'translation-mcp doctor --json',
    ],
    summary:
      'look at this machine, the settings and what they lead to, and say what to do where something is not well; exit status 1 where something is broken',
  },
  verify: {
    usage: [
      'translation-mcp verify --api-url URL',
      'translation-mcp verify --api-url URL --spend --max-credits N',
      'translation-mcp verify --api-url URL --json',
    ],
    summary:
      'try at any service whether it keeps the promises of the API, and print a table of them; exit status 1 where one is broken',
  },
  init: {
    usage: ['translation-mcp init', 'translation-mcp init --to de,fr --yes', 'translation-mcp init --dry-run'],
    summary:
      'look at a repository and propose its translation-mcp.json, from the layout of its files and the configurations of other tools; it writes only on a yes or --yes, and changes no project file that is there',
  },
  sync: {
    usage: [
      'translation-mcp sync',
      'translation-mcp sync --dry-run',
      'translation-mcp sync locales/en.json --to de --yes --max-credits N',
      'translation-mcp sync --accept KEY',
      'translation-mcp sync --undo',
    ],
    summary:
      'bring the translations of a repository in step with their sources: only what changed is translated, and no word of a person is touched; translation-mcp.json names languages and files',
  },
  check: {
    usage: [
      'translation-mcp check',
      'translation-mcp check --format github',
      'translation-mcp check --require-reviewed',
    ],
    summary:
      'tell whether the translations of a repository are in step with their sources, each key and why: from its files alone, without a key or a network; exit status 1 where they are not',
  },
  review: {
    usage: [
      'translation-mcp review export',
      'translation-mcp review export locales/en.json --to de --out menu.xlf',
      'translation-mcp review import review.de.csv --reviewer NAME',
      'translation-mcp review import review.de.csv --reviewer NAME --all --yes',
    ],
    summary:
      'give the translations of a repository to reviewers as tables or XLIFF, and take in what they send back: the lock records who looked and when',
  },
  watch: {
    usage: [
      'translation-mcp watch',
      'translation-mcp watch locales/en --to de',
      'translation-mcp watch --max-credits N',
    ],
    summary:
      'run sync as source files and the project file are saved, until Ctrl-C: nobody is asked, so an engine that costs something needs a cap, which holds for the whole watch',
  },
  translate: {
    usage: [
      'translation-mcp translate FILE… "INSTRUCTION"',
      'translation-mcp translate FILE… --to TAGS',
      'translation-mcp translate FOLDER --to TAGS',
    ],
    summary: 'translate files here and now, up to 500 of a folder: plan, cost, one question, result',
  },
  approve: {
    usage: ['translation-mcp approve'],
    summary: 'answer what assistants on this machine want to spend',
  },
  allow: {
    usage: [
      'translation-mcp allow --credits N --day',
      'translation-mcp allow --tokens N --folder DIR --until DATE',
      'translation-mcp allow list',
      'translation-mcp allow revoke ID',
    ],
    summary: 'allow assistants on this machine to spend an amount without a question',
  },
  completions: {
    usage: ['translation-mcp completions bash|zsh|fish'],
    summary: 'print a script with which a shell completes commands, flags, values, files and languages',
  },
}
