import { KEYED_ENGINES } from '../../service/engine/configured.ts'
import type { CommandName } from '../settings.ts'
import type { CommandHelp } from './command-help.ts'

/** An engine that takes a key. */
const [KEYED = ''] = KEYED_ENGINES

/** Commands of people who translate, alone or with an assistant. */
export const TRANSLATING = {
  demo: {
    row: 'show in a minute what this does; nothing is left behind',
    examples: [
      ['demo', 'plays assistant and person over a repository of its own'],
      ['demo > demo.txt', 'the same as plain text'],
    ],
    topics: [],
    files: [],
  },
  setup: {
    row: 'connect your assistants: shows what it writes, and asks',
    examples: [
      ['setup', 'finds them, shows what it would write, and asks'],
      ['setup cursor zed --print', 'only shows, for these two'],
      ['setup --remove', 'takes out what it wrote'],
    ],
    topics: [],
    files: [],
  },
  doctor: {
    row: 'say what is not well here, and what to do about it',
    examples: [
      ['doctor', 'looks at everything, and calls no engine'],
      ['doctor service sign-in', 'only at these'],
      ['doctor --try-engine', 'makes one tiny call, after saying what it may cost'],
      ['doctor --json', 'the same for a program'],
    ],
    topics: [],
    files: [],
  },
  stdio: {
    row: 'serve an assistant that starts this program (MCP, stdio)',
    examples: [
      ['', 'what an assistant starts; in a terminal it waits for one'],
      ['--allow ./locales --read-only', 'an assistant sees these files, and changes and spends nothing'],
      ['--max-credits 500', 'no single question may be about more'],
    ],
    topics: ['assistants', 'spending'],
  },
  translate: {
    row: 'translate files or a folder: plan, cost, question, result',
    examples: [
      ['translate app.json --to de,fr', 'shows plan and cost, asks once, then writes the results beside app.json'],
      ['translate menu.md "into German, formal, leave out the prices"', 'the same, with wishes in plain words'],
      ['translate docs/ --to ja --out docs.ja/', 'all files of a folder; the results mirror its tree'],
      ['translate app.json --to de --yes --max-credits 200', 'asks nobody, and spends 200 credits at most'],
    ],
    topics: ['spending'],
    files: 'everywhere',
  },
  status: {
    row: 'who translates, where, as whom; what it may spend, read',
    examples: [
      ['status', 'all that is configured, and whether the service answers'],
      ['status --json', 'the same for a program'],
    ],
    topics: [],
  },
  approve: {
    row: 'answer what assistants ask to spend; allow some ahead',
    examples: [
      ['approve', 'asks of each that waits, with its plan and cost'],
      ['approve --json', 'lists what waits, and answers nothing'],
    ],
    topics: [],
  },
  allow: {
    row: { beside: 'approve' },
    examples: [
      ['allow --credits 500 --day', 'up to 500 credits a day without a question'],
      ['allow --tokens 200000 --folder locales --until 2099-01-31', 'for the files of one folder, until a day'],
      ['allow list', 'what is allowed, with the ids'],
      ['allow revoke alw_01', 'takes one back'],
    ],
    topics: [],
    files: [],
  },
  glossary: {
    row: 'terms and how they are translated: list, import, export',
    examples: [
      ['glossary list', 'the glossaries by pair of languages'],
      ['glossary import terms.csv --from en --to de --dry-run', 'says what would change'],
      ['glossary import terms.tbx', 'adds its terms'],
      ['glossary export en-de --format csv > en-de.csv', 'writes one as a table'],
    ],
    topics: [],
    files: ['import'],
  },
  memory: {
    row: 'what was translated, to use again: import, export, clear',
    examples: [
      ['memory show', 'how much is remembered, by project'],
      ['memory import old.tmx --dry-run', 'says what would come in'],
      ['memory export memory.csv', 'writes all of it as a table'],
      ['memory clear --project shop', 'forgets what one project brought'],
    ],
    topics: [],
    files: ['import', 'export'],
  },
  engine: {
    row: 'who translates: choose, try and keep one; keys of engines',
    examples: [
      ['engine', 'who translates now and why, what runs here, what else there is'],
      ['engine use ollama', 'a server of models on this machine; tries it and keeps the choice'],
      [`engine use ${KEYED}`, 'asks for address, model and key, and says what the try costs'],
      ['engine use none', 'takes the choice back'],
    ],
    topics: [],
    files: [],
  },
  'engine-keys': {
    row: { beside: 'engine' },
    examples: [
      [`engine-keys set ${KEYED}`, 'asks for the key, which no file and no argument list ever holds'],
      ['engine-keys list', 'for which engines there are keys, never the keys'],
      [`engine-keys remove ${KEYED}`, 'takes it out of the keyring'],
    ],
    topics: [],
  },
  login: {
    row: 'sign in at a hosted service; sign out again',
    examples: [
      ['login --api-url https://translate.example.com', 'opens the browser'],
      ['login --api-url https://translate.example.com --device', 'by a code, where there is no browser'],
    ],
    topics: ['service'],
  },
  logout: {
    row: { beside: 'login' },
    examples: [
      ['logout --api-url https://translate.example.com', 'ends the sign-in there and here'],
      ['logout --api-url https://translate.example.com --json', 'and says for a program what was ended'],
    ],
    topics: ['service'],
  },
  completions: {
    row: 'complete commands, flags and values in bash, zsh or fish',
    examples: [
      ['completions bash > ~/.local/share/bash-completion/completions/translation-mcp', 'bash, for this user'],
      ['completions zsh > ~/.zfunc/_translation-mcp', 'zsh, where ~/.zshrc has `fpath+=~/.zfunc` before `compinit`'],
      ['completions fish > ~/.config/fish/completions/translation-mcp.fish', 'fish, for this user'],
    ],
    topics: [],
  },
} as const satisfies Readonly<Partial<Record<CommandName, CommandHelp>>>
