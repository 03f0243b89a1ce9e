/** How a message of one catalogue is written in another: its texts in one that is there, or all its lines. */
import { decode, encode, holds } from '../bytes/charset.ts'
import { exampleNumbers, type PluralForms } from '../content/gettext-plurals.ts'
import { type Charset, FormatError } from '../format.ts'
import type { EntryBlock, TextEdit } from './lines.ts'
import type { Message } from './message.ts'
import { SINGLE } from './place.ts'
import type { PoString, Span } from './reader.ts'
import { messageBlock } from './text.ts'
import type { WholeCatalogue } from './whole.ts'

/** The catalogue that changes, and the one that its new texts come from. */
export interface Sides {
  readonly there: WholeCatalogue
  readonly from: WholeCatalogue
  /** The plural forms of both; those of the catalogue that changes are what it will have. */
  readonly forms: { readonly there: PluralForms | undefined; readonly from: PluralForms | undefined }
}

/** The strings of a message in the forms of the catalogue that changes: each form is that of a number which takes it. */
export function textsFor({ forms }: Sides, { plural, targets }: Message): readonly string[] {
  const { there, from } = forms
  if (plural === undefined || there === undefined) return targets
  const numbers = from === undefined || from === there ? undefined : exampleNumbers(there)
  const last = targets.length - 1
  return Array.from({ length: there.count }, (_, form) => {
    const other = numbers === undefined || from === undefined ? form : from.of(numbers[form] ?? form)
    return targets[Math.min(other, last)] ?? ''
  })
}

/** The edits that give a message that is there these strings, and the plural of the message that they come from. */
export function textEdits(
  there: WholeCatalogue,
  message: Message,
  texts: readonly string[],
  plural?: string,
): TextEdit[] {
  const { entry, targets } = message
  const { wrapping } = there.catalogue
  const said = (form: number): string => {
    const block = entry.msgstr[form]
    const model = block && block.lines.length > 1 ? block : entry.msgid
    return messageBlock(keywordOf(plural, form), texts[form] ?? '', wrapping, isBeside(model))
  }
  const [first] = entry.msgstr
  const last = entry.msgstr.at(-1)
  if (!first || !last) return []
  if (plural !== message.plural) {
    const named = plural === undefined ? [] : [messageBlock('msgid_plural', plural, wrapping, isBeside(entry.msgid))]
    const text = [...named, ...texts.map((_, form) => said(form))].join(wrapping.eol)
    return [{ start: (entry.msgid_plural ?? first).start, end: last.end, text }]
  }
  const edits = entry.msgstr.flatMap(({ start, end }, form) =>
    form >= texts.length || targets[form] === texts[form] ? [] : [{ start, end, text: said(form) }],
  )
  const added = texts.slice(targets.length).map((_, at) => wrapping.eol + said(targets.length + at))
  if (added.length > 0) edits.push({ start: last.end, end: last.end, text: added.join('') })
  const kept = entry.msgstr[texts.length - 1]
  if (kept && kept !== last) edits.push({ start: kept.end, end: last.end, text: '' })
  return edits
}

function keywordOf(plural: string | undefined, form: number): string {
  return plural === undefined ? SINGLE : `msgstr[${form}]`
}

function isBeside({ lines: [first, ...others] }: PoString): boolean {
  return others.length > 0 && first !== undefined && first.start !== first.end
}

/** The lines of a message, as they are in the catalogue that they come from, but for its plural forms and for long lines. */
export function linesFor(sides: Sides, { first, last, message }: EntryBlock & { readonly message: Message }): string[] {
  const { there, from } = sides
  const lines = from.lines.slice(first, last + 1)
  const texts = textsFor(sides, message)
  const isFoldedElse = there.folds !== undefined && from.folds !== undefined && there.folds !== from.folds
  const edits = isFoldedElse
    ? foldedAnew(there, message, texts)
    : textEdits(
        { ...from, catalogue: { ...from.catalogue, wrapping: there.catalogue.wrapping } },
        message,
        texts,
        message.plural,
      )
  const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0]
  return edited(from, { start, end }, edits).split(/\r?\n/)
}

/** The edits of a message in another catalogue that write all its strings as this one does. */
function foldedAnew(
  { catalogue: { wrapping } }: WholeCatalogue,
  message: Message,
  texts: readonly string[],
): TextEdit[] {
  const { entry, context, id, plural } = message
  const strings: readonly (readonly [PoString | undefined, string, string | undefined])[] = [
    [entry.msgctxt, 'msgctxt', context],
    [entry.msgid, 'msgid', id],
    [entry.msgid_plural, 'msgid_plural', plural],
  ]
  const edits = strings.flatMap(([string, keyword, text]) =>
    string && text !== undefined
      ? [{ start: string.start, end: string.end, text: messageBlock(keyword, text, wrapping) }]
      : [],
  )
  const forms = texts.map((text, form) => messageBlock(keywordOf(plural, form), text, wrapping))
  const start = entry.msgstr[0]?.start ?? entry.msgid.end
  return [...edits, { start, end: entry.msgstr.at(-1)?.end ?? start, text: forms.join(wrapping.eol) }]
}

/** A stretch of a catalogue as text, with edits. */
function edited({ catalogue }: WholeCatalogue, { start, end }: Span, edits: readonly TextEdit[]): string {
  let text = ''
  let at = start
  for (const edit of edits) {
    text += catalogue.text({ start: at, end: edit.start }) + edit.text
    at = edit.end
  }
  return text + catalogue.text({ start: at, end })
}

/** The bytes of a text that must be whole. @throws {FormatError} not_decodable: the charset of the catalogue lacks a character of it */
export function requireHeld(charset: Charset, texts: readonly (string | undefined)[]): void {
  const text = texts.join('')
  if (holds(charset, text)) return
  const lacking = [...text].find(character => decode(encode(character, charset), charset) !== character) ?? ''
  const name = charset.slice(charset.indexOf(':') + 1).toUpperCase()
  const message = `The catalogue is in ${name}, which has no “${lacking}”. Convert it to UTF-8 (msgconv -t UTF-8) and start again.`
  throw new FormatError('not_decodable', message)
}
