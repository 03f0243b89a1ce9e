/** Patterns of paths: `*` within a name, `**` across folders, `[locale]` for a language, `{name}` for a name that stays the same. */
import { LOCALE_NAME } from './locale-names.ts'

export const LOCALE_SLOT = '[locale]'
export const NAME_SLOT = '{name}'

/** What a path that fits a pattern has in its places. */
export interface Fit {
  /** What is before the pattern; empty, or with `/` at its end. */
  readonly root: string
  /** What stands for `[locale]`; undefined where the pattern has none. */
  readonly locale: string | undefined
  /** What stands for `{name}`. */
  readonly name: string
}

const PIECES = /\*\*\/|\*\*|\*|\[locale\]|\{name\}/g

/** A pattern with more is not one that people write, and could take for ever. */
const MOST_PIECES = 8

/** Whether a path fits a pattern, and how. `anywhere`: the pattern may begin in any folder. */
export function fitter(pattern: string, anywhere: boolean): (path: string) => Fit | undefined {
  if ([...pattern.matchAll(PIECES)].length > MOST_PIECES) return () => undefined
  const seen = new Set<string>()
  let source = ''
  let at = 0
  for (const piece of pattern.matchAll(PIECES)) {
    source += quoted(pattern.slice(at, piece.index)) + piecePattern(piece[0], seen)
    at = piece.index + piece[0].length
  }
  const whole = new RegExp(`^(?<root>${anywhere ? '(?:.*/)?' : ''})${source}${quoted(pattern.slice(at))}$`)
  // What every such path has in it: to look for it is quick, and there are many paths.
  const sure = pattern.split(PIECES).reduce((one, other) => (other.length > one.length ? other : one))
  return path => {
    const groups = path.includes(sure) ? whole.exec(path)?.groups : undefined
    return groups === undefined
      ? undefined
      : { root: groups.root ?? '', locale: groups.locale, name: groups.name ?? '' }
  }
}

/** The same group stands for the same text wherever it comes again: `[locale]/[locale].yaml`. */
function piecePattern(piece: string, seen: Set<string>): string {
  const again = seen.has(piece)
  seen.add(piece)
  if (piece === LOCALE_SLOT) return again ? '\\k<locale>' : `(?<locale>${LOCALE_NAME})`
  if (piece === NAME_SLOT) return again ? '\\k<name>' : '(?<name>[^/]+?)'
  return piece === '**/' ? '(?:[^/]+/)*?' : piece === '**' ? '.*' : '[^/]*?'
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
