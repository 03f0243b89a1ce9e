import { ApiError } from '../../client/errors.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { FileRefused } from '../files/boundary.ts'
import { visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { isThrottled } from './in-turn.ts'

/** One of several that failed: what the caller named it by, and why. */
export interface Failed {
  readonly name: string
  readonly error: unknown
}

/** Why one of several failed, as a code and words. The details of a fault inside this program stay with its operator. */
export function reasonOf(error: unknown): { readonly code: string; readonly reason: string } {
  if (error instanceof ApiError) return { code: visible(error.code, 60), reason: visible(error.message, 200) }
  if (error instanceof FileRefused) return { code: error.code, reason: visible(error.message, 300) }
  if (error instanceof ToolRefusal) return { code: error.code, reason: visible(error.lines.join(' '), 400) }
  return { code: 'internal_error', reason: 'something went wrong; the same call again finds out' }
}

/** `«a.txt»: file_empty: …`, one line. */
export function failureLine({ name, error }: Failed): string {
  const { code, reason } = reasonOf(error)
  return `${name}: ${code}: ${reason}`
}

/** Codes after which no other file fares better: they are about the connection's credential, not about the file. */
const OF_ALL: ReadonlySet<string> = new Set([
  ...['authentication_required', 'invalid_api_key', 'api_key_expired', 'api_key_revoked', 'sign_in_required'],
  ...['reconnect_required', 'token_ended', 'insufficient_scope', 'feature_not_available', 'creation_not_available'],
  ...['not_an_api', 'tls_error', 'api_down'],
])

/** True for a failure that all others would share. */
export function concernsAll(error: unknown): boolean {
  return (error instanceof ApiError || error instanceof ToolRefusal) && OF_ALL.has(error.code)
}

/** True for what no single file of several ends with: the call was cancelled, all would share it, or the service takes no more for a while. */
export function endsTurns(error: unknown, { signal }: Pick<CallContext, 'signal'>): boolean {
  return signal.aborted || concernsAll(error) || isThrottled(error)
}

/** Reports what is wrong inside this program: the caller is told no detail of it. */
export function reportUnexpected(error: unknown, tool: string, report: (event: string, error: unknown) => void): void {
  if (error instanceof ApiError || error instanceof FileRefused || error instanceof ToolRefusal) return
  report(`${tool} failed unexpectedly for one of several`, error)
}

/** That the service takes no more requests for a while. */
export function throttledNote({ retry_after_seconds }: ApiError): string {
  const when = retry_after_seconds === null ? 'for a while' : `for ${counted(retry_after_seconds, 'second')}`
  return `The service takes no more requests ${when}.`
}
