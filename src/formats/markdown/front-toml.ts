/** TOML front matter: the values that are each on one line. Strings of several lines are not told apart. */

/** A value by its path of keys. `text` is undefined for what is no string. */
export interface TomlValue {
  readonly start: number
  readonly end: number
  readonly path: readonly string[]
  readonly text: string | undefined
  readonly style: 'double' | 'literal'
}

const SEVERAL_LINES = /"""|'''/
const TABLE = /^[ \t]*\[{1,2}([\w. -]+)\]{1,2}[ \t]*(?:#.*)?$/
const PAIR = /^[ \t]*([\w.-]+)[ \t]*=[ \t]*/
const STRING = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?=[ \t]*(?:#|$))/

/** The values in their order; none if there are strings of several lines. */
export function tomlValues(text: string): TomlValue[] {
  if (SEVERAL_LINES.test(text)) return []
  const values: TomlValue[] = []
  const tables = new Map<string, number>()
  let table: readonly string[] = []
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const said = line.replace(/\r?\n$/, '')
    const [, named] = TABLE.exec(said) ?? []
    const [before, key = ''] = named === undefined ? (PAIR.exec(said) ?? []) : []
    if (named !== undefined) {
      const number = tables.get(named) ?? 0
      tables.set(named, number + 1)
      table = [
        ...named.split('.').map(name => name.trim()),
        ...(said.trimStart().startsWith('[[') ? [String(number)] : []),
      ]
    } else if (before !== undefined) {
      const rest = said.slice(before.length)
      const [string, basic, literal] = STRING.exec(rest) ?? []
      const start = at + before.length
      const written = string ?? rest.trimEnd()
      if (written !== '')
        values.push({
          start,
          end: start + written.length,
          path: [...table, ...key.split('.')],
          text: basic === undefined ? literal : decoded(basic),
          style: basic === undefined ? 'literal' : 'double',
        })
    }
    at += line.length
  }
  return values
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' },
}
const ESCAPE = /\\(?:u([\da-fA-F]{4})|U(00[\da-fA-F]{6})|([\s\S]))/g

/** The text of a basic string; undefined if it holds what is no TOML. */
function decoded(basic: string): string | undefined {
  let known = true
  const text = basic.replace(
    ESCAPE,
    (_, short: string | undefined, long: string | undefined, sign: string | undefined) => {
      const code = Number.parseInt(short ?? long ?? '', 16)
      const said = sign === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : ESCAPES[sign]
      known &&= said !== undefined
      return said ?? ''
    },
  )
  return known ? text : undefined
}
