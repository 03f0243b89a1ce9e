import picomatch from 'picomatch'
import { hides } from '../../contract/hidden.ts'
import type { ProjectErrorCode } from './project-error.ts'

/** What stands in a glob for the name of a language. */
export const LOCALE_MARK = '[locale]'

/** What is wrong with a glob, in words that follow it: `"/a/*.json" is absolute: …`. */
export interface GlobFlaw {
  readonly code: ProjectErrorCode
  readonly words: string
}

/** Stands for the mark while a glob is read; it says nothing to a glob, and names that have it are refused. */
const SENTINEL = '\ue000'
const LONGEST = 500
/** More of them in one name would take long on a name that was made for it; nobody needs them. */
const MOST_IN_NAME = 4
const MOST_GLOBSTARS = 4

interface GlobRule {
  readonly broken: (glob: string, names: readonly string[]) => boolean
  readonly code: ProjectErrorCode
  readonly words: string
}

const RULES: readonly GlobRule[] = [
  { broken: glob => glob === '', code: 'bad_glob', words: 'is empty' },
  { broken: glob => glob.length > LONGEST, code: 'bad_glob', words: `is longer than ${LONGEST} characters` },
  {
    broken: glob => hides(glob) || glob.includes(SENTINEL),
    code: 'bad_glob',
    words: 'has a character that does not show',
  },
  {
    broken: glob => /^(?:[\\/~]|[a-z]:)/i.test(glob),
    code: 'leaves_folder',
    words: 'is absolute: globs begin in the folder of the project file',
  },
  { broken: glob => glob.includes('\\'), code: 'bad_glob', words: 'has a \\: folders are divided by /' },
  {
    broken: (_, names) => names.some(name => /(?:^|[{,])\.\.(?:$|[,}])/.test(name)),
    code: 'leaves_folder',
    words: 'leaves the folder of the project file by ..',
  },
  {
    broken: (_, names) => names.some(name => name === '' || name === '.'),
    code: 'bad_glob',
    words: 'has an empty name or . between its /, or ends in /: name files',
  },
  { broken: (_, names) => names.some(isOfGit), code: 'leaves_folder', words: 'leads into .git, which is git’s alone' },
  {
    broken: (_, names) => names.some(name => !isBalanced(name)),
    code: 'bad_glob',
    words: 'has a { without its } in the same name; braces hold no /',
  },
  {
    broken: glob => /\{[^{}]*\[locale\]/.test(glob),
    code: 'bad_glob',
    words: `has ${LOCALE_MARK} within { }: write two globs`,
  },
  {
    broken: glob => /\[[^[\]]*\[locale\]/.test(glob),
    code: 'bad_glob',
    words: `has ${LOCALE_MARK} within [ ]`,
  },
  {
    broken: (_, names) => names.some(name => wildcardsIn(name) > MOST_IN_NAME),
    code: 'bad_glob',
    words: `has more than ${MOST_IN_NAME} of *, { and ${LOCALE_MARK} in one name`,
  },
  {
    broken: (_, names) => names.filter(name => name === '**').length > MOST_GLOBSTARS,
    code: 'bad_glob',
    words: `has more than ${MOST_GLOBSTARS} of **`,
  },
]

/** What makes a glob one that is not worked with; undefined for a good one. It may do without `[locale]`. */
export function globFlaw(glob: string): GlobFlaw | undefined {
  const names = namesOfGlob(glob)
  return RULES.find(({ broken }) => broken(glob, names))
}

/** The names between the slashes of a glob. `./` before them says nothing. */
export function namesOfGlob(glob: string): readonly string[] {
  return glob.replace(/^\.\//, '').split('/')
}

/** The wildcards of a glob in their order, which both sides of a rule share: `**`, then those within names. */
export function wildcardsOf(glob: string): readonly string[] {
  return namesOfGlob(glob).flatMap(name => (name === '**' ? ['**'] : starsIn(name).map(() => '*')))
}

/** Whether a glob has wildcards other than `*` and `**`, or names that do more than stand for themselves. */
export function hasOtherWildcards(glob: string): boolean {
  return /[{}?]|\[(?!locale\])/.test(glob)
}

function wildcardsIn(name: string): number {
  return starsIn(name).length + (name.match(/\{|\[locale\]/g) ?? []).length
}

const starsIn = (name: string): readonly string[] => name.match(/\*+/g) ?? []
const isOfGit = (name: string): boolean => name.toLowerCase() === '.git'

function isBalanced(name: string): boolean {
  let open = 0
  for (const sign of name) {
    if (sign === '{') open += 1
    if (sign === '}') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/** One name of a glob. `**` stands for any number of folders. */
export type NameGlob = '**' | OneName

export interface OneName {
  readonly text: string
  /** Undefined where it stands for itself alone. */
  readonly match: ((name: string) => RegExpExecArray | undefined) | undefined
}

/** What has a meaning in expressions but none in our globs: Next.js has folders like `(shop)`. */
const PLAIN = /[()|^$+!@"']/g

/**
 * Reads one name of a glob. `locale` is the source of an expression for the name of a language; what it matched is in the groups `at0`,
 * `at1` …, numbered from `first` on, and what the stars matched in the groups that have no name.
 */
export function readName(text: string, locale: string, first: number): NameGlob {
  if (text === '**') return text
  if (!/[*?[{]/.test(text)) return { text, match: undefined }
  const escaped = text
    .split(LOCALE_MARK)
    .map(part => part.replaceAll(PLAIN, '\\$&'))
    .join(SENTINEL)
  const options = { noextglob: true, nonegate: true, capture: true, dot: true, keepQuotes: true }
  const source = picomatch.makeRe(escaped, options).source.replaceAll(`\\${SENTINEL}`, SENTINEL)
  let place = first
  const withPlaces = source.replaceAll(SENTINEL, (_, offset: number, whole: string) => {
    const group = `(?<at${place}>${locale})`
    place += 1
    // Beside a star, only where a word begins and ends: `app_en*` is no `app_english`.
    const begins = whole[offset - 1] === ')' ? '(?<![A-Za-z0-9])' : ''
    return `${begins}${group}${whole[offset + 1] === '(' ? '(?![A-Za-z0-9])' : ''}`
  })
  return { text, match: remembering(new RegExp(withPlaces, 'd')) }
}

const MOST_REMEMBERED = 20_000

/** Names come again and again: each language has the same files, and each folder the same languages. */
function remembering(expression: RegExp): (name: string) => RegExpExecArray | undefined {
  const known = new Map<string, RegExpExecArray | undefined>()
  return name => {
    if (known.has(name)) return known.get(name)
    const found = expression.exec(name) ?? undefined
    if (known.size < MOST_REMEMBERED) known.set(name, found)
    return found
  }
}

/** The end that every name has that a glob means. */
export function endingOf(glob: NameGlob | undefined): string {
  if (glob === undefined || glob === '**') return ''
  return /[^*?{}[\]]*$/.exec(glob.text)?.[0] ?? ''
}

/** Whether a glob's name may stand for this one at all: what is hidden, or of others, is meant only where it is named. */
export function isMeant(name: string, glob: NameGlob): boolean {
  if (name === 'node_modules') return glob !== '**' && glob.text === name
  return !name.startsWith('.') || (glob !== '**' && glob.text.startsWith('.'))
}
