import type { Token } from './token.ts'

/** What was done with a word (MCP-14). Undefined: it says nothing by itself. */
export type Fate = 'applied' | 'guidance' | 'not_understood'

export interface Clauses {
  readonly applied: string[]
  readonly guidance: string[]
  readonly not_understood: string[]
}

/**
 * The clauses of an instruction by what was done with them, word for word. Neighbouring words of one piece with the same fate
 * are one clause; words that say nothing by themselves belong to the clause around them and are nowhere else.
 * `pieces[i]` is the piece token i stands in; `breaks` are tokens that begin a clause of their own,
 * `commas` are tokens that do so too, except where they continue a list that was carried out.
 */
export function clausesOf(
  text: string,
  tokens: readonly Token[],
  fates: readonly (Fate | undefined)[],
  pieces: readonly number[],
  { breaks, commas }: { readonly breaks: ReadonlySet<number>; readonly commas: ReadonlySet<number> },
): Clauses {
  const clauses: { fate: Fate; from: number; to: number }[] = []
  let pieceBefore = -1
  for (const at of tokens.keys()) {
    const fate = fates[at]
    if (fate === undefined) continue
    const last = clauses.at(-1)
    const piece = pieces[at] ?? 0
    const splits = breaks.has(at) || (fate !== 'applied' && commas.has(at))
    if (last !== undefined && last.fate === fate && piece === pieceBefore && !splits) last.to = at
    else clauses.push({ fate, from: withGlue(tokens, fates, pieces, at, last?.to ?? -1), to: at })
    pieceBefore = piece
  }
  const result: Clauses = { applied: [], guidance: [], not_understood: [] }
  for (const { fate, from, to } of clauses) {
    const last = fate === 'applied' ? to : withTail(tokens, fates, to)
    const clause = text.slice(tokens[from]?.start ?? 0, tokens[last]?.end ?? 0).replace(/\s+/g, ' ')
    result[fate].push(clause.trim())
  }
  return result
}

/** A clause about style, or one that was not understood, is quoted with the articles and prepositions before it: `in a formal tone`. */
function withGlue(
  tokens: readonly Token[],
  fates: readonly (Fate | undefined)[],
  pieces: readonly number[],
  at: number,
  after: number,
): number {
  let from = at
  while (
    from - 1 > after &&
    fates[from - 1] === undefined &&
    pieces[from - 1] === pieces[at] &&
    isGlue(tokens[from - 1])
  )
    from -= 1
  return from
}

/** Words that say nothing by themselves and end the clause belong to it: `Email me`. */
function withTail(tokens: readonly Token[], fates: readonly (Fate | undefined)[], to: number): number {
  let end = to
  while (fates[end + 1] === undefined && isGlue(tokens[end + 1])) end += 1
  const next = tokens[end + 1]
  const ends = next === undefined || !['word', 'language', 'quote'].includes(next.kind) || next.roles.has('and')
  return ends ? end : to
}

function isGlue(token: Token | undefined): boolean {
  return token?.kind === 'word' && !token.roles.has('polite') && !token.roles.has('and') && !token.roles.has('but')
}
