/** Where source code uses texts: pure, from the keys that are asked for and from the lines of files. */
import { mayHoldSecret, mentionsIn } from './mentions.ts'

/** A line that uses a text. */
export interface CodePlace {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

const MOST_PLACES = 2
/** Longer lines are made by programs. */
const LONGEST_LINE = 500
const SHOWN = 120

/** A form of a plural. */
const FORM = /(?:[_.](?:zero|one|two|few|many|other)|\[\w+\])$/
const NUMBER = /^\d+$/
/** A name of one word says too little to be found anywhere in quotes. */
const ONE_WORD = /^[\w-]*$/

/** Looks for keys in one file after the other. */
export interface CodeSearch {
  look(file: string, text: string): void
  /** The places of each key; keys without any are left out. */
  readonly found: ReadonlyMap<string, readonly CodePlace[]>
  /** Whether each key has as many places as are wanted. */
  isDone(): boolean
}

/** Opens a search for all keys at once: each file is read once, however many they are. */
export function searchFor(keys: readonly string[]): CodeSearch {
  const named = new Map<string, string[]>()
  const last = new Map<string, string[]>()
  for (const key of keys) {
    const name = codeName(key)
    add(named, name, key)
    if (name !== key) add(named, key, key)
    const at = name.lastIndexOf('.')
    if (at > 0) add(last, name.slice(at + 1), key)
  }
  const found = new Map<string, CodePlace[]>()
  const note = (key: string, name: string, place: CodePlace): void => {
    const places = found.get(key) ?? []
    const isKnown = places.some(({ file, line }) => file === place.file && line === place.line)
    if (isKnown || places.length === MOST_PLACES || mayHoldSecret(place.text, name)) return
    const text = onOneLine(place.text)
    found.set(key, [...places, { ...place, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }])
  }
  return {
    found,
    isDone: () => keys.every(key => found.get(key)?.length === MOST_PLACES),
    look(file, text) {
      for (const [at, line] of text.split('\n').entries()) {
        if (line.length > LONGEST_LINE) continue
        for (const { name, sure } of mentionsIn(line)) {
          const place = { file, line: at + 1, text: line }
          const whole = named.get(name) ?? named.get(name.slice(name.indexOf(':') + 1)) ?? []
          if (sure || !ONE_WORD.test(name)) for (const key of whole) note(key, name, place)
          if (sure)
            for (const key of last.get(lastPart(name)) ?? []) if (isMeant(key, name, file, text)) note(key, name, place)
        }
      }
    },
  }
}

/** What code names: forms of a plural and items of a list have no names of their own. */
function codeName(key: string): string {
  const name = key.replace(FORM, '')
  if (name !== key) return name
  const parts = key.split('.')
  let end = parts.length
  while (end > 1 && NUMBER.test(parts[end - 1] ?? '')) end -= 1
  return parts.slice(0, end).join('.')
}

/** Without what is not seen: no control character belongs into a comment. */
export function onOneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}

function add(map: Map<string, string[]>, name: string, key: string): void {
  const those = map.get(name)
  if (those === undefined) map.set(name, [key])
  else those.push(key)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/**
 * Whether the end of a key means that key: its beginning stands in the same file in quotes (`useTranslations('menu')`, then `t('soup')`), or is
 * the path of the file, where a dot stands for it (Rails: `t('.title')` in `users/index.html.erb`).
 */
function isMeant(key: string, name: string, file: string, text: string): boolean {
  const whole = codeName(key)
  const end = name.startsWith('.') ? name : `.${name}`
  if (!whole.endsWith(end)) return false
  const begin = whole.slice(0, -end.length)
  if (begin === '') return false
  if (name.startsWith('.')) return file.replaceAll('/_', '/').includes(`/${begin.replaceAll('.', '/')}.`)
  return [`'${begin}'`, `"${begin}"`, `\`${begin}\``].some(quoted => text.includes(quoted))
}
