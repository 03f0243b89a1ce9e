import { tokenCount, tokenRatio } from '../../domain/tokens.ts'
import type { EngineJob, Segment } from '../engine.ts'

/** What each call says besides its lines: rules, ids of batch and plan, the next step. */
const CALL = 700
/** The number of a line and the signs around it. */
const LINE = 4

/** About how many tokens of the caller's own model a round takes: it reads the lines, and writes them in the target language. */
export function assistantTokens(round: readonly Segment[], { source, target }: EngineJob): number {
  const read = round.reduce((sum, { text }) => sum + tokenCount(text, source), 0)
  return CALL + read * (1 + tokenRatio(source, target)) + 2 * LINE * round.length
}
