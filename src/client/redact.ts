import { urlOf } from '../contract/url.ts'

const HIDDEN = '[redacted]'
/** Found in the middle of a word too: what stands before a secret must not keep it in sight. */
const LINK = /https?:\/\/[^\s"'<>)\]}]+/gi
const BEARER = /Bearer\s+[^\s"',;]+/gi
const WORKSPACE_KEY = /(?<![A-Za-z0-9])[A-Za-z0-9]+_live_[A-Za-z0-9_-]+/g

/** A text of another party made safe to show: without the credential of the call, any other credential, or a link's path and query. */
export type Redact = (text: string) => string

/**
 * Makes the redaction for one call. Links keep only their origin, because a signed link is itself a credential
 * and its signature may stand in the path as well as in the query.
 */
export function redactor(credential: string): Redact {
  return text => {
    const known = credential === '' ? text : text.replaceAll(credential, HIDDEN)
    return known.replace(LINK, originOf).replace(BEARER, `Bearer ${HIDDEN}`).replace(WORKSPACE_KEY, HIDDEN)
  }
}

/** `scheme://host:port` of an address, without user, path and query; the bare word "link" where it is no address. */
function originOf(address: string): string {
  return urlOf(address)?.origin ?? 'link'
}
