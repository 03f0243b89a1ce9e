/** Writing a value of a `.properties` file. */
import { holds } from '../bytes/charset.ts'
import type { WrittenAs } from '../keyed/index.ts'

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' }

/**
 * A value in the manner of the one in its place: what that escaped without need is escaped (`\:`, `\=`, `\!`, `\#`), and where it broke its line behind each
 * line of the text, so does this one. A blank or a sign in front needs a backslash, else it would be read as part of the separator.
 */
export function propertyLike(text: string, { raw, charset, eol }: WrittenAs): string {
  const also = new Set([...raw.matchAll(/\\([:=#! ])/g)].map(([, sign]) => sign))
  const upper = /\\u[0-9a-fA-F]*[A-F]/.test(raw) || !/\\u[0-9a-fA-F]*[a-f]/.test(raw)
  let written = ''
  for (const [at, sign] of [...text].entries()) {
    const named = NAMED[sign]
    if (named !== undefined) written += named
    else if ((at === 0 && SEPARATORS.has(sign)) || (also.has(sign) && sign !== ' ')) written += `\\${sign}`
    else written += isWritable(sign, charset) ? sign : unicode(sign, upper)
  }
  const broken = BROKEN.exec(raw)
  if (broken === null) return written
  const next = `\\n\\${eol}${broken[1] ?? ''}`
  return written.replace(/\\n( ?)(?=.)/g, (_, blank) => next + (blank === '' ? '' : '\\ '))
}

const SEPARATORS: ReadonlySet<string> = new Set([' ', '=', ':'])

/** A line of the text, and then one of the file; the next begins with these blanks. */
const BROKEN = /\\n\\(?:\r\n|\n|\r)([ \t]*)/

function isWritable(sign: string, charset: WrittenAs['charset']): boolean {
  if (sign < ' ' || (sign >= '\u007f' && sign < '\u00a0')) return false
  return charset === 'us-ascii' ? sign <= '~' : sign <= '~' || holds(charset, sign)
}

function unicode(sign: string, upper: boolean): string {
  return [...Array(sign.length).keys()]
    .map(at => {
      const hex = sign.charCodeAt(at).toString(16).padStart(4, '0')
      return `\\u${upper ? hex.toUpperCase() : hex}`
    })
    .join('')
}
