import { SERVER } from './assistants.ts'
import { ConfigFlaw, type EntryFormat, type FoundEntry, type ServerEntry } from './entry.ts'
import { type TomlPair, type TomlPart, type TomlTree, tomlParts } from './toml-parts.ts'

/**
 * Configurations in TOML, with a table for each server.
 *
 * @param servers the table above those tables
 */
export function tomlEntries(servers: string): EntryFormat {
  const table = [servers, SERVER]
  const snippet = (entry: ServerEntry, eol = '\n') =>
    [`[${table.join('.')}]`, ...Object.entries(valuesOf(entry)).map(([key, value]) => `${key} = ${value}`)].join(eol)
  return {
    snippet: entry => snippet(entry),
    read(text) {
      const parts = tomlParts(text)
      const own = ownParts(parts, table)
      if (own.length === 0) return { kind: 'none' }
      checkForm(parts, own, table)
      return entryIn(own, table)
    },
    put(text, entry) {
      const parts = tomlParts(text)
      const own = ownParts(parts, table)
      checkForm(parts, own, table)
      if (own.length > 0) return putInto(text, table, entry)
      const eol = eolOf(text)
      const gap = text === '' ? '' : /\n$/.test(text) ? eol : eol + eol
      return `${text}${gap}${snippet(entry, eol)}${eol}`
    },
    take(text) {
      const parts = tomlParts(text)
      const own = ownParts(parts, table)
      if (own.length === 0) return text
      checkForm(parts, own, table)
      return withoutRanges(text, rangesOf(text, own))
    },
  }
}

/** The values of an entry, as TOML writes them. */
function valuesOf({ command, args, env }: ServerEntry): Readonly<Record<string, string>> {
  const some = Object.keys(env).length > 0
  return { command: inToml(command), args: inToml(args), ...(some && { env: inToml(env) }) }
}

type Wanted = string | readonly string[] | ServerEntry['env']

function inToml(value: Wanted): string {
  if (typeof value === 'string') return written(value)
  if (isList(value)) return `[${value.map(written).join(', ')}]`
  const pairs = Object.entries(value).map(([name, text]) => `${keyOf(name)} = ${written(text)}`)
  return `{ ${pairs.join(', ')} }`
}

function isList(value: Wanted): value is readonly string[] {
  return Array.isArray(value)
}

/** JSON escapes what TOML wants escaped, but for one character. */
function written(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F')
}

function keyOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : written(name)
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** The parts that belong to the entry: its table, its pairs, tables below it. */
function ownParts(parts: readonly TomlPart[], table: readonly string[]): readonly TomlPart[] {
  return parts.filter(({ path }) => table.every((key, index) => path[index] === key))
}

/** @throws {ConfigFlaw} the servers, or the entry, are written in a form that is not changed here */
function checkForm(parts: readonly TomlPart[], own: readonly TomlPart[], table: readonly string[]): void {
  const [servers] = table
  const closed = parts.some(({ kind, path }) => kind !== 'table' && path.length === 1 && path[0] === servers)
  const headers = own.filter(({ kind, path }) => kind === 'table' && path.length === table.length)
  const [first] = own
  const plain = own.length === 0 || (headers.length === 1 && first === headers[0])
  // A pair of the entry stands below its own header, not above it with dots.
  const dotted = own.some(({ kind, path }) => kind === 'tables' || (kind === 'pair' && path.length === table.length))
  if (closed || !plain || dotted) throw new ConfigFlaw(`The table ${table.join('.')} is written in another form.`)
}

function entryIn(own: readonly TomlPart[], table: readonly string[]): FoundEntry {
  const values = new Map<string, TomlTree>()
  for (const part of own) if (part.kind === 'pair') values.set(part.path.slice(table.length).join('\n'), part.value)
  const [command, args = { kind: 'list', items: [] } as const] = [values.get('command'), values.get('args')]
  if (command?.kind !== 'text' || args.kind !== 'list' || !args.items.every(({ kind }) => kind === 'text'))
    return { kind: 'other', words: values.has('url') ? 'it is at an address' : 'it has another form' }
  const env = values.get('env')
  const inside = env?.kind === 'table' ? env.pairs.map(([keys, value]) => [keys.join('.'), value] as const) : []
  const below = [...values].flatMap(([key, value]) => {
    const [first, name, more] = key.split('\n')
    return first === 'env' && name !== undefined && more === undefined ? [[name, value] as const] : []
  })
  return {
    kind: 'entry',
    entry: {
      command: command.text,
      args: args.items.flatMap(item => (item.kind === 'text' ? [item.text] : [])),
      env: Object.fromEntries(
        [...inside, ...below].map(([name, value]) => [name, value.kind === 'text' ? value.text : '']),
      ),
    },
  }
}

