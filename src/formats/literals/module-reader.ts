/** Reading modules of JavaScript and TypeScript: the objects of texts that a file exports, or that it makes them of. */
import { parse } from '@babel/parser'
import type { FormatError } from '../format.ts'
import { areHelpersOfTexts, type HelperFunction } from './functions.ts'
import { languageNameOf } from './language-names.ts'
import type { LiteralCode, LiteralHolder, LiteralMember, LiteralRoot, LiteralText, LiteralValue } from './literal.ts'
import { moduleText } from './module-escape.ts'
import { nameUsesIn } from './name-uses.ts'
import { isRecord, nodesIn, type SyntaxNode } from './nodes.ts'
import { lacksTexts, malformedAt, nestedTooDeep } from './refused.ts'

const WANTED =
  'A module of texts exports an object, as export default { key: "text" } or module.exports = { key: "text" } does, and has nothing besides but imports, types, constants and functions for its texts.'
const DEPTH_CAP = 100

/** The objects of a file, which may be the translation of one of texts. @throws {FormatError} malformed: no such module, or a program; too_deep */
export function readModule(text: string, is_translation = false): readonly LiteralRoot[] {
  const program = parsed(text)
  const roots = new Reading(text).file(program, is_translation)
  if (roots.length === 0) throw lacksTexts(WANTED)
  return roots.some(({ name }) => languageNameOf(name)) ? withNames(text, program, roots) : roots
}

function withNames(text: string, program: SyntaxNode, roots: readonly LiteralRoot[]): readonly LiteralRoot[] {
  const { taken, usesOf } = nameUsesIn(text, program.of)
  return roots.map(root => {
    const at = languageNameOf(root.name) ? usesOf(root.name) : []
    return at.length === 0 ? root : { ...root, named: { at, taken } }
  })
}

function parsed(text: string): SyntaxNode {
  try {
    const program = nodeOf(parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] }).program)
    if (program !== undefined) return program
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeep(DEPTH_CAP)
    if (!(error instanceof SyntaxError)) throw error
    const place = 'loc' in error && isRecord(error.loc) ? Number(error.loc.line) : 1
    throw malformedAt('module', place, error.message.replace(/ \(\d+:\d+\)$/, ''))
  }
  throw lacksTexts(WANTED)
}

function nodeOf(value: unknown): SyntaxNode | undefined {
  if (!isRecord(value) || typeof value.type !== 'string') return undefined
  return { kind: value.type, from: Number(value.start), to: Number(value.end), of: value }
}

function nodesOf(value: unknown): SyntaxNode[] {
  return nodesIn(value, nodeOf)
}

