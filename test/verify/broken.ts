import {
  type Asked,
  at,
  type BrokenService,
  instead,
  measured,
  refusing,
  rewriting,
  type Told,
  taken,
  without,
  writing,
} from './breakage.ts'

/** Every second answer about the credits says less than the one before. */
function fewer() {
  let balance = 1_000_000
  return at('/v1/credits', told => {
    balance -= 1
    return rewriting(/"balance":\d+/g, `"balance":${balance}`)(told)
  })
}

/** Refuses an account for its rate from the `most`th request on, for ever. */
function closing(most: number) {
  let asked = 0
  return (told: Told, { path }: Asked): Told => {
    if (path !== '/v1/account') return told
    asked += 1
    if (asked <= most) return told
    const error = {
      type: 'rate_limit_error',
      code: 'rate_limited',
      message: 'Slow.',
      docs_url: 'x/errors#rate_limited',
    }
    const body = JSON.stringify({ error, request_id: `req_${asked}` })
    return { status: 429, headers: { ...told.headers, 'retry-after': '0' }, body }
  }
}

/** Every second look at a translation finds it in another status. */
function proofreading() {
  let looks = 0
  return (told: Told, { method, path }: Asked): Told => {
    if (method !== 'GET' || !/^\/v1\/batches\/[^/]+$/.test(path)) return told
    looks += 1
    return looks % 2 === 0 ? rewriting('"status":"awaiting_review"', '"status":"proofreading"')(told) : told
  }
}

let limited = 0