/** The text with what differs in a table that is there. @throws {ConfigFlaw} a value of it is written in a form that is not changed here */
function putInto(text: string, table: readonly string[], { command, args, env }: ServerEntry): string {
  for (const key of ['command', 'args']) {
    const parts = ownParts(tomlParts(text), [...table, key])
    if (parts.some(({ kind, path }) => kind !== 'pair' || path.length > table.length + 1)) throw otherForm(table, key)
  }
  return withVariables(withPair(withPair(text, table, ['command'], command), table, ['args'], args), table, env)
}

/** The text with variables where the table has them: below a header of their own, with dots, or in braces. */
function withVariables(text: string, table: readonly string[], env: ServerEntry['env']): string {
  const below = [...table, 'env']
  const own = ownParts(tomlParts(text), below)
  const [first] = own
  const isWhole = own.length === 1 && first?.kind === 'pair' && first.path.length === below.length
  if (first === undefined) return Object.keys(env).length === 0 ? text : withLine(text, table, ['env'], env)
  if (isWhole) return withBraces(text, first, table, env)
  const [isHeaded, deepest] = [first.kind === 'table' && first.path.length === below.length, below.length + 1]
  const pairs = isHeaded ? own.slice(1) : own
  if (pairs.some(({ kind, path }) => kind !== 'pair' || path.length !== deepest)) throw otherForm(table, 'env')
  return Object.entries(env).reduce(
    (now, [name, value]) =>
      isHeaded ? withPair(now, below, [name], value) : withPair(now, table, ['env', name], value),
    text,
  )
}

/** The text with variables in braces, which are written anew where one differs. */
function withBraces(text: string, part: TomlPair, table: readonly string[], env: ServerEntry['env']): string {
  if (part.value.kind !== 'table') throw otherForm(table, 'env')
  const there = part.value.pairs.map(([[name, ...more], value]) => {
    if (name === undefined || more.length > 0 || value.kind !== 'text') throw otherForm(table, 'env')
    return [name, value.text] as const
  })
  const before: ServerEntry['env'] = Object.fromEntries(there)
  const differs = Object.entries(env).some(([name, value]) => before[name] !== value)
  return differs ? withValueOf(text, part, inToml({ ...before, ...env })) : text
}

function otherForm(table: readonly string[], key: string): ConfigFlaw {
  return new ConfigFlaw(`The table ${table.join('.')} has "${key}" in another form.`)
}

/** The text with a pair of a table: what it has stays where it says the same; else another value, or a line below the others. */
function withPair(
  text: string,
  table: readonly string[],
  keys: readonly string[],
  wanted: string | readonly string[],
): string {
  const there = ownParts(tomlParts(text), [...table, ...keys]).find(part => part.kind === 'pair')
  if (there?.kind !== 'pair') return withLine(text, table, keys, wanted)
  return saysTheSame(there.value, wanted) ? text : withValueOf(text, there, inToml(wanted))
}

function saysTheSame(value: TomlTree, wanted: string | readonly string[]): boolean {
  if (typeof wanted === 'string') return value.kind === 'text' && value.text === wanted
  if (value.kind !== 'list' || value.items.length !== wanted.length) return false
  return value.items.every((item, index) => item.kind === 'text' && item.text === wanted[index])
}

function withValueOf(text: string, { value_start, end }: TomlPair, value: string): string {
  return text.slice(0, value_start) + value + text.slice(end)
}

function withLine(text: string, table: readonly string[], keys: readonly string[], value: Wanted): string {
  const parts = ownParts(tomlParts(text), table)
  const next = parts.findIndex(({ kind }, index) => index > 0 && kind !== 'pair')
  const last = parts.at(next < 0 ? -1 : next - 1)
  if (last === undefined) return text
  const at = lineEnd(text, last.end)
  return `${text.slice(0, at)}${eolOf(text)}${keys.map(keyOf).join('.')} = ${inToml(value)}${text.slice(at)}`
}

function lineEnd(text: string, from: number): number {
  const at = text.slice(from).search(/\r?\n|$/)
  return from + at
}

/** The lines of each table of an entry, with the empty line before it. */
function rangesOf(text: string, own: readonly TomlPart[]): readonly (readonly [number, number])[] {
  return own.flatMap((part, index) => {
    if (part.kind === 'pair') return []
    const next = own.findIndex(({ kind }, at) => at > index && kind !== 'pair')
    const last = own.at(next < 0 ? -1 : next - 1) ?? part
    const end = lineEnd(text, last.end)
    const start = text.lastIndexOf('\n', part.start) + 1
    const gap = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0
    return [[start - gap, end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0)] as const]
  })
}

function withoutRanges(text: string, ranges: readonly (readonly [number, number])[]): string {
  return [...ranges].reverse().reduce((now, [start, end]) => now.slice(0, start) + now.slice(end), text)
}