/** Statements that a module of texts may have besides. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['ImportDeclaration', 'ExportAllDeclaration', 'EmptyStatement', 'TSImportEqualsDeclaration'],
  ...['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'],
])
/** What only says the type of the value in it. */
const AROUND: ReadonlySet<string> = new Set([
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSTypeAssertion', 'TSNonNullExpression', 'ParenthesizedExpression'],
])
const PROGRAM: ReadonlySet<string> = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassDeclaration', 'ClassExpression'],
])
const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionExpression', 'ArrowFunctionExpression'])
/** What no program has to be run for. */
const PLAIN: ReadonlySet<string> = new Set(['NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral'])
const STRINGS = /['"`]/
const EXPORTED = /^(?:module\.)?exports(?:\.(\w+))?$/

class Reading {
  readonly #text: string
  readonly #roots: LiteralRoot[] = []
  readonly #helpers: HelperFunction[] = []

  constructor(text: string) {
    this.#text = text
  }

  file(program: SyntaxNode, is_translation: boolean): readonly LiteralRoot[] {
    for (const statement of nodesOf(program.of.body)) this.#statement(statement)
    const [first] = this.#helpers
    if (first !== undefined) {
      const uses = nameUsesIn(this.#text, program.of)
      if (!areHelpersOfTexts(this.#helpers, this.#roots, { text: this.#text, uses, is_translation }))
        throw this.#program(first)
    }
    return this.#roots
  }

  #statement(node: SyntaxNode): void {
    const { kind, of } = node
    if (this.#isHelper(node)) return
    const inner = nodeOf(of.declaration) ?? nodeOf(of.expression)
    if (kind === 'ExportNamedDeclaration') {
      if (inner !== undefined && this.#isHelper(inner)) throw this.#program(inner)
      if (inner !== undefined) this.#statement(inner)
    } else if (kind === 'ExportDefaultDeclaration' || kind === 'TSExportAssignment') {
      if (inner?.kind !== 'TSInterfaceDeclaration') this.#root('', inner)
    } else if (kind === 'VariableDeclaration') {
      for (const each of nodesOf(of.declarations)) this.#root(String(nodeOf(each.of.id)?.of.name), nodeOf(each.of.init))
    } else if (kind === 'ExpressionStatement' && inner?.kind === 'AssignmentExpression') this.#assignment(inner)
    else if (!BESIDE.has(kind)) throw this.#program(node)
  }

  /** A function that the file does not export. */
  #isHelper({ kind, of, from, to }: SyntaxNode): boolean {
    const [only, ...others] = kind === 'VariableDeclaration' ? nodesOf(of.declarations) : []
    const value = nodeOf(only?.of.init)
    const isFunction = kind === 'FunctionDeclaration' || (value !== undefined && FUNCTIONS.has(value.kind))
    const name = nodeOf(kind === 'FunctionDeclaration' ? of.id : only?.of.id)?.of.name
    if (!isFunction || others.length > 0 || typeof name !== 'string') return false
    this.#helpers.push({ name, from, to })
    return true
  }

  #assignment(node: SyntaxNode): void {
    const left = nodeOf(node.of.left)
    const exported = left && EXPORTED.exec(this.#text.slice(left.from, left.to))
    if (!exported) throw this.#program(node)
    this.#root(exported[1] ?? '', nodeOf(node.of.right))
  }

  /** An object or a list, also as what a function is given: `defineMessages({ … })`. */
  #root(name: string, node: SyntaxNode | undefined): void {
    const value = node && within(node)
    if (value === undefined) return
    if (PROGRAM.has(value.kind)) throw this.#program(value)
    if (value.kind === 'CallExpression') for (const each of nodesOf(value.of.arguments)) this.#root(name, each)
    if (isHolder(value)) this.#roots.push({ name, holder: this.#holder(value, 1) })
  }

  #value(node: SyntaxNode, depth: number): LiteralValue {
    const value = within(node)
    if (isHolder(value)) return this.#holder(value, depth)
    return this.#literal(value) ?? this.#code(node)
  }

  #literal({ kind, of, from, to }: SyntaxNode): LiteralText | undefined {
    const isString = kind === 'StringLiteral' || (kind === 'TemplateLiteral' && nodesOf(of.expressions).length === 0)
    if (!isString) return undefined
    const [start, end] = [from + 1, to - 1]
    const text = moduleText(this.#text.slice(start, end))
    return { kind: 'text', start, end, from, to, text, quote: this.#text.charAt(from) }
  }

  #code({ kind, from, to }: SyntaxNode): LiteralCode {
    return { kind: 'code', from, to, plain: PLAIN.has(kind), says: STRINGS.test(this.#text.slice(from, to)) }
  }

  #holder({ kind, from, to, of }: SyntaxNode, depth: number): LiteralHolder {
    if (depth > DEPTH_CAP) throw nestedTooDeep(DEPTH_CAP)
    const list = kind === 'ArrayExpression'
    const members = list
      ? nodesOf(of.elements).map((node, at) => this.#item(node, String(at), depth))
      : nodesOf(of.properties).map(node => this.#member(node, depth))
    return { kind: 'holder', from, to, open: from + 1, close: to - 1, list, between: ',', members }
  }

  #item(node: SyntaxNode, key: string, depth: number): LiteralMember {
    const { from: start, to: end } = node
    return { key, start, end, key_end: start, value: this.#value(node, depth + 1) }
  }

  #member(node: SyntaxNode, depth: number): LiteralMember {
    const { kind, of, from: start, to: end } = node
    const key = nodeOf(of.key)
    const value = nodeOf(of.value)
    const isSpread = kind === 'SpreadElement'
    const name = key === undefined ? this.#text.slice(start, end) : this.#key(key, of.computed === true)
    if (kind !== 'ObjectProperty' || of.shorthand === true || key === undefined || value === undefined)
      return { key: name, start, end, key_end: start, value: { ...this.#code(node), ...(isSpread && { says: false }) } }
    return { key: name, start, end, key_end: key.to, value: this.#value(value, depth + 1) }
  }

  #key(node: SyntaxNode, isComputed: boolean): string {
    const written = this.#text.slice(node.from, node.to)
    return this.#literal(node)?.text ?? (isComputed ? `[${written}]` : written)
  }

  #program({ from }: Pick<SyntaxNode, 'from'>): FormatError {
    const line = this.#text.slice(0, from).split(/\r\n|\n|\r/).length
    return malformedAt('module of texts', line, `there is more than texts. ${WANTED}`)
  }
}

/** A value without what only says its type. */
function within(node: SyntaxNode): SyntaxNode {
  const inner = AROUND.has(node.kind) ? nodeOf(node.of.expression) : undefined
  return inner === undefined ? node : within(inner)
}

function isHolder({ kind }: SyntaxNode): boolean {
  return kind === 'ObjectExpression' || kind === 'ArrayExpression'
}
