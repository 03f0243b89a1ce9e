/**
 * The committed lock, `translation-mcp.lock`: for each translation a hash of its source and of what was written, and who wrote it. The second
 * tells a person's edit from what we wrote. One line an entry, sorted, so that branches merge line by line: git is told to keep the
 * lines of both sides (`merge=union`), and of those about one place the line that matches the files holds.
 */
import { type LockLine, type LockPlace, lineText, readLockLine } from './line.ts'

/** The name of the lock in a project's folder. */
export const LOCK_FILE = 'translation-mcp.lock'
/** The line of `.gitattributes` that makes git keep the lines of both sides where two branches changed the lock. */
export const LOCK_ATTRIBUTES = `${LOCK_FILE} merge=union`

const VERSION = 1
const FIRST_LINE = `# translation-mcp lock ${VERSION} · written by translation-mcp sync · commit it, never edit it`
const HEADER = /^# translation-mcp lock (\d+)(?!\S)/
/** The marks that git leaves in a file that it could not merge. */
const CONFLICT_MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/

/** Thrown for a lock that a newer version of this program wrote: reading what it does not know, this one would lose it. */
export class LockError extends Error {
  override readonly name = 'LockError'
  readonly code = 'lock_too_new'
  /** The version that the lock is of. */
  readonly version: number

  constructor(version: number) {
    super(
      `${LOCK_FILE} is of version ${version}, and this translation-mcp reads version ${VERSION}. Update it: npm install translation-mcp@latest`,
    )
    this.version = version
  }
}

/** A line that is no entry: cut, changed by hand, or not of a lock at all. The next write leaves it out, so whoever writes says so first. */
export interface UnreadableLine {
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** All lines of a key, in the order of the file. One is usual; more come from a merge, and `settleLine` chooses. */
type Candidates = ReadonlyMap<string, readonly LockLine[]>
type LockPlaces = ReadonlyMap<string, ReadonlyMap<string, Candidates>>

export interface Lock {
  /** By file, language and key. */
  readonly places: LockPlaces
  readonly unreadable: readonly UnreadableLine[]
  /** The numbers, from 1, of the lines where git left the marks of a conflict. */
  readonly conflict_marks: readonly number[]
  /** How its lines end: git writes CRLF where it is told to. A file that differs in nothing else is not written anew. */
  readonly eol: '\n' | '\r\n'
}

/**
 * What a lock says, also one with the marks of a conflict in it. An empty text is an empty lock.
 *
 * @throws {LockError} for a newer version
 */
export function readLock(text: string): Lock {
  const places = new Map<string, Map<string, Map<string, LockLine[]>>>()
  const unreadable: UnreadableLine[] = []
  const conflict_marks: number[] = []
  const start = text.startsWith('\ufeff') ? 1 : 0
  let number = 0
  for (const line of linesFrom(text, start)) {
    number += 1
    if (line === '') continue
    const entry = readLockLine(line)
    if (entry !== undefined) {
      const keys = valueIn(valueIn(places, entry.file), entry.language)
      const others = keys.get(entry.key)
      if (others === undefined) keys.set(entry.key, [entry])
      else others.push(entry)
    } else if (CONFLICT_MARK.test(line)) conflict_marks.push(number)
    else if (!isHeader(line)) unreadable.push({ number, text: line })
  }
  return { places, unreadable, conflict_marks, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

function valueIn<Key, InnerKey, Value>(maps: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const made = new Map<InnerKey, Value>()
  maps.set(key, made)
  return made
}

/** The lines for a source file in a language, by the paths of its texts. */
export function candidatesIn({ places }: Lock, file: string, language: string): Candidates {
  return places.get(file)?.get(language) ?? new Map()
}

/** The lines about one place; none where the lock has no such place. */
export function candidatesAt(lock: Lock, { file, language, key }: LockPlace): readonly LockLine[] {
  return candidatesIn(lock, file, language).get(key) ?? []
}

/** All lines of a lock, those of a file and a language together. */
export function* linesOfLock({ places }: Pick<Lock, 'places'>): Generator<LockLine> {
  for (const languages of places.values())
    for (const keys of languages.values()) for (const candidates of keys.values()) yield* candidates
}

/**
 * The bytes of a lock: its lines in code-unit order, each once. Lines that say different things about one place all stay: whoever has
 * the files settles them first.
 */
export function writeLock(lines: Iterable<LockLine>, eol: '\n' | '\r\n' = '\n'): string {
  const texts: string[] = []
  for (const line of lines) texts.push(lineText(line))
  texts.sort()
  const once = texts.filter((text, at) => text !== texts[at - 1])
  return `${[FIRST_LINE, ...once].join(eol)}${eol}`
}

/** @throws {LockError} for the first line of a newer version */
function isHeader(line: string): boolean {
  const version = HEADER.exec(line)?.[1]
  if (version !== undefined && Number(version) > VERSION) throw new LockError(Number(version))
  return version !== undefined
}

function* linesFrom(text: string, start: number): Generator<string> {
  for (let at = start; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    yield text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end)
    at = end + 1
  }
}
