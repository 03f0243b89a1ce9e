/** A request on its way to the service. */
export interface Asked {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer on its way back. `body` is the text of a JSON value. */
export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A service that breaks one promise: how it differs from ours, and the promise that must be found broken. */
export interface BrokenService {
  /** The beginning of the promise. */
  readonly caught: string
  readonly spend?: boolean
  asked?(asked: Asked, key: string): Asked
  told?(told: Told, asked: Asked): Told
}

/** The same text with what a pattern finds replaced. */
function rewriting(pattern: RegExp | string, by: string) {
  return (told: Told): Told => ({ ...told, body: told.body.replaceAll(pattern, by) })
}

/** Another status and code in place of refusals with a code. */
function instead(code: string, status: number, other: string) {
  return (told: Told): Told =>
    told.body.includes(`"code":"${code}"`)
      ? { ...told, status, body: told.body.replaceAll(new RegExp(`\\b${code}\\b`, 'g'), other) }
      : told
}

/** A success in place of refusals with a code. */
function taken(code: string) {
  return (told: Told): Told =>
    told.body.includes(`"code":"${code}"`) ? { ...told, status: 200, body: '{"data":{},"request_id":"req_1"}' } : told
}

/** Requests without these query parameters. */
function without(...names: readonly string[]) {
  return (asked: Asked): Asked => {
    const url = new URL(asked.path, 'http://x')
    for (const name of names) url.searchParams.delete(name)
    return { ...asked, path: `${url.pathname}${url.search}` }
  }
}

const at = (path: string, told: Told, asked: Asked, change: (told: Told) => Told): Told =>
  asked.path.split('?')[0] === path ? change(told) : told

let limited = 0

/** Services that break a promise each. */
export const BROKEN: Readonly<Record<string, BrokenService>> = {
  'leaves out a field that is null': {
    caught: 'a translation has every declared field',
    told: rewriting(/,"completed_at":null/g, ''),
  },
  'has a field that is not declared': {
    caught: 'the account has every declared field',
    told: rewriting('"credit_balance":', '"colour":"red","credit_balance":'),
  },
  'has a text where a number is declared': {
    caught: 'the credits have every declared field',
    told: rewriting(/"balance":(\d+)/g, '"balance":"$1"'),
  },
  'gives a code with another status': {
    caught: 'every error code comes with its status',
    told: instead('batch_not_found', 400, 'batch_not_found'),
  },
  'gives a code with another type': {
    caught: 'every error code comes with its type',
    told: rewriting('"type":"not_found_error"', '"type":"missing"'),
  },
  'gives another code': {
    caught: 'a translation that does not exist',
    told: instead('batch_not_found', 404, 'resource_not_found'),
  },
  'leads its errors nowhere': { caught: 'every docs_url', told: rewriting(/\/errors#\w+/g, '/help') },
  'has no request_id': { caught: 'every success carries', told: rewriting(/"request_id":"[^"]*"/g, '"request_id":""') },
  'answers a page where there is nothing': {
    caught: 'a route that does not exist',
    told: told => (told.body.includes('resource_not_found') ? { ...told, body: '<html>Not found</html>' } : told),
  },
  'fails at a bad limit': {
    caught: 'nothing is answered with 5xx',
    told: (told, asked) =>
      asked.path.includes('limit=0')
        ? { ...told, status: 500, body: told.body.replaceAll('invalid_parameter', 'internal_error') }
        : told,
  },
  'refuses an unknown filter': {
    caught: 'query parameters that are not recognised are ignored',
    told: (told, asked) => (asked.path.includes('no_such_filter') ? { ...told, status: 400, body: '{}' } : told),
  },
  'takes properties that it does not know': {
    caught: 'a creation with an unrecognised property',
    asked: asked => ({ ...asked, body: asked.body.replace(/,"no_such_field":("x"|1)/, '') }),
  },
  'asks for no credential': {
    caught: 'every read without a credential',
    asked: (asked, key) => ({ ...asked, headers: { authorization: `Bearer ${key}`, ...asked.headers } }),
  },
  'reads a credential from the URL': {
    caught: 'a credential in the URL',
    asked: (asked, key) =>
      asked.path.includes('access_token=')
        ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${key}` } }
        : asked,
  },
  'takes a key that it never gave': {
    caught: 'an unknown key',
    asked: (asked, key) =>
      asked.headers.authorization?.includes('_live_0')
        ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${key}` } }
        : asked,
  },
  'refuses for the rate without a pause': {
    caught: 'a request beyond the rate',
    told: (told, asked) => {
      if (!asked.path.startsWith('/v1/languages') || limited++ % 2 === 1) return told
      const error = {
        type: 'rate_limit_error',
        code: 'rate_limited',
        message: 'Slow.',
        docs_url: 'x/errors#rate_limited',
      }
      return { ...told, status: 429, body: JSON.stringify({ error, request_id: 'req_limited' }) }
    },
  },
  'loses the cursor': {
    caught: 'the newest translation comes first',
    told: rewriting(/"next_cursor":"[^"]*"/g, '"next_cursor":null'),
  },
  'begins again at each cursor': { caught: 'the newest translation comes first', asked: without('cursor') },
  'takes any cursor': { caught: 'a cursor that the service never gave', asked: without('cursor') },
  'ignores the limit': { caught: 'a page has as many as its limit says', asked: without('limit') },
  'ignores the search': { caught: 'a list can be filtered', asked: without('search') },
  'ignores the status': { caught: 'a list can be filtered', asked: without('status') },
  'ignores archived': { caught: 'an archived translation is left out', asked: without('archived') },
  'measures usage always by day': {
    caught: 'usage over 32 days',
    asked: asked =>
      asked.path.startsWith('/v1/usage') ? { ...asked, path: asked.path.replace('?', '?granularity=day&') } : asked,
  },
  'takes any moment of usage': { caught: 'usage with a bad from', asked: without('from') },
  'adds up usage wrongly': {
    caught: 'the totals of usage',
    told: (told, asked) =>
      at('/v1/usage', told, asked, rewriting('"totals":{"credits_used":', '"totals":{"credits_used":1')),
  },
  'has two balances': {
    caught: 'the balance of the credits is that of the account',
    told: (told, asked) => at('/v1/account', told, asked, rewriting('"credit_balance":', '"credit_balance":1')),
  },
  'creates twice with one key': {
    caught: 'a repeat with the same key',
    asked: ({ headers: { 'idempotency-key': _, ...headers }, ...asked }) => ({ ...asked, headers }),
  },
  'does not see that a key is reused': {
    caught: 'the same key with another file',
    told: taken('idempotency_key_reused'),
  },
  'takes a file without a source': { caught: 'a creation without a file', told: taken('invalid_request') },
  'takes any extension': { caught: 'a file of an unknown extension', told: taken('unsupported_format') },
  'says otherwise that an address was not fetched': {
    caught: 'a file_url that is not fetched',
    told: instead('file_fetch_failed', 422, 'plan_invalid'),
  },
  'takes nonsense for a plan': { caught: 'an instruction that says nothing of use', told: taken('plan_invalid') },
  'gives every plan one revision': {
    caught: 'another plan has another plan_revision',
    told: rewriting(/"plan_revision":"[^"]*"/g, '"plan_revision":"r1"'),
  },
  'has a result before it is completed': {
    caught: 'the result of what is not completed',
    told: taken('result_not_ready'),
  },
  'does not rename': {
    caught: 'a translation can be renamed',
    asked: asked => ({ ...asked, body: asked.body.replace('contract suite, renamed', 'other') }),
  },
  'takes half of a change of terms': {
    caught: 'a good term beside an empty one',
    asked: asked => ({ ...asked, body: asked.body.replace(',{"source":"","target":""}', '') }),
  },
  'writes over a glossary': { caught: 'a second glossary of a pair', told: taken('glossary_already_exists') },
  'forgets no glossary': {
    caught: 'a deleted glossary',
    asked: asked => (asked.method === 'DELETE' ? { ...asked, method: 'GET' } : asked),
  },
  'takes a name beside an upload': {
    caught: 'a filename beside an upload_id',
    asked: asked => ({ ...asked, body: asked.body.replace(',"filename":"other.txt"', '') }),
  },
  'ignores the revision at an approval': {
    caught: 'approving another revision',
    spend: true,
    asked: asked => ({ ...asked, body: asked.body.replace('{"expected_plan_revision":"no-such-revision"}', '{}') }),
  },
  'approves twice': {
    caught: 'of two approvals at once',
    spend: true,
    told: taken('batch_not_awaiting_approval'),
  },
  'never takes the cost': {
    caught: 'an approval takes the cost',
    spend: true,
    told: (told, asked) => at('/v1/credits', told, asked, rewriting(/"balance":\d+/g, '"balance":7')),
  },
  'gives a link that wants the credential': {
    caught: 'the result is a link that works without',
    spend: true,
    told: (told, asked) =>
      asked.path.endsWith('/result')
        ? { ...told, body: told.body.replace(/"url":"(https?:\/\/[^/"]+)[^"]*"/, '"url":"$1/v1/account"') }
        : told,
  },
  'completes without the moment': {
    caught: 'a finished translation is completed',
    spend: true,
    told: rewriting(/"completed_at":"[^"]*"/g, '"completed_at":null'),
  },
}
