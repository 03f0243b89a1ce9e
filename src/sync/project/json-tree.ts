import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ProjectError, type ProjectPlace } from './project-error.ts'

/** No project file is nearly so deep; the reader of trees would go as deep as any. */
const DEEPEST = 50

/**
 * The tree of a JSON text, in which comments and commas at the end of lists are allowed.
 *
 * @throws {ProjectError} not_json where it is none, with line and column; key_twice where an object has a key twice
 */
export function jsonTree(text: string, file: string): Node {
  const fail = (at: number, words: string) => new ProjectError('not_json', words, placeOf(text, at, file))
  const deep = tooDeep(text)
  if (deep !== undefined) throw fail(deep, `This is nested more than ${DEEPEST} times.`)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) throw fail(first.offset, `This is no JSON: ${inWords(printParseErrorCode(first.error))}.`)
  if (root === undefined) throw fail(0, 'The file is empty.')
  const twice = keyTwice(root)
  if (twice) {
    const words = `The key ${JSON.stringify(twice.value)} is there twice.`
    throw new ProjectError('key_twice', words, placeOf(text, twice.offset, file))
  }
  return root
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
export function placeOf(text: string, offset: number, file: string): ProjectPlace {
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

function keyTwice({ type, children = [] }: Node): Node | undefined {
  if (type === 'object') {
    const keys = children.flatMap(({ children: [key] = [] }) => (key ? [key] : []))
    const seen = new Set<unknown>()
    const twice = keys.find(({ value }) => seen.size === seen.add(value).size)
    if (twice) return twice
  }
  for (const child of children) {
    const found = keyTwice(child)
    if (found) return found
  }
  return undefined
}
