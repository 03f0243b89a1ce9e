import { ApiError } from '../client/errors.ts'
import type { Effect } from './effect.ts'
import { FileRefused } from './files/boundary.ts'
import { findOut } from './find-out.ts'
import { missingPiece } from './offered.ts'
import { OUTCOME_UNKNOWN, recoveryFor } from './recovery.ts'
import { quoted, visible } from './render/data.ts'
import { counted } from './render/numbers.ts'

/** A refusal by a tool itself, in words for the agent: first what happened and whether anything changed, then what to do next. */
export class ToolRefusal extends Error {
  readonly code: string
  readonly lines: readonly string[]

  constructor(code: string, lines: readonly string[]) {
    super(lines.join(' '))
    this.code = code
    this.lines = lines
  }
}

interface Where {
  readonly tool: string
  readonly effect: Effect
  /** The arguments of the call. */
  readonly input?: unknown
  /** True where the call may have changed something before it failed. */
  readonly changed: boolean
  readonly report: (event: string, error: unknown) => void
}

/**
 * The words for a failure: what happened, whether anything changed, who can fix it, whether to retry, what to call next, and the
 * request_id. An unexpected error is reported to the operator, and the agent gets only general words: details may hold secrets.
 */
export function failureText(error: unknown, where: Where): string {
  if (error instanceof ToolRefusal) return [`${where.tool} refused (${error.code}).`, ...error.lines].join('\n')
  if (error instanceof FileRefused) return `${where.tool} refused (${error.code}).\n${error.message}`
  if (error instanceof ApiError) return apiText(error, where)
  where.report(`${where.tool} failed unexpectedly`, error)
  return [
    `${where.tool} failed (internal_error).`,
    `Something went wrong inside translation-mcp. ${OUTCOME_UNKNOWN[where.effect]}`,
    'Trying once more is safe for reading tools; if it fails again, tell the person that the server log (stderr) has the detail.',
  ].join('\n')
}

/** The most characters that are shown of a message of the service, which may quote long text of people. */
const LONGEST_MESSAGE = 600

/** A message of the service without the sentences that name a route of its API: a model has tools, and no way to call it. */
function withoutRoutes(message: string): string {
  const sentences = message.split(/(?<=[.!?])\s+(?=[\p{Lu}“"«])/u)
  const left = sentences.filter(sentence => !sentence.includes('/v1/')).join(' ')
  return left || message.replaceAll(/(?:[A-Z]{3,7} )?\/v1\/\S*/g, 'the API')
}

/** What to call first, and what to do where that call meets the same. */
function afterLooking(shows: string, next: string | undefined): string {
  return next === undefined ? `${shows}.` : `${shows}. If that fails too: ${next}`
}

function apiText(error: ApiError, where: Where): string {
  const may_have_applied = error.may_have_applied || where.changed
  const { what, who, retry, ...recovery } = recoveryFor(error.code, { effect: where.effect, may_have_applied })
  const missing = missingPiece(error, where.input)
  const shows = may_have_applied ? findOut(where.tool, where.input) : undefined
  const next = shows === undefined ? recovery.next : afterLooking(shows, recovery.next)
  const wait = error.retry_after_seconds
  const again = wait === null || wait === 0 ? retry : `Wait ${counted(wait, 'second')}, then call again.`
  const facts = [
    error.param ? `parameter: ${visible(error.param)}` : '',
    error.request_id ? `request_id: ${visible(error.request_id)}` : '',
  ]
  return [
    `${where.tool} failed (${visible(error.code, 60)}): ${quoted(withoutRoutes(error.message), LONGEST_MESSAGE)}`,
    missing === undefined ? [what, who, again].filter(Boolean).join(' ') : `${what} ${missing}`,
    next ? `Next: ${error.request_id ? next : next.replace(' the request_id', ' it')}` : '',
    facts.filter(Boolean).join(' · '),
  ]
    .filter(Boolean)
    .join('\n')
}
