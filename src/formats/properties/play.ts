/** Messages files of Play: UTF-8 without a byte order mark, and each text a message of Java's MessageFormat. */
import { decodeWhole } from '../bytes/charset.ts'
import { FormatError } from '../format.ts'
import { type KeyedEntry, type KeyedSyntax, keyedFormat } from '../keyed/index.ts'
import { inManner, playMannersOf, unquoted } from './apostrophes.ts'
import { playFacts } from './play-facts.ts'
import { messageLike, readMessages } from './play-reader.ts'

const syntax: KeyedSyntax = {
  scheme: 'messages',
  read(text) {
    const entries = liveOf(readMessages(text).entries)
    const mannerOf = playMannersOf(entries.map(entry => entry.text))
    return {
      entries: entries.map(entry => {
        const manner = mannerOf(entry.text)
        return { ...entry, manner, text: unquoted(entry.text, manner) }
      }),
    }
  },
  write: (text, as) => messageLike(inManner(text, as.manner), as),
  isAscii: () => false,
  comment: said => `# ${said}`,
}

/** Of a key that comes again Play takes the last text. The others are read by nobody, and stay as they are. */
function liveOf(entries: readonly KeyedEntry[]): readonly KeyedEntry[] {
  const last = new Map(entries.map(entry => [entry.keys.join(), entry]))
  return entries.filter(entry => last.get(entry.keys.join()) === entry)
}

export const play = keyedFormat(playFacts, syntax, async source => {
  const decoded = await decodeWhole(source)
  if (decoded.bom_bytes === 0) return decoded
  throw new FormatError(
    'malformed',
    'Play could not read this file: line 1: it begins with a byte order mark. Save it as UTF-8 without one and send it again.',
    { line: 1, column: 1 },
  )
})
