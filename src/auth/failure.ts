import { ApiError } from '../client/errors.ts'
import { tlsFailure } from '../client/tls.ts'

/** Why somebody has to sign in, again or for the first time. */
const REASONS = {
  none: (at: string) => `Nobody is signed in at ${at}`,
  ended: (at: string) => `The sign-in at ${at} has expired or was revoked`,
  refused: (at: string) => `${at} does not accept the sign-in, although it was renewed a moment ago`,
  unreadable: (at: string) =>
    `The sign-in at ${at} cannot be read: its file or the keyring of this system cannot be opened`,
  unsaved: (at: string) =>
    `The sign-in at ${at} was renewed and could not be saved, so it is lost: the disk is full, or its folder cannot be written`,
} as const

/** The error of a call that needs a sign-in. The message says what happened, and the exact command to run. */
export function signInRequired(reason: keyof typeof REASONS, apiUrl: string, command: string): ApiError {
  const what = REASONS[reason](new URL(apiUrl).origin)
  const message = `${what}. Run \`${command}\` in a terminal, or set TRANSLATION_API_KEY to a workspace key of that service.`
  return new ApiError({ code: 'sign_in_required', message })
}

/**
 * What can go wrong during a sign-in. `store`: the stored logins cannot be read; `locked`: another process holds their lock; `unsaved`:
 * they cannot be written.
 */
type SignInFault =
  | 'no_authority'
  | 'mcp_server'
  | 'unsuitable'
  | 'unreachable'
  | 'denied'
  | 'refused'
  | 'timed_out'
  | 'cancelled'
  | 'no_device_flow'
  | 'store'
  | 'locked'
  | 'unsaved'

/** A sign-in that failed. The message is for the person who signs in, and holds nothing secret. Branch on `code`. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly code: SignInFault

  constructor(code: SignInFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * The characters that RFC 6749 § 5.2 allows in `error` and `error_description`, at most 300. Other texts do not get into our
 * messages.
 */
const PRINTABLE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,300}$/

/**
 * The error for a failed exchange with an authorization server. The message holds the server's own error, if it sent one, else
 * what broke. The library's message is left out, since it may quote the request or the answer.
 */
export function protocolFailure(error: unknown, issuer: string): SignInFailed {
  if (error instanceof SignInFailed) return error
  const { origin } = new URL(issuer)
  const code = saidCode(error)
  if (code === undefined) {
    const hint = hintOf(error)
    return hint === undefined
      ? new SignInFailed('unreachable', `The sign-in server ${origin} cannot be reached.${because(error)}`)
      : new SignInFailed('unsuitable', `${origin} did not answer as an authorization server should (${hint}).`)
  }
  const described = text(property(error, 'error_description'))
  const more = described === undefined ? '' : `: ${described}`
  return code === 'access_denied'
    ? new SignInFailed('denied', `The sign-in was not approved at ${origin}${more}.`)
    : new SignInFailed('refused', `${origin} refused the sign-in (${code})${more}.`)
}

/** The `error` in the answer of an authorization server (RFC 6749 § 5.2); undefined for a failure of another kind. */
export function saidCode(error: unknown): string | undefined {
  return text(property(error, 'error'))
}

/** The library's own code for an answer that breaks the protocol; undefined if no answer came. */
function hintOf(error: unknown): string | undefined {
  const code = text(property(error, 'code'))
  return code?.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' ? code : undefined
}

/**
 * The system's code for what broke, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`; undefined if there is none. The system's message
 * is left out, since it may quote what was sent.
 */
export function systemCause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = property(error, 'code')
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? code : systemCause(error.cause)
}

/** The words for a file that cannot be written: that the disk is full, else the system's code. */
export function unwritable(error: unknown): string {
  const cause = systemCause(error)
  if (cause === 'ENOSPC' || cause === 'EDQUOT') return 'the disk is full'
  return cause === undefined ? 'its file cannot be written' : `its file cannot be written (${cause})`
}

/** Sentences with the code of `systemCause`, and a space before them: of a certificate what is wrong with it too. Empty if there is no code. */
export function because(error: unknown): string {
  const cause = systemCause(error)
  if (cause === undefined) return ''
  const distrust = tlsFailure(cause)
  return ` The reason: ${distrust === undefined ? `${cause}.` : `${distrust.why}${distrust.mend}`}`
}

function property(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && PRINTABLE.test(value) ? value.replace(/\.$/, '') : undefined
}
