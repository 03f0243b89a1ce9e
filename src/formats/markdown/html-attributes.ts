/** The attributes of a tag that readers see or hear. */
import { decodeString } from 'micromark-util-decode-string'

/** Where the value of an attribute is in its tag, without its quotes. */
export interface TextAttribute {
  readonly name: string
  readonly start: number
  readonly end: number
}

const SHOWN = new Set(['alt', 'title', 'label', 'placeholder', 'aria-label', 'summary', 'description'])
const NAME = /^<[A-Za-z][\w.:-]*/
const ATTRIBUTE = /\s+([^\s=>"'/{}]+)(?:\s*=\s*(?:("[^"]*"|'[^']*')|\{[^{}]*\}|[^\s"'>{}/][^\s"'>{}]*))?/y

/** The attributes of a start tag that hold text on one line; none of a tag that cannot be read to its end. */
export function textAttributesOf(tag: string): TextAttribute[] {
  const found: TextAttribute[] = []
  let at = NAME.exec(tag)?.[0].length ?? tag.length
  for (ATTRIBUTE.lastIndex = at; ; at = ATTRIBUTE.lastIndex) {
    const attribute = ATTRIBUTE.exec(tag)
    if (!attribute) break
    const [, name = '', quoted] = attribute
    const end = ATTRIBUTE.lastIndex - 1
    const start = end + 2 - (quoted?.length ?? 0)
    if (quoted && SHOWN.has(name.toLowerCase()) && !/[\r\n]/.test(quoted) && end > start)
      found.push({ name: name.toLowerCase(), start, end })
  }
  return /^\s*\/?>$/.test(tag.slice(at)) ? found : []
}

/** A value as readers see it: only references are decoded, and no escapes of Markdown. */
export function attributeText(written: string): string {
  return decodeString(written.replaceAll('\\', '\\\\'))
}
