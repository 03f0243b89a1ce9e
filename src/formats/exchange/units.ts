/** The unit of an entry: the text of the source language, and that of the target in its place. */
import { codedOf, readLike, type XmlElement } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import type { Charset, Reason } from '../format.ts'
import { type AskedLanguages, type EntryLanguage, sourceIn, targetIn } from './entry.ts'
import type { ExchangeManner } from './manner.ts'
import { entryId, type NamedEntry } from './names.ts'
import type { EntryUnit } from './place.ts'

export interface EntryReading extends AskedLanguages {
  readonly manner: ExchangeManner
  readonly charset: Charset
  readonly eol: string
  /** What entries before this one call the target language. */
  readonly called: string | undefined
}

const LONGEST_NOTE = 1000
const LONGEST_CONTEXT = 200

/** Undefined for an entry without any text. */
export function unitOfEntry(
  entry: XmlElement,
  { path, languages }: NamedEntry,
  reading: EntryReading,
): Omit<EntryUnit, 'index'> | undefined {
  const { manner, charset, eol, target } = reading
  const from = sourceIn(entry, languages, reading)
  const shown = from?.way ? from : languages.find(({ way }) => way !== undefined)
  const [inner, last] = [shown?.way?.at(-1), languages.at(-1)?.element]
  if (shown === undefined || inner === undefined || last === undefined) return undefined
  const own = targetIn(languages, target)
  const source = codedOf(inner.inside, manner.codes)
  const there = own?.way?.at(-1)
  const present = there ? readLike(source, there.inside) : ''
  const said = [manner.said(entry), manner.said(shown.element)]
  const note =
    said
      .flatMap(({ notes }) => notes)
      .join('\n')
      .slice(0, LONGEST_NOTE) || undefined
  const left_out = leftOut(shown, shown === from, source.text, present)
  const at = there ?? { from: own?.element.to ?? last.end, to: own?.element.to ?? last.end }
  const isWritten = shown === from && (left_out === undefined || present === '')
  return {
    path,
    part: manner.part,
    ...{ start: at.from, end: at.to, text: source.text, charset, left_out, note },
    max_length: note === undefined ? undefined : limitSaid(note.split('\n')),
    context: contextOf(
      entry,
      said.flatMap(({ context }) => context),
      source,
    ),
    sense: manner.notes_tell_apart ? note : undefined,
    target: present,
    place:
      isWritten || there
        ? { source, eol, from: shown, own, last, like: likeIn(languages, shown), called: reading.called }
        : undefined,
    remark: languages[0] && { at: languages[0].element.tag.start, indent: languages[0].element.indent },
  }
}

function leftOut(shown: EntryLanguage, isSource: boolean, text: string, present: string): Reason | undefined {
  if (!isSource) return 'other_language'
  if (shown.gone) return 'obsolete'
  return leftOutOfText(text) ?? (present === '' ? undefined : 'already_translated')
}

function contextOf(
  entry: XmlElement,
  said: readonly string[],
  { codes }: ReturnType<typeof codedOf>,
): EntryUnit['context'] {
  const stands = codes.flatMap(({ tag, meaning }) => (meaning === undefined ? [] : [[tag, meaning] as const]))
  return {
    key: entryId(entry),
    context: said.join('; ').slice(0, LONGEST_CONTEXT) || undefined,
    stands_for: stands.length === 0 ? undefined : Object.fromEntries(stands),
  }
}

function likeIn(languages: readonly EntryLanguage[], { written }: EntryLanguage): string {
  return languages.find(each => /[-_]/.test(each.written))?.written ?? written
}
