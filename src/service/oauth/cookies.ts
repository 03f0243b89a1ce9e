/** How long a browser stays signed in. */
export const SESSION_SECONDS = 24 * 60 * 60

/** Options of the pages' cookies: scripts cannot read them, other sites cannot send them, and with TLS they need TLS. */
export function cookieOptions(issuer: string) {
  return { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true, secure: isHttps(issuer) } as const
}

/** The names of the pages' cookies. */
export interface CookieNames {
  /** Who is signed in in this browser. */
  readonly session: string
  /** One sign-in under way, on its page. */
  readonly interaction: string
  /** The same, for the way back to its request. */
  readonly resume: string
  /** Binds the form of sign-in to a browser that has no session yet. */
  readonly form: string
}

/**
 * Under https a name begins so that browsers take the cookie from this host alone (`__Host-`): no other host of the same domain can set
 * it. The cookies of one sign-in are bound to its page by their path, which that prefix does not allow; they can be set by https only.
 */
export function cookieNames(issuer: string): CookieNames {
  if (!isHttps(issuer)) {
    return { session: '_session', interaction: '_interaction', resume: '_interaction_resume', form: '_form' }
  }
  return {
    session: '__Host-session',
    interaction: '__Secure-interaction',
    resume: '__Secure-interaction-resume',
    form: '__Host-form',
  }
}

function isHttps(issuer: string): boolean {
  return issuer.startsWith('https:')
}