/** Services that break a promise each. */
export const BROKEN: Readonly<Record<string, BrokenService>> = {
  'leaves out a field that is null': {
    caught: ['a translation has every declared field'],
    told: rewriting(/,"completed_at":null/g, ''),
  },
  'has a field that is not declared': {
    caught: ['the account has every declared field'],
    told: rewriting('"credit_balance":', '"colour":"red","credit_balance":'),
  },
  'has a text where a number is declared': {
    caught: ['the credits have every declared field'],
    told: rewriting(/"balance":(\d+)/g, '"balance":"$1"'),
  },
  'gives a code with another status': {
    caught: ['every error code comes with its status'],
    told: instead('batch_not_found', 400, 'batch_not_found'),
  },
  'gives a code with another type': {
    caught: ['every error code comes with its type'],
    told: rewriting('"type":"not_found_error"', '"type":"missing"'),
  },
  'gives another code': {
    caught: ['a translation that does not exist'],
    told: instead('batch_not_found', 404, 'resource_not_found'),
  },
  'leads its errors nowhere': { caught: ['every docs_url'], told: rewriting(/\/errors#\w+/g, '/help') },
  'has no request_id': {
    caught: ['every success carries'],
    told: rewriting(/"request_id":"[^"]*"/g, '"request_id":""'),
  },
  'answers a page where there is nothing': {
    caught: ['a route that does not exist'],
    told: told => (told.body.includes('resource_not_found') ? { ...told, body: '<html>Not found</html>' } : told),
  },
  'fails at a bad limit': {
    caught: ['nothing is answered with 5xx'],
    told: (told, asked) =>
      asked.path.includes('limit=0')
        ? { ...told, status: 500, body: told.body.replaceAll('invalid_parameter', 'internal_error') }
        : told,
  },
  'refuses an unknown filter': {
    caught: ['query parameters that are not recognised are ignored'],
    told: (told, asked) => (asked.path.includes('no_such_filter') ? { ...told, status: 400, body: '{}' } : told),
  },
  'takes properties that it does not know': {
    caught: [
      ...['a creation', 'a plan', 'an approval', 'an upload'].map(what => `${what} with an unrecognised property`),
      'a glossary with an unrecognised property',
      'a change with an unrecognised property is refused with unknown_field, and changes nothing',
      'a change with an unrecognised property is refused with unknown_field, and nothing is changed',
    ],
    spend: true,
    asked: writing(/,"no_such_field":("x"|1)/, ''),
  },
  'asks for no credential': {
    caught: ['every read without a credential', 'a creation without a credential'],
    asked: (asked, key) => ({ ...asked, headers: { authorization: `Bearer ${key}`, ...asked.headers } }),
  },
  'reads a credential from the URL': {
    caught: ['a credential in the URL'],
    asked: (asked, key) =>
      asked.path.includes('access_token=')
        ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${key}` } }
        : asked,
  },
  'takes a key that it never gave': {
    caught: ['an unknown key', 'a malformed key'],
    asked: (asked, key) =>
      /_live_0|not-a-key/.test(asked.headers.authorization ?? '')
        ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${key}` } }
        : asked,
  },
  'refuses for the rate without a pause': {
    caught: ['a request beyond the rate'],
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
    caught: ['the newest translation comes first'],
    told: rewriting(/"next_cursor":"[^"]*"/g, '"next_cursor":null'),
  },
  'begins again at each cursor': {
    caught: ['the newest translation comes first'],
    shown: ['a translation that is created between two pages'],
    asked: without('cursor'),
  },
  'takes any cursor': {
    caught: ['a cursor that the service never gave', 'a cursor that was altered'],
    asked: without('cursor'),
  },
  'ignores the limit': { caught: ['a page has as many as its limit says'], asked: without('limit') },
  'ignores the search': { caught: ['a list can be filtered', 'a search finds the name'], asked: without('search') },
  'ignores the status': {
    caught: ['a list can be filtered', 'a list holds no translation of a status'],
    asked: without('status'),
  },
  'ignores archived': {
    caught: [
      'an archived translation is left out',
      ...['1', 'true'].map(value => `a list with archived=${value} holds`),
    ],
    asked: without('archived'),
  },
  'measures usage always by day': {
    caught: [...[32, 180, 181].map(days => `usage over ${days} days`), 'usage is by the granularity'],
    asked: measured('day'),
  },
  'measures usage always by month': {
    caught: ['usage without parameters', ...[30, 31].map(days => `usage over ${days} days`)],
    asked: measured('month'),
  },
  'forgets the range of usage': { caught: ['usage is of the range'], asked: without('from', 'to') },
  'takes any moment of usage': { caught: ['usage with a bad from'], asked: without('from') },
  'adds up usage wrongly': {
    caught: ['the totals of usage'],
    told: at('/v1/usage', rewriting('"totals":{"credits_used":', '"totals":{"credits_used":1')),
  },
  'has two balances': {
    caught: ['the balance of the credits is that of the account'],
    told: at('/v1/account', rewriting('"credit_balance":', '"credit_balance":1')),
  },
  'creates twice with one key': {
    caught: ['a repeat with the same key', 'two equal creations'],
    asked: ({ headers: { 'idempotency-key': _, ...headers }, ...asked }) => ({ ...asked, headers }),
  },
  'does not see that a key is reused': {
    caught: ['file', 'name', 'instruction'].map(what => `the same key with another ${what}`),
    told: taken('idempotency_key_reused'),
  },
  'takes any extension': { caught: ['a file of an unknown extension'], told: taken('unsupported_format') },
  'says otherwise that an address was not fetched': {
    caught: [
      'a file_url that is not fetched is refused with file_fetch_failed: http:',
      'a file_url that is not fetched is refused with file_fetch_failed: https:',
    ],
    told: instead('file_fetch_failed', 422, 'plan_invalid'),
  },
  'takes nonsense for a plan': { caught: ['an instruction that says nothing of use'], told: taken('plan_invalid') },
  'takes whatever a parameter says': {
    caught: [
      ...['from', 'to', 'granularity'].map(name => `usage with a bad ${name}`),
      ...['limit=0', 'limit=-1', 'limit=many', 'status=', 'archived=yes', 'quality_tier=best'].map(
        given => `a list with ${given}`,
      ),
      ...['created_after=', 'created_before=', 'search= is', 'search=201'].map(given => `a list with ${given}`),
      ...['usage that begins after its end', 'a key of more than 255', 'a plan without an instruction'],
      'an instruction that is no text',
    ],
    told: taken('invalid_parameter'),
  },
  'takes rubbish for a body': {
    caught: [
      ...['a body that is not JSON', 'a body that is JSON but no object', 'a creation without a file'],
      ...[
        'a creation with two sources',
        'a form may hold',
        'a filename beside an upload_id',
        'an upload without bytes',
      ],
    ],
    told: taken('invalid_request'),
  },
  'forgets the scopes': { caught: ['an operation whose scope'], told: taken('insufficient_scope') },
  'has a scope of its own': {
    caught: ['the scopes of the credential'],
    told: rewriting('"scopes":[', '"scopes":["dance",'),
  },
  'says more beside its data': {
    caught: ['a single object is'],
    told: at('/v1/account', rewriting('{"data":', '{"more":1,"data":')),
  },
  'says more beside its list': {
    caught: ['a list is'],
    told: at('/v1/batches', rewriting('"has_more":', '"more":1,"has_more":')),
  },
  'lists less of a translation': {
    caught: ['a list shows a translation'],
    told: at('/v1/batches', rewriting('"is_sample":false,', '')),
  },
  'refills when no grant ends': {
    caught: [],
    shown: ['next_refill_estimated_at'],
    told: rewriting(/"next_refill_estimated_at":"[^"]*"/g, '"next_refill_estimated_at":"2001-01-01T00:00:00.000Z"'),
  },
  'tells the time in words': {
    caught: [],
    shown: ['timestamps are RFC 3339', 'a timestamp is in UTC'],
    told: rewriting(/"created_at":"[^"]*"/g, '"created_at":"yesterday"'),
  },
  'has a language that is none': {
    caught: ['the languages are a list'],
    told: at('/v1/languages', rewriting('"tag":"de"', '"tag":"d_e!"')),
  },
  'takes no byte': { caught: ['max_upload_bytes'], told: rewriting(/"max_upload_bytes":\d+/g, '"max_upload_bytes":0') },
  'names a format twice': {
    caught: ['supported_formats names'],
    told: rewriting('"supported_formats":[', '"supported_formats":["txt","txt",'),
  },
  'has webhooks': {
    caught: [],
    shown: ['there are no webhooks'],
    told: rewriting('"webhooks":false', '"webhooks":true'),
  },
  'lists archived ones as it likes': {
    caught: ['0', 'false'].map(value => `a list with archived=${value} holds`),
    told: at('/v1/batches', rewriting('"archived":false', '"archived":true')),
  },
  'ignores the tier': { caught: ['a list with quality_tier=lite holds'], asked: without('quality_tier') },
  'calls every tier lite': {
    caught: ['a list with quality_tier=standard holds'],
    told: at('/v1/batches', rewriting('"quality_tier":"standard"', '"quality_tier":"lite"')),
  },
  'searches for short texts alone': {
    caught: ['a search may have 200'],
    told: refusing(({ path }) => /search=x{200}$/.test(path), 400, 'invalid_parameter'),
  },
  'finds what is not there': {
    caught: ['the plan, approval and result', 'a change of a translation that does not exist'],
    told: taken('batch_not_found'),
  },
  'charges for a creation': {
    caught: ['a creation costs nothing'],
    told: fewer(),
  },
  'calls every file otherwise': {
    caught: ['a creation gives an id'],
    told: rewriting('"file_name":"contract-suite.txt"', '"file_name":"a.txt"'),
  },
  'takes no form': {
    caught: ['a file can be sent as multipart'],
    told: refusing(({ headers }) => headers['content-type']?.startsWith('multipart/') === true, 400, 'invalid_request'),
  },
  'wants a name with the content': {
    caught: ['content may come without a filename'],
    told: refusing(({ body }) => /^\{"content":"[^"]*"\}$/.test(body), 400, 'invalid_parameter'),
  },
  'takes a file of any size': { caught: ['a file over its ceiling'], told: taken('file_too_large') },
  'creates nothing, and does not say so': {
    caught: ['creation is refused with feature_not_available only'],
    told: refusing(({ method, path }) => method === 'POST' && path === '/v1/batches', 403, 'feature_not_available'),
  },
  'does not read the key in the body': {
    caught: ['the key may stand in the body'],
    asked: writing(/,"idempotency_key":"[^"]*"/, ''),
  },
  'takes short keys alone': {
    caught: ['a key may have 255'],
    told: refusing(({ headers }) => headers['idempotency-key']?.length === 255, 400, 'invalid_parameter'),
  },
  'suggests under another name': {
    caught: [],
    shown: ['a creation without an instruction suggests'],
    told: rewriting('"suggested_instructions"', '"hints"'),
  },
  'makes two of one upload': {
    caught: ['a completed upload makes'],
    told: (told, asked) => (/upload_id.*instruction/.test(asked.body) ? rewriting('"bat_', '"bat_x')(told) : told),
  },
  'takes any upload': {
    caught: ['an upload that does not exist', 'an upload of another credential'],
    told: taken('resource_not_found'),
  },
  'keeps its revisions to itself': {
    caught: [],
    shown: [
      'a creation with an instruction leads to a plan',
      'plan_revision stands in the plan',
      'plan_revision stands beside',
    ],
    told: rewriting('"plan_revision"', '"number"'),
  },
  'does not say what a plan leaves out': {
    caught: ['a plan says what is not included'],
    told: rewriting('"not_included"', '"otherwise"'),
  },
  'reads another plan than it made': {
    caught: ['the current plan can be read'],
    told: (told, { method, path }) =>
      method === 'GET' && path.endsWith('/plan')
        ? rewriting(/"plan_revision":"[^"]*"/g, '"plan_revision":"p"')(told)
        : told,
  },
  'shows each workspace the other': {
    caught: [
      ...['reading', 'planning', 'fetching the result of', 'renaming', 'approving'].map(
        what => `${what} a translation of another`,
      ),
      ...['a list holds no translation of another', 'an idempotency key of another', 'a glossary of another'],
      'an upload of another credential',
    ],
    spend: true,
    asked: (asked, key) => {
      const isOther = /_live_(?!0)/.test(asked.headers.authorization ?? '') && asked.path !== '/v1/account'
      return isOther ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${key}` } } : asked
    },
  },
  'tells a stranger that something is there': {
    caught: ['reading a translation of another workspace'],
    told: (told, { path }) =>
      path.includes('no-such') ? told : rewriting('There is no translation', 'You may not see the translation')(told),
  },
  'gives every plan one revision': {
    caught: ['another plan has another plan_revision'],
    told: rewriting(/"plan_revision":"[^"]*"/g, '"plan_revision":"r1"'),
  },
  'has a result before it is completed': {
    caught: ['the result of what is not completed'],
    told: taken('result_not_ready'),
  },
  'does not rename': {
    caught: ['a translation can be renamed'],
    asked: asked => ({ ...asked, body: asked.body.replace('contract suite, renamed', 'other') }),
  },
  'takes half of a change of terms': {
    caught: ['a good term beside an empty one'],
    asked: asked => ({ ...asked, body: asked.body.replace(',{"source":"","target":""}', '') }),
  },
  'writes over a glossary': { caught: ['a second glossary of a pair'], told: taken('glossary_already_exists') },
  'forgets no glossary': {
    caught: ['a deleted glossary'],
    asked: asked => (asked.method === 'DELETE' ? { ...asked, method: 'GET' } : asked),
  },
  'takes a name beside an upload': {
    caught: ['a filename beside an upload_id'],
    asked: asked => ({ ...asked, body: asked.body.replace(',"filename":"other.txt"', '') }),
  },
  'ignores the revision at an approval': {
    caught: ['approving another revision'],
    spend: true,
    asked: asked => ({ ...asked, body: asked.body.replace('{"expected_plan_revision":"no-such-revision"}', '{}') }),
  },
  'approves twice': {
    caught: ['of two approvals at once', 'approving again', 'planning what was approved'],
    spend: true,
    told: taken('batch_not_awaiting_approval'),
  },
  'never takes the cost': {
    caught: ['an approval takes the cost'],
    spend: true,
    told: at('/v1/credits', rewriting(/"balance":\d+/g, '"balance":7')),
  },
  'gives a link that wants the credential': {
    caught: ['the result is a link that works without'],
    spend: true,
    told: (told, asked) =>
      asked.path.endsWith('/result')
        ? { ...told, body: told.body.replace(/"url":"(https?:\/\/[^/"]+)[^"]*"/, '"url":"$1/v1/account"') }
        : told,
  },
  'completes without the moment': {
    caught: ['a finished translation is completed'],
    spend: true,
    told: rewriting(/"completed_at":"[^"]*"/g, '"completed_at":null'),
  },
  'approves without a plan': { caught: ['approving what has no plan'], spend: true, told: taken('no_plan_yet') },
  'approves whatever the plan is': {
    caught: ['approving another revision', 'approving the revision of an earlier plan'],
    spend: true,
    asked: writing(/^\{"expected_plan_revision":"[^"]*"\}$/, '{}'),
  },
  'gives a link that anybody could have made': {
    caught: ['a link that was altered', 'the result has as many lines'],
    spend: true,
    told: (told, { path, origin }) =>
      path.startsWith('/given')
        ? { ...told, status: 200, body: 'Open the file.\n' }
        : path.endsWith('/result')
          ? rewriting(/"url":"[^"]*"/g, `"url":"${origin}/given?sig=AAAAAA"`)(told)
          : told,
  },
  'gives a link that has ended': {
    caught: ['a link ends later than now'],
    spend: true,
    told: (told, { path }) =>
      path.endsWith('/result')
        ? rewriting(/"expires_at":"[^"]*"/g, '"expires_at":"2001-01-01T00:00:00.000Z"')(told)
        : told,
  },
  'answers with the id of a translation': {
    caught: [],
    shown: ['a creation', 'planning', 'an approval'].map(what => `${what} answers with the translation in`),
    spend: true,
    told: rewriting(/"batch":\{"id":"([^"]*)"/g, '"id":"$1","translation":{"id":"$1"'),
  },
  'calls a plan otherwise': {
    caught: [],
    shown: [
      ...['a creation with an instruction answers with its plan', 'planning answers with the plan'],
      'the cost of a plan stands in it',
    ],
    told: rewriting('"plan":{', '"offer":{'),
  },
  'calls the pieces of a plan otherwise': {
    caught: [],
    shown: ['counts has', 'extraction_preview is', 'not_included is a list'],
    told: told => rewriting('"selected_words"', '"chosen"')(rewriting('"part":', '"where":')(told)),
  },
  'has a colon in its ids': {
    caught: [],
    shown: ['an id is of letters'],
    asked: asked => ({ ...asked, path: asked.path.replace('bat%3A', 'bat_') }),
    told: rewriting('"bat_', '"bat:'),
  },
  'calls all else otherwise': {
    caught: [],
    shown: [
      ...['an upload says until when', 'a glossary has pair', 'an approval answers with credits_reserved'],
      ...['a result says until when', 'a result says name'],
    ],
    spend: true,
    told: (told, { path }) => {
      const until = /uploads|result/.test(path) ? rewriting('"expires_at"', '"until"')(told) : told
      return rewriting(/"(term_count|credits_reserved|size_bytes)"/g, '"other_$1"')(until)
    },
  },
  'has pages of 50': {
    caught: [],
    shown: ['a page of the list may have 100'],
    told: rewriting('"limit":100', '"limit":50'),
  },
  'has a sign in its cursors': {
    caught: [],
    shown: ['a cursor is of characters'],
    told: rewriting(/"next_cursor":"([^"]*)"/g, '"next_cursor":"$1="'),
    asked: asked => ({ ...asked, path: asked.path.replace('%3D', '') }),
  },
  'has each name once': {
    caught: [],
    shown: ['two translations may have one name', 'every error code is one of the document'],
    told: refusing(({ body }) => body.includes('contract suite, twice'), 409, 'name_taken'),
  },
  'answers 200 to everything': {
    caught: [],
    shown: ['a change answers 201'],
    told: told => (told.status === 201 ? { ...told, status: 200 } : told),
  },
  'keeps other terms than it was given': { caught: ['a glossary can be created'], told: rewriting('svíta', 'svita') },
  'replaces where it should add': {
    caught: ['PATCH adds terms'],
    asked: asked => (asked.body.includes('"source":"plan"') ? { ...asked, method: 'PUT' } : asked),
  },
  'adds where it should replace': {
    caught: ['PUT replaces all'],
    asked: asked =>
      asked.method === 'PUT' && asked.body.includes('"source":"only"') ? { ...asked, method: 'PATCH' } : asked,
  },
  'takes any term': {
    caught: ['a term without a target', 'a good term beside an empty one'],
    told: taken('invalid_glossary_terms'),
  },
  'takes any number of terms': {
    caught: ['more terms than the plan allows'],
    told: taken('glossary_term_limit_reached'),
  },
  'takes anything for a pair': { caught: ['a pair that is no two'], told: taken('invalid_language_pair') },
  'takes any language': { caught: ['a glossary into a language'], told: taken('language_not_supported') },
  'never answers again after a refusal': { caught: ['after Retry-After'], exceedRate: true, told: closing(80) },
  'calls the page of an error otherwise': {
    caught: ['every refusal is'],
    told: rewriting('"docs_url"', '"docs"'),
  },
  'has one request_id': {
    caught: [],
    shown: ['no two answers have the same request_id'],
    told: rewriting(/"request_id":"[^"]*"/g, '"request_id":"req_1"'),
  },
  'repeats the credential': {
    caught: ['no answer repeats the credential'],
    told: (told, { headers: { authorization = '' } }) =>
      rewriting(/"prefix":"[^"]*"/g, `"prefix":"${authorization.replace('Bearer ', '')}"`)(told),
  },
  'calls its JSON text': {
    caught: [],
    shown: ['every answer of JSON'],
    told: told => ({ ...told, headers: { ...told.headers, 'content-type': 'text/plain' } }),
  },
  'has a status of its own': { caught: [], shown: ['every status of a translation'], told: proofreading() },
}
