/**
 * Configurations that are programs are read as text, and never run: a value that is written out is found, and of one that is computed
 * only that it is there.
 */

/** A value that is written out, one that something computes, or none. */
export type WrittenValue<T> =
  | { readonly is: 'written'; readonly value: T }
  | { readonly is: 'computed' }
  | { readonly is: 'absent' }

/** What is not closed ends with its line, or with the program. */
const STRING_OR_COMMENT =
  /(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*(?:\1|\\?$|(?=\n))|`(?:\\[\s\S]|[^\\`])*(?:`|\\?$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** The program without its comments: one in a comment is no value. */
export function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, found => (/^["'`]/.test(found) ? found : ' '))
}

/** The string that the first field of this name has. */
export function writtenString(code: string, field: string): WrittenValue<string> {
  const rest = afterField(code, field)
  if (rest === undefined) return { is: 'absent' }
  const [, quote, value = ''] = /^\s*(["'`])((?:(?!\1)[^\\\n])*)\1\s*(?:as\s+\w+\s*)?(?=[,}\]\n;)]|$)/.exec(rest) ?? []
  return quote === undefined || (quote === '`' && value.includes('${')) ? { is: 'computed' } : { is: 'written', value }
}

/** The strings that the first field of this name has in its list. */
export function writtenStrings(code: string, field: string): WrittenValue<readonly string[]> {
  const rest = afterField(code, field)
  if (rest === undefined) return { is: 'absent' }
  const [, list] = /^\s*\[([^[\]]*)\]/.exec(rest) ?? []
  const strings = [...(list ?? '').matchAll(/(["'])([^"'\\\n]*)\1/g)]
  const between = (list ?? 'x').replace(/(["'])[^"'\\\n]*\1/g, '')
  return /[^\s,]/.test(between)
    ? { is: 'computed' }
    : { is: 'written', value: strings.map(([, , value = '']) => value) }
}

/** All strings that fields of this name have, and whether another one is computed. */
export function allWritten(
  code: string,
  field: string,
): { readonly values: readonly string[]; readonly computed: boolean } {
  const values: string[] = []
  let computed = false
  for (let rest = afterField(code, field); rest !== undefined; rest = afterField(rest, field)) {
    const found = writtenString(`${field}:${rest}`, field)
    if (found.is === 'written') values.push(found.value)
    else computed = true
  }
  return { values, computed }
}

function afterField(code: string, field: string): string | undefined {
  const found = new RegExp(`(?<![\\w$.])(?:${field}|"${field}"|'${field}')\\s*:`).exec(code)
  return found === null ? undefined : code.slice(found.index + found[0].length)
}
