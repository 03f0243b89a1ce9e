import type { IncomingMessage, ServerResponse } from 'node:http'
import { awayPage, tooManyPage } from '../web/notice-page.ts'
import { pagePolicy } from '../web/page.ts'

/** Headers of every page of sign-in. The referrer is kept for this origin: without it browsers send forms with `Origin: null`. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Sends a page. `formTargets` are the origins or schemes that a form may be redirected to. */
export function answerPage(
  response: ServerResponse,
  status: number,
  body: string,
  formTargets: readonly string[] = [],
): void {
  const policy = { 'content-security-policy': pagePolicy(formTargets) }
  response.writeHead(status, { ...PAGE_HEADERS, ...policy, 'content-type': 'text/html; charset=utf-8' })
  response.end(body)
}

/** Sends the page that says there were too many tries, and when to try again. */
export async function answerTooMany(response: ServerResponse, seconds: number): Promise<void> {
  response.setHeader('retry-after', String(seconds))
  answerPage(response, 429, await tooManyPage({ seconds }))
}

/** What a program is told while the database or the disk cannot be used, after RFC 6749 § 4.1.2.1, and after how many seconds it may ask. */
export const AWAY = {
  seconds: 2,
  body: {
    error: 'temporarily_unavailable',
    error_description: 'The service cannot use its database or its disk now. Try again in a moment.',
  },
} as const

/** Sends the page that says that the database or the disk cannot be used now. */
export async function answerAway(response: ServerResponse): Promise<void> {
  response.setHeader('retry-after', String(AWAY.seconds))
  answerPage(response, 503, await awayPage())
}

/** Redirects the browser to a page of this server, by GET. */
export function leadTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...PAGE_HEADERS, location })
  response.end()
}

/** The most bytes that a form of these pages may send. */
const FORM_BYTES = 16 * 1024

/** The fields of a posted form; undefined if it is not a form, or too large. */
export async function readUrlEncodedForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > FORM_BYTES) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
