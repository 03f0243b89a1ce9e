/** Reading PHP: the arrays of texts that a file gives back, or puts into a variable. */
import { Engine } from 'php-parser'
import type { FormatError } from '../format.ts'
import { heredocIn } from './heredoc.ts'
import type { LiteralCode, LiteralHolder, LiteralMember, LiteralRoot, LiteralText, LiteralValue } from './literal.ts'
import { isRecord, nodesIn, type SyntaxNode } from './nodes.ts'
import { phpText } from './php-escape.ts'
import { lacksTexts, malformedAt, nestedTooDeep } from './refused.ts'

const WANTED =
  'A PHP file of texts gives back an array, as return ["key" => "text"]; does, or fills one, as $lang["key"] = "text"; does, and does nothing else.'
const DEPTH_CAP = 100

/** The arrays of a file. @throws {FormatError} malformed: no PHP, or a program; too_deep */
export function readPhp(text: string): readonly LiteralRoot[] {
  const program = parsed(text)
  const roots = new Reading(text).file(program)
  if (roots.length > 0) return roots
  // All statements of a file may go, and come again.
  if (!text.startsWith('<?php') || nodesOf(program.of.children).length > 0) throw lacksTexts(WANTED)
  return [{ name: '', holder: statements(text.trimEnd().length, []) }]
}

function parsed(text: string): SyntaxNode {
  const engine = new Engine({ parser: { extractDoc: false }, ast: { withPositions: true } })
  // In texts of lines the parser knows no other line end. All places stay the same.
  const lines = text.replaceAll('\r', '\n')
  try {
    const program = nodeOf(engine.parseCode(lines, ''))
    if (program !== undefined) return program
  } catch (error) {
    if (!(error instanceof Error) || !isFault(error)) throw error
    if (error instanceof RangeError && !TOO_LARGE.test(text)) throw nestedTooDeep(DEPTH_CAP)
    const fault = error.message
      .replace(/^Parse Error\s*:\s*/i, '')
      .replace(/(?: on| at) line \d+(?: \(offset \d+\))?$/, '')
    throw malformedAt('PHP', lineOf(error, text, lines), fault)
  }
  throw lacksTexts(WANTED)
}

/** A letter that there is not: the parser makes it all the same. */
const TOO_LARGE = /\\u\{0*(?:1[1-9A-F][\dA-F]{4}|[2-9A-F][\dA-F]{5}|[1-9A-F][\dA-F]{6,})\}/i

/** What is wrong with a file: the parser says it in errors of several kinds. */
function isFault(error: Error): boolean {
  return error instanceof SyntaxError || error instanceof RangeError || /^Parse error/i.test(error.message)
}

/** The line of a fault. In `lines`, which the parser read, a line may have two ends. */
function lineOf(error: Error, text: string, lines: string): number {
  if (error instanceof RangeError) return linesIn(text.slice(0, text.search(TOO_LARGE)))
  const said = 'lineNumber' in error ? error.lineNumber : / at line (\d+)/.exec(error.message)?.[1]
  let [at, line] = [0, Number(said ?? 1)]
  for (; line > 1 && at < lines.length; line -= 1) at = lines.indexOf('\n', at) + 1 || lines.length
  return linesIn(text.slice(0, at))
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length
}

function nodeOf(value: unknown): SyntaxNode | undefined {
  if (!isRecord(value) || typeof value.kind !== 'string' || !isRecord(value.loc)) return undefined
  const { start, end } = value.loc
  if (!isRecord(start) || !isRecord(end)) return undefined
  return { kind: value.kind, from: Number(start.offset), to: Number(end.offset), of: value }
}

function nodesOf(value: unknown): SyntaxNode[] {
  return nodesIn(value, nodeOf)
}

