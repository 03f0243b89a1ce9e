import type { Fault } from '../support/faults.ts'

/** What an operation meets, at each of its attempts. */
export interface Meets {
  readonly name: string
  /** What happens to its requests; an address for what meets the connection before any request. */
  readonly fault: Fault | 'refused' | 'untrusted'
  /** True where the operation hears nothing until its time is up, which is short here. */
  readonly silent?: true
}

const page = (status: number): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>Sorry</html>',
})
const refused = (status: number, code: string): Fault => ({
  kind: 'answer',
  status,
  headers: { 'retry-after': '1' },
  body: {
    error: { type: 'api_error', code, message: 'Not now.', docs_url: 'https://docs.test/errors' },
    request_id: 'req_9',
  },
})
const html = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }
const redirect = { status: 302, headers: { location: 'https://login.test/' } }

export const MEETS: readonly Meets[] = [
  { name: 'status 500', fault: refused(500, 'internal_error') },
  { name: 'status 502, a page of a gateway', fault: page(502) },
  { name: 'status 503', fault: refused(503, 'service_unavailable') },
  { name: 'status 504, a page of a gateway', fault: page(504) },
  { name: 'status 429', fault: refused(429, 'rate_limited') },
  { name: 'connection refused', fault: 'refused' },
  { name: 'certificate not trusted', fault: 'untrusted' },
  { name: 'reset before it was received', fault: { kind: 'reset' } },
  { name: 'reset after it was done', fault: { kind: 'lose' } },
  { name: 'answer cut', fault: { kind: 'cut', after: 10 } },
  { name: 'no answer, not done', fault: { kind: 'hang' }, silent: true },
  { name: 'no answer, but done', fault: { kind: 'stall', after: 0 }, silent: true },
  { name: 'a page with status 200, done', fault: { kind: 'replace', status: 200, ...html } },
  { name: 'an empty answer with status 200, done', fault: { kind: 'replace', status: 200 } },
  { name: 'a redirect, done', fault: { kind: 'replace', ...redirect } },
  { name: 'a redirect, not done', fault: { kind: 'answer', ...redirect } },
  { name: 'an answer that a proxy has packed', fault: { kind: 'pack' } },
  { name: 'an answer that trickles', fault: { kind: 'trickle', pieces: 20, pause_ms: 2 } },
]
