import { urlOf } from '../contract/url.ts'

const HIDDEN = '[redacted]'
/** Matches in the middle of a word too: a character before a link must not keep it visible. */
const LINK = /https?:\/\/[^\s"'<>)\]}]+/gi
const BEARER = /Bearer\s+[^\s"',;]+/gi
const WORKSPACE_KEY = /(?<![A-Za-z0-9])[A-Za-z0-9]+_live_[A-Za-z0-9_-]+/g

/** Makes a text of another party safe to show: removes the credential of the call, other credentials, and path and query of links. */
export type Redact = (text: string) => string

/**
 * Makes the redaction for one call. Of a link only the origin is kept: a signed link is itself a credential, and its signature may
 * be in the path or in the query.
 */
export function redactor(credential: string): Redact {
  return text => {
    const known = credential === '' ? text : text.replaceAll(credential, HIDDEN)
    return known.replace(LINK, originOf).replace(BEARER, `Bearer ${HIDDEN}`).replace(WORKSPACE_KEY, HIDDEN)
  }
}

/** `scheme://host:port` of an address, without user, path and query; the word "link" where the text is no address. */
function originOf(address: string): string {
  return urlOf(address)?.origin ?? 'link'
}
