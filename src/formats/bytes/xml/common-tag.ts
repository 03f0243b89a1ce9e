/** Start tags as most programs write them. A sheet has millions that are each written once: an expression takes twice as long. */

/** What a character of ASCII may be in a name. */
const [NEVER, LATER, FIRST] = [0, 1, 2]
const IN_NAMES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z_]/.test(character) ? FIRST : /[\d.-]/.test(character) ? LATER : NEVER
})
const [SPACE, QUOTE, AMPERSAND, SLASH, COLON, LESS, EQUALS] = [...' "&/:<='].map(sign => sign.charCodeAt(0))
const LAST_ASCII = 0x7e

/**
 * A tag that ends where `raw` ends, with one blank in front of each attribute, and values of ASCII without references, in double quotes.
 * Undefined for all others, whatever they are. `raw` holds no character that XML has not.
 */
export function commonTag(raw: string): { readonly name: string; readonly empty: boolean } | undefined {
  const last = raw.length - 1
  let at = endOfName(raw, 1)
  if (at < 0) return undefined
  const name = raw.slice(1, at)
  let first: string | undefined
  let others: string[] | undefined
  while (at < last) {
    const code = raw.charCodeAt(at)
    if (code === SLASH && at === last - 1) return { name, empty: true }
    if (code !== SPACE) return undefined
    const end = endOfName(raw, at + 1)
    if (end < 0 || raw.charCodeAt(end) !== EQUALS || raw.charCodeAt(end + 1) !== QUOTE) return undefined
    const own = raw.slice(at + 1, end)
    if (own === first || others?.includes(own)) return undefined
    if (first === undefined) first = own
    else if (others === undefined) others = [own]
    else others.push(own)
    at = endOfValue(raw, end + 2) + 1
    if (at === 0) return undefined
  }
  return { name, empty: false }
}

/** Behind a name with a prefix or without; -1 where there is none. */
function endOfName(raw: string, from: number): number {
  if (IN_NAMES[raw.charCodeAt(from)] !== FIRST) return -1
  let at = from + 1
  let isPrefixed = false
  for (; ; at += 1) {
    const code = raw.charCodeAt(at)
    if (code === COLON && !isPrefixed) {
      isPrefixed = true
      at += 1
      if (IN_NAMES[raw.charCodeAt(at)] !== FIRST) return -1
    } else if (!IN_NAMES[code]) return at
  }
}

/** Where the quote is that ends a value; -1 where it is no plain one. */
function endOfValue(raw: string, from: number): number {
  for (let at = from; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === AMPERSAND || code === LESS || code > LAST_ASCII) return -1
  }
  return -1
}
