/** Texts of Android resources: their escapes, quotes and white space, as the resource compiler reads them. */

/** How a text is written. */
export interface AndroidManner {
  /** All of it is in quotation marks, which keep its white space. */
  readonly quoted: boolean
  /** It has apostrophes without a backslash: what reads the file takes them. */
  readonly bare_apostrophes: boolean
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** What the texts between the codes of a resource say. White space is one blank; in quotation marks it stays. */
export function readAndroid(texts: readonly string[]): string[] {
  let quoted = false
  let blank = false
  return texts.map(text => {
    let said = ''
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (sign === '\\') {
        const hex = /^u([0-9a-f]{4})/i.exec(text.slice(at + 1, at + 6))?.[1]
        const next = text[at + 1] ?? ''
        said += hex === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(Number.parseInt(hex, 16))
        at += hex === undefined ? 1 : 5
        blank = false
      } else if (sign === '"') quoted = !quoted
      else if (!quoted && (sign === ' ' || sign === '\n' || sign === '\t')) {
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
  return { quoted, bare_apostrophes: /(?:^|[^\\])'/.test(text) }
}

/** The opposite of `readAndroid`. A blank that would be lost becomes `\u0020`. */
export function writeAndroid(texts: readonly string[], { quoted, bare_apostrophes }: AndroidManner): string[] {
  let blank = true
  const last = texts.length - 1
  return texts.map((text, at) => {
    let written = ''
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index] ?? ''
      const ends = at === last && index === text.length - 1
      if (sign === ' ' && !quoted) {
        written += blank || ends ? '\\u0020' : ' '
        blank = true
        continue
      }
      blank = false
      if (sign === '\\' || sign === '"') written += `\\${sign}`
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
