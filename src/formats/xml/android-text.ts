/** Texts of Android resources: their escapes, quotes and white space, as the resource compiler reads them. */

/** How a text is written. */
export interface AndroidManner {
  /** All of it is in quotation marks, which keep its white space. */
  readonly quoted: boolean
  /** It has apostrophes without a backslash: what reads the file takes them. */
  readonly bare_apostrophes: boolean
  /** Quotation marks in tags of HTML, as CDATA has them, have no backslash. What reads the file drops them, and HTML needs none. */
  readonly bare_quotes: boolean
}

/** A tag in a text. It holds no other, so that each is found in one go. */
const TAG = /<\/?[A-Za-z][^<>]*>/g
/** One whose quotation marks come in pairs. */
const PAIRED = /^[^"]*(?:"[^"]*"[^"]*)*$/

/** The tags of a text that have quotation marks. */
function quotedTags(text: string): string[] {
  return text.includes('"') ? [...text.matchAll(TAG)].map(([tag]) => tag).filter(tag => tag.includes('"')) : []
}

function areBare(tags: readonly string[]): boolean {
  return tags.every(tag => !tag.includes('\\"') && PAIRED.test(tag))
}

/** Marks the signs of a text that are in tags with quotation marks. */
function signsOfTags(text: string): (at: number) => boolean {
  if (!text.includes('"')) return () => false
  const inside = new Uint8Array(text.length)
  for (const { 0: tag, index } of text.matchAll(TAG)) inside.fill(1, index, index + tag.length)
  return at => inside[at] === 1
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** What the texts between the codes of a resource say. White space is one blank; in quotation marks it stays. */
export function readAndroid(texts: readonly string[], { bare_quotes }: Pick<AndroidManner, 'bare_quotes'>): string[] {
  let quoted = false
  let blank = false
  return texts.map(text => {
    let said = ''
    const isInTag = bare_quotes ? signsOfTags(text) : () => false
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (sign === '\\') {
        const hex = /^u([0-9a-f]{4})/i.exec(text.slice(at + 1, at + 6))?.[1]
        const next = text[at + 1] ?? ''
        said += hex === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(Number.parseInt(hex, 16))
        at += hex === undefined ? 1 : 5
        blank = false
      } else if (sign === '"') {
        quoted = !quoted
        if (isInTag(at)) said += sign
        if (isInTag(at)) blank = false
      } else if (!quoted && (sign === ' ' || sign === '\n' || sign === '\t')) {
        if (!blank) said += ' '
        blank = true
      } else {
        said += sign
        blank = false
      }
    }
    return said
  })
}

/** How a text is written, as its characters show it. */
export function androidMannerOf(raw: string): AndroidManner {
  const text = raw.trim()
  const quoted = text.length > 1 && text.startsWith('"') && /(?:^|[^\\])(?:\\\\){0,20}"$/.test(text)
  const tags = quoted ? [] : quotedTags(text)
  return { quoted, bare_apostrophes: /(?:^|[^\\])'/.test(text), bare_quotes: tags.length > 0 && areBare(tags) }
}

/** The opposite of `readAndroid`. A blank that would be lost becomes `\u0020`. */
export function writeAndroid(texts: readonly string[], manner: AndroidManner): string[] {
  const { quoted, bare_apostrophes } = manner
  // A reader tells marks of tags from others only where all tags have them in pairs.
  const bare = manner.bare_quotes && texts.every(text => areBare(quotedTags(text)))
  let blank = true
  const last = texts.length - 1
  return texts.map((text, at) => {
    let written = ''
    const isInTag = bare ? signsOfTags(text) : () => false
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index] ?? ''
      const ends = at === last && index === text.length - 1
      if (sign === ' ' && !quoted) {
        written += blank || ends ? '\\u0020' : ' '
        blank = true
        continue
      }
      blank = false
      if (sign === '"' && isInTag(index)) written += sign
      else if (sign === '\\' || sign === '"') written += `\\${sign}`
      else if (sign === "'") written += bare_apostrophes ? sign : "\\'"
      else if (sign === '\n') written += '\\n'
      else if (sign === '\t') written += '\\t'
      else if ((sign === '@' || sign === '?') && at === 0 && index === 0) written += `\\${sign}`
      else written += sign
    }
    if (!quoted) return written
    return `${at === 0 ? '"' : ''}${written}${at === last ? '"' : ''}`
  })
}
