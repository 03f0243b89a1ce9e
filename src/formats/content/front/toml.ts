/** TOML front matter: the values of its keys, on one line or, as strings, on several. */

/** A value by its path of keys. `text` is undefined for what is no string. */
export interface TomlValue {
  readonly start: number
  readonly end: number
  readonly path: readonly string[]
  readonly text: string | undefined
  readonly style: 'double' | 'literal' | 'lines'
}

const TABLE = /^[ \t]*\[{1,2}([\w. -]+)\]{1,2}[ \t]*(?:#.*)?$/
const PAIR = /^[ \t]*([\w.-]+)[ \t]*=[ \t]*/
const STRING = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?=[ \t]*(?:#|$))/
/** A string of several lines, to the end of its last one. The line end after its first quotes is no part of it. */
const LINES =
  /(?:"""(?:\r?\n)?((?:[^"\\]|\\[\s\S]|"(?!""))*"{0,2})"""|'''(?:\r?\n)?((?:[^']|'(?!''))*'{0,2})''')(?=[ \t]*(?:#.*)?(?:\r?\n|$))/y
const SEVERAL_LINES = /"""|'''/

/** The values in their order; none if there are strings of several lines that cannot be told apart. */
export function tomlValues(text: string): TomlValue[] {
  const values: TomlValue[] = []
  const tables = new Map<string, number>()
  let table: readonly string[] = []
  let after = 0
  for (let at = 0; at < text.length; at = after) {
    const next = text.indexOf('\n', at) + 1
    after = next === 0 ? text.length : next
    const said = text.slice(at, after).replace(/\r?\n$/, '')
    const [, named] = TABLE.exec(said) ?? []
    const [before, key = ''] = named === undefined ? (PAIR.exec(said) ?? []) : []
    const several = SEVERAL_LINES.test(said)
    if (named !== undefined) {
      const number = tables.get(named) ?? 0
      tables.set(named, number + 1)
      table = [
        ...named.split('.').map(name => name.trim()),
        ...(said.trimStart().startsWith('[[') ? [String(number)] : []),
      ]
    } else if (before !== undefined) {
      const value = several
        ? linesFrom(text, at + before.length)
        : valueOnLine(said.slice(before.length), at + before.length)
      if (value) values.push({ ...value, path: [...table, ...key.split('.')] })
      if (several && !value) return []
      if (value && value.end > after) {
        const end = text.indexOf('\n', value.end) + 1
        after = end === 0 ? text.length : end
      }
    } else if (several) return []
  }
  return values
}

type Value = Omit<TomlValue, 'path'>

/** The value on the rest of a line; undefined if there is none. */
function valueOnLine(rest: string, start: number): Value | undefined {
  const [string, basic, literal] = STRING.exec(rest) ?? []
  const written = string ?? rest.trimEnd()
  if (written === '') return undefined
  return {
    start,
    end: start + written.length,
    text: basic === undefined ? literal : decoded(basic),
    style: basic === undefined ? 'literal' : 'double',
  }
}

/** The string of several lines at a place; undefined if there is none, or one of no TOML. */
function linesFrom(text: string, start: number): Value | undefined {
  LINES.lastIndex = start
  const [string, basic, literal] = LINES.exec(text) ?? []
  const said = basic === undefined ? literal : decoded(basic.replace(/\\[ \t]*\r?\n\s*/g, ''))
  if (string === undefined || said === undefined) return undefined
  return { start, end: start + string.length, text: said.replaceAll('\r\n', '\n'), style: 'lines' }
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
