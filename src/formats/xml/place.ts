/** Writing one text of an XML file. */
import { encodeLater } from '../bytes/charset.ts'
import { attributesOf, type CodedXml, setAttribute, writeCoded, type XmlTag } from '../bytes/xml/index.ts'
import { inStyleOf } from '../content/language-tag.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'

export interface XmlPlace {
  readonly source: CodedXml
  readonly eol: string
  /** For an element that is made: what is written before and after its text. */
  readonly before: string
  readonly after: string
  /** Edits that are made if the text is written: they take away what the target language does not use. */
  readonly also: readonly Edit[]
  /** It is written even where it says what its source says: the element is not in the file yet, or says something else there. */
  readonly made?: true
}

export interface XmlUnit extends Unit {
  /** Absent where nothing is written. */
  readonly place?: XmlPlace | undefined
  /** A tag that says the language of the file, and in which attribute. */
  readonly header?: { readonly tag: XmlTag; readonly attribute: string } | undefined
  /** The language of the file, as a text of it says it. */
  readonly said?: string | undefined
}

export function editsOfText(unit: XmlUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { place, header, said, charset } = unit
  if (header) return headerEdits(header, charset, target)
  if (said !== undefined) {
    const bytes = encodeLater(inStyleOf(said, target.language), charset)
    return [{ start: unit.start, end: unit.end, bytes }]
  }
  if (!place || translation === undefined) return []
  const isNew = place.made === true || place.before !== ''
  if (translation === unit.text && !isNew) return place.also
  const text = writeCoded(place.source, translation, charset, place.eol)
  if (text === undefined) return []
  const bytes = encodeLater(place.before + text + place.after, charset)
  return [...place.also, { start: unit.start, end: unit.end, bytes }].sort((one, other) => one.start - other.start)
}

function headerEdits({ tag, attribute }: NonNullable<XmlUnit['header']>, charset: Charset, target: Target): Edit[] {
  const before = attributesOf(tag).get(attribute)?.value
  const language = before?.includes('_') ? target.language.replaceAll('-', '_') : target.language
  const edit = setAttribute(tag, attribute, language, charset)
  return edit ? [edit] : []
}
