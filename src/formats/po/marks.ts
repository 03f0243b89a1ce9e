/** What an entry says of the state of its translation: the flag `fuzzy`, and the lines `#|` of an earlier source. */
import { encode } from '../bytes/charset.ts'
import type { Edit } from '../format.ts'
import type { Manner } from './header.ts'
import type { Entry, Span } from './reader.ts'

/** The edits after which an entry has the flag `fuzzy` or has it not, and no earlier source. They are sorted. */
export function marksOf(entry: Entry, manner: Manner, fuzzy: boolean): Edit[] {
  const flags = fuzzy ? fuzzyAdded(entry, manner) : withoutFuzzy(entry, manner)
  return [...flags, ...entry.previous.map(line => removed(line))].sort((a, b) => a.start - b.start)
}

function removed({ start, end }: Span): Edit {
  return { start, end, bytes: '' }
}

function withoutFuzzy(entry: Entry, { text, charset }: Manner): Edit[] {
  if (!entry.flags.has('fuzzy')) return []
  return entry.flag_lines.flatMap(span => {
    const line = text(span)
    const flags = line.slice(line.indexOf(',') + 1).split(',')
    const kept = flags.filter(flag => flag.trim() !== 'fuzzy')
    if (kept.length === flags.length) return []
    const eol = /(?<![\r\n])[\r\n]*$/.exec(line)?.[0] ?? ''
    const rest = kept.map(flag => flag.trimEnd()).join(',')
    return [{ start: span.start, end: span.end, bytes: encode(rest === '' ? '' : `#,${rest}${eol}`, charset) }]
  })
}

/** As gettext writes it: the first of the flags, on a line after the references and before the earlier source. */
function fuzzyAdded({ flags, flag_lines, previous, msgctxt, msgid }: Entry, { text, eol }: Manner): Edit[] {
  if (flags.has('fuzzy')) return []
  const [line] = flag_lines
  if (line) {
    const at = line.start + text(line).indexOf(',') + 1
    return [{ start: at, end: at, bytes: ' fuzzy,' }]
  }
  const at = previous[0]?.start ?? (msgctxt ?? msgid).start
  return [{ start: at, end: at, bytes: `#, fuzzy${eol}` }]
}
