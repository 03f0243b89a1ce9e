import { SERVER } from './assistants.ts'
import { ConfigFlaw, type EntryFormat, type FoundEntry, type ServerEntry } from './entry.ts'
import { type TomlPart, type TomlTree, tomlParts } from './toml-parts.ts'

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
  const variables = Object.entries(env).map(([name, value]) => `${keyOf(name)} = ${written(value)}`)
  return {
    command: written(command),
    args: `[${args.map(written).join(', ')}]`,
    ...(variables.length > 0 && { env: `{ ${variables.join(', ')} }` }),
  }
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

/** The text with what differs in a table that is there. */
function putInto(text: string, table: readonly string[], entry: ServerEntry): string {
  const { command, args, ...more } = valuesOf(entry)
  const started = [
    ['command', command ?? ''],
    ['args', args ?? ''],
  ] as const
  const now = started.reduce((so_far, [key, value]) => withPair(so_far, table, key, value), text)
  if (more.env === undefined) return now
  const below = [...table, 'env']
  const parts = ownParts(tomlParts(now), below)
  if (parts.length === 0) return withPair(now, table, 'env', more.env)
  if (parts[0]?.kind === 'table')
    return Object.entries(entry.env).reduce(
      (so_far, [name, value]) => withPair(so_far, below, name, written(value)),
      now,
    )
  const found = entryIn(ownParts(tomlParts(now), table), table)
  const before = found.kind === 'entry' ? found.entry.env : {}
  return withPair(now, table, 'env', valuesOf({ ...entry, env: { ...before, ...entry.env } }).env ?? '{}')
}

/** The text with a pair of a table: its value in place of the one that is there, else a line below the others. */
function withPair(text: string, table: readonly string[], key: string, value: string): string {
  const parts = ownParts(tomlParts(text), table)
  const there = parts.find(
    ({ kind, path }) => kind === 'pair' && path.length === table.length + 1 && path.at(-1) === key,
  )
  if (there?.kind === 'pair') return text.slice(0, there.value_start) + value + text.slice(there.end)
  const next = parts.findIndex(({ kind }, index) => index > 0 && kind !== 'pair')
  const last = parts.at(next < 0 ? -1 : next - 1)
  if (last === undefined) return text
  const at = lineEnd(text, last.end)
  return `${text.slice(0, at)}${eolOf(text)}${keyOf(key)} = ${value}${text.slice(at)}`
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
