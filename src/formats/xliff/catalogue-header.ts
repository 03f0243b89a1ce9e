/** The unit that holds the header of a catalogue of gettext. It has no text for a translator, but it names the rule of the plural forms. */
import { encodeLater } from '../bytes/charset.ts'
import type { XmlElement } from '../bytes/xml/index.ts'
import { pluralFormsField, pluralFormsFor } from '../content/gettext-plurals.ts'
import type { Charset, Edit } from '../format.ts'

/** The kind that such a unit says it is. */
export const HEADER_OF_CATALOGUE = 'x-gettext-domain-header'

const RULE = /(?<=^|\\n|\n)Plural-Forms:[^\n\\]*(?:\\(?!n)[^\n\\]*)*/

/** The header of a catalogue gets the rule of the language, where it has one. */
export function ruleEdits(target: XmlElement | undefined, charset: Charset, language: string): readonly Edit[] {
  return (target?.inside ?? []).flatMap(node => {
    const found = node.kind === 'text' ? RULE.exec(node.raw) : null
    if (!found) return []
    const field = `Plural-Forms: ${pluralFormsField(pluralFormsFor(language))}`
    const text = node.raw.replace(RULE, () => field.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    return text === node.raw ? [] : [{ start: node.start, end: node.end, bytes: encodeLater(text, charset) }]
  })
}
