import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ProjectError, type ProjectPlace } from './project-error.ts'

/** No project file is nested nearly so deep; the reader of trees would follow any depth. */
const DEEPEST = 50

/**
 * The tree of a JSON text, in which comments and commas at the end of lists are allowed.
 *
 * @throws {ProjectError} not_json where it is none, with line and column; key_twice where an object has a key twice; unknown_key for `__proto__`
 */
export function jsonTree(text: string, file: string): Node {
  const fail = (at: number, words: string) => new ProjectError('not_json', words, placeInText(text, at, file))
  const deep = tooDeep(text)
  if (deep !== undefined) throw fail(deep, `This is nested more than ${DEEPEST} times.`)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) throw fail(first.offset, `This is no JSON: ${inWords(printParseErrorCode(first.error))}.`)
  if (root === undefined) throw fail(0, 'The file is empty.')
  const key = wrongKey(root)
  if (key === undefined) return root
  const [code, words] =
    key.value === '__proto__' ? (['unknown_key', 'is not known'] as const) : (['key_twice', 'is there twice'] as const)
  throw new ProjectError(code, `The key ${JSON.stringify(key.value)} ${words}.`, placeInText(text, key.offset, file))
}

/** The value of a tree. Keys are own properties, whatever they are called. */
export function valueOfTree({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(valueOfTree)
  if (type !== 'object') return value
  return Object.fromEntries(
    children.map(({ children: [key, of] = [] }) => [String(key?.value), of === undefined ? null : valueOfTree(of)]),
  )
}

/** The line and the column of an offset, both from 1. */
export function placeInText(text: string, offset: number, file: string): ProjectPlace {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { file, line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

/** `PropertyNameExpected` → `property name expected`. */
function inWords(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17]

function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth += 1
    if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth -= 1
    if (depth > DEEPEST) return scanner.getTokenOffset()
  }
  return undefined
}

/** A key that its object has twice, or one that the language keeps for itself, and that schemas do not see. */
function wrongKey({ type, children = [] }: Node): Node | undefined {
  if (type === 'object') {
    const keys = children.flatMap(({ children: [key] = [] }) => (key ? [key] : []))
    const seen = new Set<unknown>(['__proto__'])
    const wrong = keys.find(({ value }) => seen.size === seen.add(value).size)
    if (wrong) return wrong
  }
  for (const child of children) {
    const found = wrongKey(child)
    if (found) return found
  }
  return undefined
}
