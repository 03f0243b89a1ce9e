import { sources, type TreeFile } from './tree.ts'

/** A test as its file names it. `situation` is what the group around it says, if it is in one. */
export interface NamedTest {
  readonly file: string
  readonly situation: string | undefined
  readonly name: string
}

/** An attack, what happens, and the test that tries it. */
export interface Attack {
  readonly theme: string
  readonly attack: string
  readonly happens: string
  readonly file: string
}

/** An attack that a test elsewhere tries: the theme, the attack in words, and the test by its file and the beginning of its name. */
export type Elsewhere = readonly [theme: string, attack: string, file: string, begins: string]

const CALL = /^( *)(describe|it)\b((?:\.\w+)*)(?=[(<])/gm
const PLAIN = /^\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/
/** Where a test has rows or a condition in front, its name is in the second pair of parentheses. */
const AFTER_ROWS = /\)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/

/** The tests of a file in their order, read from its text, which is laid out by the formatter. */
export function testsIn({ name: file, text }: Pick<TreeFile, 'name' | 'text'>): NamedTest[] {
  const found: NamedTest[] = []
  let groups: { readonly depth: number; readonly name: string }[] = []
  for (const call of text.matchAll(CALL)) {
    const [whole, indent = '', kind, modifiers] = call
    const rest = text.slice(call.index + whole.length)
    const [, a, b, c] = (modifiers === '' ? PLAIN : AFTER_ROWS).exec(rest) ?? []
    const name = cited(a ?? b ?? c ?? '')
    groups = groups.filter(({ depth }) => depth < indent.length)
    if (kind === 'describe') groups.push({ depth: indent.length, name })
    else if (name !== '') found.push({ file, situation: groups.at(-1)?.name, name })
  }
  return found
}

/** The name without the requirements that it cites, and without the backslashes of its literal. */
function cited(name: string): string {
  return name.replaceAll(/ ?\[[A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*\]/g, '').replaceAll(/\\(['"`])/g, '$1')
}

const SUITE = /^test\/attacks\/([\w-]+)\.slow\.test\.ts$/

/** All attacks: each test of the suite by itself, and the tests elsewhere that `elsewhere` names. @throws {Error} for one that is not there */
export function attacks(elsewhere: readonly Elsewhere[]): Attack[] {
  const files = sources('test')
  const own = files.flatMap(file => {
    const [, theme] = SUITE.exec(file.name) ?? []
    if (theme === undefined) return []
    return testsIn(file).map(({ situation, name }) => {
      return { theme: titleOf(theme), attack: situation ?? titleOf(theme), happens: name, file: file.name }
    })
  })
  const others = elsewhere.map(([theme, attack, name, begins]) => {
    const file = files.find(one => one.name === name)
    const tests = file === undefined ? [] : testsIn(file).filter(test => test.name.startsWith(begins))
    const [test, ...more] = tests
    if (test === undefined || more.length > 0) {
      throw new Error(`${tests.length} tests of ${name} begin with “${begins}”: the row “${attack}” needs exactly one`)
    }
    return { theme, attack, happens: [test.situation, test.name].filter(Boolean).join(' '), file: name }
  })
  return [...others, ...own]
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The attacks as tables in Markdown, one for each theme, in the order of the alphabet. */
export function attackTables(all: readonly Attack[]): string {
  const themes = [...new Set(all.map(({ theme }) => theme))].sort()
  // What differs from row to row of a test is left out of its name.
  const cell = (text: string) =>
    text
      .replaceAll(/%[sjidp]|\$\w+/g, '…')
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;')
  const tables = themes.map(theme => {
    const rows = all
      .filter(one => one.theme === theme)
      .map(({ attack, happens, file }) => `| ${cell(attack)} | ${cell(happens)} | \`${file}\` |`)
    return [`## ${theme}`, '', '| attack | what happens | test |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return tables.join('\n')
}
