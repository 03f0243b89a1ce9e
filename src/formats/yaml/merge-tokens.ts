/** What the tokens of the parser tell of the items of maps and lists. */
import type { CST } from 'yaml'

export function isDash({ type }: CST.SourceToken): boolean {
  return type === 'seq-item-ind'
}

const AROUND: ReadonlySet<string> = new Set(['space', 'newline', 'comment', 'comma'])

/** Where an item begins, with its anchor and its tag. */
export function beginOf(before: readonly CST.SourceToken[], token: CST.Token | null | undefined): number | undefined {
  return before.find(({ type }) => !AROUND.has(type))?.offset ?? token?.offset
}

const SIMPLE: ReadonlySet<string> = new Set(['scalar', 'single-quoted-scalar', 'double-quoted-scalar'])

/** A key in one line without a question mark or an anchor. */
export function isSimple(before: readonly CST.SourceToken[], key: CST.Token | null | undefined): boolean {
  return !!key && SIMPLE.has(key.type) && before.every(({ type }) => type === 'tag' || AROUND.has(type))
}

/** Where the text of a token ends. */
export function endOfToken(token: CST.Token): number {
  if ('items' in token) {
    const closed = token.type === 'flow-collection' ? token.end.find(({ source }) => CLOSING.has(source)) : undefined
    if (closed) return closed.offset + 1
    const ends = token.items.flatMap(({ start, key, sep, value }) => {
      const last = value ?? sep?.at(-1) ?? key ?? start.at(-1)
      return last ? [endOfToken(last)] : []
    })
    return ends.at(-1) ?? token.offset
  }
  const props = token.type === 'block-scalar' ? token.props : []
  return 'source' in token
    ? [...props, token].reduce((sum, each) => sum + ('source' in each ? each.source.length : 0), token.offset)
    : token.offset
}

const CLOSING: ReadonlySet<string> = new Set('}]')
