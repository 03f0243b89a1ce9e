import type { CommandName } from '../settings.ts'
import type { CommandHelp } from './command-help.ts'

/** Commands of developers who have locale files in a repository. */
export const DEVELOPMENT = {
  init: {
    row: 'look at a repository and propose its translation-mcp.json',
    examples: [
      ['init', 'shows what it found and proposes, and asks before it writes'],
      ['init --to de,fr --yes', 'with two more languages, without a question'],
      ['init --dry-run', 'only shows it'],
    ],
    topics: [],
    files: 'everywhere',
  },
  sync: {
    row: "translate what changed; no person's word is touched",
    examples: [
      ['sync --dry-run', 'what is stale, missing or edited, and what would be translated'],
      ['sync', 'plan and cost, one question, then the files'],
      ['sync locales/en.json --to de --yes --max-credits 100', 'one file and language, with a cap and no question'],
      ['sync --undo', 'takes back the last run'],
    ],
    topics: ['spending'],
    files: 'everywhere',
  },
  watch: {
    row: 'sync as files are saved, until Ctrl-C',
    examples: [
      ['watch --engine pseudo', 'accents in place of a translation, while a layout is made'],
      ['watch locales/en --to de --max-credits 50', 'spends 50 credits at most in the whole watch'],
    ],
    topics: ['spending'],
    files: 'everywhere',
  },
  check: {
    row: 'tell CI whether all is in step: no key, no network',
    examples: [
      ['check', 'each key that is not in step and why; exit status 1 where there is one'],
      ['check --format github', 'as notes beside the files of a pull request'],
      ['check --require-reviewed --to de', 'also what no reviewer saw, in one language'],
    ],
    topics: [],
    files: 'everywhere',
  },
  review: {
    row: 'give translations to reviewers, take in what comes back',
    examples: [
      ['review export', 'a table for each language, with what nobody reviewed yet'],
      ['review export locales/en.json --to de --out menu.xlf', 'one file and language as XLIFF'],
      ['review import review.de.csv --reviewer Maria --dry-run', 'says what would change'],
      ['review import review.de.csv --reviewer Maria', 'takes it in, and records who looked'],
    ],
    topics: [],
    files: ['export', 'import'],
  },
} as const satisfies Readonly<Partial<Record<CommandName, CommandHelp>>>
