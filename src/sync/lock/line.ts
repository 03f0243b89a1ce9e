/** One line of the lock: what it says, and how it is written so that a line stays a line and a field a field. */

/** Who made the translation that is recorded. The date is kept as it was given. */
export type LockedBy =
  | { readonly who: 'machine' }
  | { readonly who: 'person' }
  | { readonly who: 'reviewer'; readonly name: string; readonly date: string }

/** Where a translation stands: the path of its source from the project folder, the path of its unit in that file, and its language. */
export interface LockPlace {
  readonly file: string
  readonly key: string
  /** A BCP 47 tag. */
  readonly language: string
}

export interface LockLine extends LockPlace {
  /** `hashOfSource` of what was translated. */
  readonly source: string
  /** `hashOfText` of what was written into the target. */
  readonly written: string
  readonly by: LockedBy
}

const MACHINE = { who: 'machine' } as const
const PERSON = { who: 'person' } as const
const HASH = /^[\w-]{16}$/

/**
 * What no field has as it is: the escape itself, control characters (git takes a file with a zero byte for a binary one, which it does not
 * merge), what editors take for the end of a line, and halves of a pair, which UTF-8 cannot write.
 */
const SPECIAL = /[\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu
const IS_SPECIAL = /[\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u
/** What a line that is no entry begins with: the first line, and the marks of a conflict. */
const LEADING = /^[#<|=>]/
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
])

/** The line without its end. Tabs come before all that a field has, so lines in code-unit order are in the order of their fields. */
export function lineText(line: LockLine): string {
  const { by } = line
  const who = by.who === 'reviewer' ? `reviewer\t${escaped(by.name)}\t${escaped(by.date)}` : by.who
  return `${placeText(line)}\t${line.source}\t${line.written}\t${who}`
}

/** The beginning of a line, which says its place: the same for all lines about one translation. */
function placeText({ file, key, language }: LockPlace): string {
  const first = LEADING.test(file) ? `\\${escaped(file)}` : escaped(file)
  return `${first}\t${escaped(key)}\t${escaped(language)}`
}

/** What a line says; undefined where it is no entry. */
export function readLockLine(text: string): LockLine | undefined {
  const [file, key, language, source, written, who, ...more] = text.split('\t')
  if (source === undefined || written === undefined || !HASH.test(source) || !HASH.test(written)) return undefined
  const by = readWho(who, more)
  const place = [unescaped(file), unescaped(key), unescaped(language)] as const
  if (by === undefined || place[0] === undefined || place[1] === undefined || place[2] === undefined) return undefined
  return { file: place[0], key: place[1], language: place[2], source, written, by }
}

function readWho(who: string | undefined, more: readonly string[]): LockedBy | undefined {
  if (who === 'reviewer') {
    const [name, date] = [unescaped(more[0]), unescaped(more[1])]
    return name === undefined || date === undefined || more.length > 2 ? undefined : { who, name, date }
  }
  if (more.length > 0) return undefined
  return who === 'machine' ? MACHINE : who === 'person' ? PERSON : undefined
}

function escaped(field: string): string {
  if (!IS_SPECIAL.test(field)) return field
  return field.replace(SPECIAL, found => SHORT.get(found) ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const ESCAPE = /\\(?:u([\da-f]{4})|([\\tnr#<|=>]))/g
const LONG: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
])

/** Undefined for a field that is not there, and for an escape that nobody writes: the line was cut or changed. */
function unescaped(field: string | undefined): string | undefined {
  if (field === undefined || !field.includes('\\')) return field
  if (field.replace(ESCAPE, '').includes('\\')) return undefined
  return field.replace(ESCAPE, (_, code: string | undefined, letter: string | undefined = '') =>
    code === undefined ? (LONG.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
