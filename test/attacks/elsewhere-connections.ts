import type { Elsewhere } from '../support/attack-table.ts'

const OAUTH = 'test/service/oauth'
const REGISTRATION = `${OAUTH}/registration.test.ts`
const REUSE = `${OAUTH}/refresh-reuse.test.ts`
const COOKIES = `${OAUTH}/cookies.test.ts`

/** Attacks on connections and on how clients register, which tests outside this folder try. */
export const ON_CONNECTIONS: readonly Elsewhere[] = [
  [
    'Connections',
    'a stolen refresh token starts a chain of its own',
    REUSE,
    'within the leeway is answered with the same',
  ],
  [
    'Connections',
    'a stolen refresh token is used after its owner',
    REUSE,
    'within the leeway by a thief and its owner',
  ],
  [
    'Connections',
    'a stream stays open after its connection',
    'test/mcp/http-ended.slow.test.ts',
    '%s ends with its connection',
  ],
  [
    'Connections',
    'a yes to what an ended connection asked',
    `${OAUTH}/approvals.test.ts`,
    'names the program that asks, and ends with its connection',
  ],
  [
    'Connections',
    'a stream stays open after its member',
    'test/mcp/http-ended.slow.test.ts',
    'ends when its member is removed',
  ],
  [
    'Connections',
    'the link of a result outlives its connection',
    `${OAUTH}/ended-links.test.ts`,
    'ends with the connection that it was made for',
  ],
  [
    'Connections',
    'a consent that is pressed unread allows spending',
    `${OAUTH}/code.test.ts`,
    'is what a client gets that names no resource',
  ],
  ['Registration', 'a client says very much of itself', REGISTRATION, 'is refused with %s'],
  ['Registration', 'a redirect to a scheme that any program may claim', REGISTRATION, 'is refused where nobody knows'],
  ['Registration', 'a client that the operator did not list', REGISTRATION, 'takes a client whose redirects all go to'],
  ['Registration', 'a document from a host that is not listed', REGISTRATION, 'takes documents of clients from listed'],
  ['Registration', 'a new client where registration is closed', REGISTRATION, 'takes nobody new, says so'],
  [
    'Registration',
    'a client that registered before registration was closed',
    REGISTRATION,
    'cannot be connected once registration is',
  ],
  ['Registration', 'tokens are guessed at introspection and revocation', REGISTRATION, 'at %s is limited by address'],
  ['Sign-in', 'another host of the domain sets the cookie of a session', COOKIES, 'the cookies of a browser’s session'],
  ['Sign-in', 'a browser is led to plain http', COOKIES, '%s tells browsers to keep to https'],
]