/** Statements that a file of texts may have besides. */
const BESIDE: ReadonlySet<string> = new Set(['declare', 'usegroup', 'nop', 'inline'])
/** What no program has to be run for. */
const PLAIN: ReadonlySet<string> = new Set(['number', 'boolean', 'nullkeyword'])
/** Literals with code in them, or that are put together. */
const STRINGS = /['"`]|<<</

/** Statements, which are anywhere in a file; new ones go to its end where there are none. */
function statements(length: number, members: readonly LiteralMember[]): LiteralHolder {
  const open = members.length === 0 ? length : 0
  return { kind: 'holder', from: 0, to: length, open, close: length, list: false, between: '', members }
}

class Reading {
  readonly #text: string
  readonly #roots: LiteralRoot[] = []
  /** The statements that fill a variable, by its name. */
  readonly #filled = new Map<string, LiteralMember[]>()

  constructor(text: string) {
    this.#text = text
  }

  file(program: SyntaxNode): readonly LiteralRoot[] {
    for (const statement of nodesOf(program.of.children)) this.#statement(statement)
    const filled = [...this.#filled].map(([name, members]) => ({
      name,
      holder: statements(this.#text.length, members),
    }))
    return [...this.#roots, ...filled]
  }

  #statement(node: SyntaxNode): void {
    const { kind, of } = node
    if (kind === 'namespace') for (const inner of nodesOf(of.children)) this.#statement(inner)
    else if (kind === 'return') this.#root('', nodeOf(of.expr))
    else if (kind === 'expressionstatement') this.#expression(nodeOf(of.expression), node)
    else if (kind === 'inline' && String(of.value).trim() !== '') throw this.#program(node)
    else if (!BESIDE.has(kind) && !this.#isGuard(node)) throw this.#program(node)
  }

  #expression(node: SyntaxNode | undefined, statement: SyntaxNode): void {
    if (node === undefined || this.#isGuard(node)) return
    const left = nodeOf(node.of.left)
    const right = nodeOf(node.of.right)
    if (node.kind !== 'assign' || left === undefined || right === undefined) throw this.#program(statement)
    const [name, ...keys] = this.#keysOf(left)
    if (name === undefined) throw this.#program(statement)
    if (keys.length === 0) {
      this.#root(name, right)
      return
    }
    const value = this.#value(right, 1)
    const filled = this.#filled.get(name) ?? []
    filled.push({ key: keys.join('.'), start: statement.from, end: statement.to, key_end: left.to, value })
    this.#filled.set(name, filled)
  }

  /** The name of a variable, and the keys by which it is looked into; none where it is something else. */
  #keysOf(node: SyntaxNode): string[] {
    if (node.kind === 'variable') return [String(node.of.name)]
    const what = nodeOf(node.of.what)
    if (node.kind !== 'offsetlookup' || what === undefined) return []
    const before = this.#keysOf(what)
    return before.length === 0 ? [] : [...before, this.#key(nodeOf(node.of.offset))]
  }

  /** An array, or those that a function puts together: `array_merge($lang, [...])`. */
  #root(name: string, node: SyntaxNode | undefined): void {
    if (node?.kind === 'call') for (const each of nodesOf(node.of.arguments)) this.#root(name, each)
    if (node?.kind === 'closure' || node?.kind === 'new') throw this.#program(node)
    if (node?.kind === 'array') this.#roots.push({ name, holder: this.#holder(node, 1) })
  }

  #value(node: SyntaxNode, depth: number): LiteralValue {
    if (node.kind === 'array') return this.#holder(node, depth)
    const literal = node.kind === 'string' ? this.#literal(node) : this.#lines(node)
    return literal ?? this.#code(node)
  }

  /** A text of whole lines, where no variable is in it. */
  #lines({ kind, of, from, to }: SyntaxNode): LiteralText | undefined {
    const isHeredoc = kind === 'encapsed' && of.type === 'heredoc'
    if (kind !== 'nowdoc' && !(isHeredoc && nodesOf(of.value).every(isPlainPart))) return undefined
    return heredocIn(this.#text, from, to)
  }

  #literal({ from, to }: SyntaxNode): LiteralText | undefined {
    const quote = this.#text.charAt(from)
    if ((quote !== "'" && quote !== '"') || this.#text.charAt(to - 1) !== quote) return undefined
    const [start, end] = [from + 1, to - 1]
    const text = phpText(this.#text.slice(start, end), quote)
    return text === undefined ? undefined : { kind: 'text', start, end, from, to, text, quote }
  }

  #code({ kind, from, to }: SyntaxNode): LiteralCode {
    return { kind: 'code', from, to, plain: PLAIN.has(kind), says: STRINGS.test(this.#text.slice(from, to)) }
  }

  #holder(node: SyntaxNode, depth: number): LiteralHolder {
    if (depth > DEPTH_CAP) throw nestedTooDeep(DEPTH_CAP)
    const { from, to, of } = node
    const open = this.#text.indexOf(of.shortForm === true ? '[' : '(', from) + 1
    const entries = nodesOf(of.items)
    let number = 0
    const members = entries.map((entry): LiteralMember => {
      const value = nodeOf(entry.of.value) ?? entry
      const key = nodeOf(entry.of.key)
      const { from: start, to: end } = entry
      if (entry.of.unpack === true)
        return {
          key: this.#text.slice(start, end),
          start,
          end,
          key_end: start,
          value: { ...this.#code(entry), says: false },
        }
      const said = key === undefined ? String(number++) : this.#key(key)
      return { key: said, start, end, key_end: key?.to ?? start, value: this.#value(value, depth + 1) }
    })
    const list = members.length > 0 && entries.every(entry => nodeOf(entry.of.key) === undefined)
    return { kind: 'holder', from, to, open, close: to - 1, list, between: ',', members }
  }

  #key(node: SyntaxNode | undefined): string {
    if (node === undefined) return '[]'
    const literal = node.kind === 'string' ? this.#literal(node) : undefined
    return literal?.text ?? this.#text.slice(node.from, node.to)
  }

  #isGuard({ kind, from, to }: SyntaxNode): boolean {
    return GUARDS.has(kind) && to - from <= LONGEST_GUARD && GUARD.test(this.#text.slice(from, to))
  }

  #program({ from }: SyntaxNode): FormatError {
    return malformedAt(
      'file of texts in PHP',
      linesIn(this.#text.slice(0, from)),
      `there is more than texts. ${WANTED}`,
    )
  }
}

function isPlainPart({ of }: SyntaxNode): boolean {
  return nodeOf(of.expression)?.kind === 'string'
}

/** What keeps a file from being opened by itself, `defined('X') || exit;`, or sets up a variable, `if (empty($lang)) { $lang = []; }`. */
const GUARD = /\b(?:defined|exit|die|empty|is_array|isset)\b/i
const LONGEST_GUARD = 300
const GUARDS: ReadonlySet<string> = new Set(['bin', 'exit', 'if'])
