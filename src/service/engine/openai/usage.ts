import { termSearchFor } from '../../../checks/index.ts'
import { encodeCodes } from '../../../formats/index.ts'
import { tokenCount, tokenRatio } from '../../domain/tokens.ts'
import type { EngineJob, Segment } from '../engine.ts'
import { promptFor } from './prompt.ts'
import type { OutputForm } from './server.ts'

/** What the roles and the borders of two messages take. */
const FRAMING = 8
/** The schema of the answer: its frame, and each id, which stands twice in it. */
const SCHEMA = { frame: 34, id: 9 } as const
/** The id of a segment and the signs around it, in the answer. */
const ANSWER_ID = 3.2
/** As long as a real one. */
const NONCE = 'aB3dE6gH9jK2'

/** The rules are the same for most rounds of a job. */
const counted = new WeakMap<EngineJob, Map<string, number>>()

function rulesTokens(job: EngineJob, rules: string): number {
  const known = counted.get(job) ?? new Map<string, number>()
  counted.set(job, known)
  const tokens = known.get(rules) ?? tokenCount(rules, 'en')
  known.set(rules, tokens)
  return tokens
}

/** About how many tokens the request for a round has: rules, data with ids, terms and context, and the schema of the answer. */
function promptTokens(round: readonly Segment[], job: EngineJob, form: OutputForm): number {
  const { rules, data } = promptFor(round, job, termSearchFor(job), NONCE)
  const schema = form === 'json_schema' ? SCHEMA.frame + SCHEMA.id * round.length : 0
  return rulesTokens(job, rules) + tokenCount(data, job.source) + schema + FRAMING
}

/** About how many tokens a round takes: its request, and an answer of the usual length in the target language. */
export function roundTokens(round: readonly Segment[], job: EngineJob, form: OutputForm): number {
  const source = round.reduce(
    (sum, { text, syntax }) => sum + tokenCount(encodeCodes(text, syntax).text, job.source),
    0,
  )
  const answer = source * tokenRatio(job.source, job.target) + ANSWER_ID * round.length
  return promptTokens(round, job, form) + answer
}

/** About how many tokens a round took that was answered with this text. */
export function answeredTokens(round: readonly Segment[], job: EngineJob, form: OutputForm, answer: string): number {
  return Math.round(promptTokens(round, job, form) + tokenCount(answer, job.target))
}
