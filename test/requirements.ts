/**
 * Every promise of the product, by id. A test proves one by citing its id in brackets in its name, e.g. `[CRE-7]`.
 * S = the embedded Translation Service, C = the client of the API, M = the MCP server, A = authentication.
 */
export const REQUIREMENTS = {
  // Envelopes, versioning
  'ENV-1':
    'S: single object → `{data, request_id}`; list → `{data, has_more, next_cursor, limit, request_id}`; error → the error envelope.',
  'ENV-2':
    'S: integers stay within ±9007199254740991; null-able fields are present and null, never absent; objects carry no undeclared property.',
  'ENV-3':
    'S: every path starts with `/v1`; unrecognised query parameters are ignored; unrecognised JSON body properties → 400 `unknown_field` naming `param`.',
  'ENV-4':
    'C: an unknown extra response field never breaks the client; a missing or mistyped declared field is a typed contract error that names the field and the request_id.',
  'ENV-5': "S: another workspace's resource answers exactly as a nonexistent one: same status, code, message.",
  'ENV-6': 'C: branches on `error.code`, never on message or on status (statuses of some codes are not documented).',
  // Account, credits, usage
  'ACC-1':
    '`GET /v1/account` (account:read): workspace, credit_balance, entitlements, credential, capabilities, exactly as declared.',
  'ACC-2':
    'M: what is possible is decided from `capabilities`, not from scopes or a version: with `batch_creation` false, create/plan/approve tools refuse with an explanation and call nothing.',
  'ACC-3':
    "S: `batch_creation` can be switched off per deployment (the contract's current version); off, the creation endpoints answer 403 `feature_not_available`.",
  'CRD-1':
    '`GET /v1/credits`: balance, plan, monthly_allowance, next_refill_estimated_at, grants; the estimate is the expiry of the latest monthly grant.',
  'CRD-2':
    'S: approval reserves, completion settles, failure releases; concurrent approvals never overspend; the sum of the grants always equals the balance plus what is reserved.',
  'CRD-3': 'S: a scheduled pass adds the monthly grant; an operator can grant credits by command.',
  'USE-1':
    '`GET /v1/usage` (usage:read): from, to, granularity; no parameters → last 30 days; default granularity day ≤ 31 days, week ≤ 180, else month.',
  'USE-2':
    'totals equal the sum of the points; each point carries date and the three counters; invalid dates or an inverted range → 400 `invalid_parameter`.',
  // Batches
  'BAT-1':
    'list: most recent first, archived excluded by default, cursor pagination that neither skips nor repeats while rows are added.',
  'BAT-2':
    'filters limit, cursor, status, archived (0, 1, true, false), quality_tier, created_after, created_before, search (1..200 characters, name or else file name); bad values → 400 `invalid_parameter` with param.',
  'BAT-3': 'a tampered, foreign or stale cursor → 400 `invalid_cursor`.',
  'BAT-4': "`GET /v1/batches/{id}`: the list element's shape; missing or foreign → 404 `batch_not_found`.",
  'BAT-5':
    'one shape through the whole life: queued, analyzing, awaiting_review, translating, completed, failed; progress always has phase, percent, updated_at; failed carries error {code, message}.',
  'BAT-6': 'rename and archive/unarchive (batches:write); a state that forbids it → 409 `batch_not_editable`.',
  // Creation
  'CRE-1':
    '`POST /v1/batches` (batches:create) costs nothing and takes exactly one of content, file_url, upload_id, multipart file; none or several → 400 `invalid_request`.',
  'CRE-2':
    'content: UTF-8 text of any text format; the extension of filename selects the parser; inferred when absent.',
  'CRE-3':
    'file_url: HTTPS only, fetched by the service, redirects refused, private and loopback addresses refused, size-capped, time-limited → 422 `file_fetch_failed`.',
  'CRE-4':
    'upload_id: a completed temporary upload of the same credential; filename must be omitted; a repeat returns the existing batch with its instruction unchanged.',
  'CRE-5': 'multipart: original bytes, streamed; required for binary formats.',
  'CRE-6':
    'Idempotency-Key header or idempotency_key body (1..255 printable): a repeat returns the first batch without fetching, storing or planning again; the same key with another file, name or instruction → 409 `idempotency_key_reused`.',
  'CRE-7': 'two identical creations racing with one key yield one batch.',
  'CRE-8':
    'with an instruction: plan, measured counts, credit cost, extraction preview, plan_revision; without: suggested_instructions.',
  'CRE-9':
    'refusals: `unsupported_format`, `file_too_large` (before any byte is stored), `file_fetch_failed`, `plan_invalid`, `file_retention_expired`, `file_expired`, `request_too_large`.',
  'CRE-10': 'C: every creation carries an idempotency key, so a retry after a lost answer never makes a second batch.',
  'UPL-1': 'temporary uploads: create, send bytes, complete; bound to the credential; they expire.',
  // Plan, approve, result
  'PLN-1':
    "`POST /v1/batches/{id}/plan` takes the caller's words, a refinement of the last plan too; unusable → 422 `plan_invalid` saying what was missing.",
  'PLN-2':
    'the plan names what is not included (`not_included`) with reasons, and gets a new plan_revision whenever its content changes, only then.',
  'APR-1':
    '`POST /v1/batches/{id}/approve` reserves credits and starts the work; expected_plan_revision differing → 409 `plan_changed`; none → `no_plan_yet`; wrong state → 409 `batch_not_awaiting_approval`; too little → `insufficient_credits`, nothing reserved, still approvable.',
  'APR-2': 'two racing approvals: one wins, the other gets `batch_not_awaiting_approval`; credits are reserved once.',
  'APR-3':
    'M: the tool never approves what was not read: plan_revision is required, cost and not_included reach the person or are acknowledged explicitly.',
  'RES-1':
    '`GET /v1/batches/{id}/result` (batches:read): a signed link that expires, works without the credential, cannot be altered to reach another file; earlier → 409 `result_not_ready`; too large → 413 `result_too_large`.',
  'RES-2': 'the result is the original file with only its translatable text changed.',
  'LNG-1': '`GET /v1/languages`: the supported BCP 47 tags.',
  // Glossaries
  'GLO-1':
    'list, retrieve (glossaries:read); create, update, replace, delete (glossaries:write); one per language pair, addressed by an id that splits into two supported tags.',
  'GLO-2':
    '`glossary_not_found`, `glossary_already_exists`, `language_not_supported`, `invalid_language_pair`, `invalid_glossary_terms`, `glossary_limit_reached`, `glossary_term_limit_reached`; every change atomic: on refusal nothing changed.',
  'GLO-3': "S: a plan's language pair uses its glossary, and the result honours its terms.",
  // Credentials
  'KEY-1':
    'workspace keys `<prefix>_live_<secret>`: shown once, only a hash kept, at most 10 active, name, scopes, optional expiry.',
  'KEY-2':
    'states active, replaced, revoked, expired; rotation issues a replacement with the same name, scopes and expiry in the same operation, no grace, and records its successor; `api_key_revoked` for revoked and replaced, `api_key_expired` for expired.',
  'KEY-3':
    "a credential is never accepted from a URL; never logged or echoed; the service stores only hashes; the caller's own copy lies only in the keyring or a 0600 file.",
  'SCP-1':
    'each endpoint requires its scope: missing → 403 `insufficient_scope`; reserved scopes (files:write, webhooks:write) can be granted and open nothing.',
  'OAU-1':
    'OAuth 2.1: authorization code with PKCE, discovery, client registration, resource indicators, issuer in the response, refresh rotation with reuse detection, revocation, introspection.',
  'OAU-2':
    'an OAuth client receives the intersection of what it requests and what the approving member may use; the connection records who approved it.',
  'OAU-3':
    'batches:create is outside the default ceiling; an admin widens it; reconnecting with a broader request does not bypass it; lowering a ceiling takes effect on tokens already issued.',
  'OAU-4':
    'M over stdio: sign in once in the browser (loopback, PKCE) or by device code; tokens stored privately, refreshed by one process at a time.',
  'OAU-5':
    "M over HTTP: a protected resource (RFC 9728); tokens bound to this server's audience; never passed through: exchanged for the API's own.",
  // Errors and limits
  'ERR-1':
    "every code of the contract's two tables exists as data with status and type, can be provoked in the embedded service, and is proven by a test.",
  'ERR-2':
    '401/403/404/409/413/422/429/500/503 semantics as in "Status meanings"; docs_url is `{docs_url}/errors#<code>`.',
  'ERR-3':
    'C: every operation declares safe, keyed or never; 429 waits for Retry-After then retries with jitter; 500, 502, 503 and transport faults back off for safe and keyed only; other 4xx never retry; a call has one overall deadline and honours cancellation.',
  'ERR-4':
    'M: every API code has one entry in a recovery table (who can fix it, whether to retry, what to call next); a code nobody considered is a compile error, an unknown one at run time has an honest default; request_id always reaches the agent.',
  'LIM-1': 'rate windows per credential → 429 `rate_limited` with Retry-After.',
  'LIM-2': 'per-format upload ceilings between 4 MB (PO) and 60 MB (CSV); max_upload_bytes on the account.',
  'LIM-3': 'twelve format families; supported_formats lists them.',
  'EVT-1': 'webhooks do not exist yet: capabilities.webhooks is false, no endpoint honours webhooks:write.',
  // MCP server
  'MCP-1':
    'tools get_account, list_batches, create_batch, plan_batch, approve_batch, get_result, manage_glossary; plus what the workflow needs beside them (get_batch with waiting and the current plan, update_batch, get_glossary, list_languages, get_usage).',
  'MCP-2':
    'resources usage and credits; templates for a batch and a glossary; completions; each resource has a tool twin, since many hosts show tools only.',
  'MCP-3': 'stdio and Streamable HTTP, protocol revisions 2026-07-28 and 2025-11-25 and older, from one factory.',
  'MCP-4':
    'strict flat inputs without unions or nullables; an unknown argument is an error that lists the accepted ones.',
  'MCP-5':
    'every tool has an output schema, honest annotations and a title; the whole tools/list stays under the token budget in design.md.',
  'MCP-6':
    'results are short, complete, paged, never cut mid-item; structured content carries everything the model needs (many hosts show nothing else).',
  'MCP-7': 'failures are tool results with a recovery sentence; internal detail, secrets and paths never leak.',
  'MCP-8':
    'long work: get_batch waits up to its bound with progress notifications, honours cancellation, and returns the state, not an error, when time is up.',
  'MCP-9':
    'spending asks a person where the host can ask (input_required / elicitation), and fails closed where policy demands it and the host cannot.',
  'MCP-10':
    'local files only inside allowed folders, symlinks resolved; downloads never overwrite unless told to, and appear atomically.',
  'MCP-11': 'stdout carries only the protocol; the process ends when stdin ends; no orphan survives its host.',
  'MCP-12':
    'HTTP: Host and Origin checked, bodies bounded, sessions bound to their principal, idle ones reaped, graceful shutdown.',
  'MCP-13':
    'text that users wrote (names, file content, instructions) is marked as data wherever it is shown to a model.',
  'MCP-14':
    'the instruction is never silently half-read: each clause is applied, guidance, or named as not understood.',
  'MCP-15': "the host's own model can translate: segments out, answers in, checked and spliced, resumable, no credits.",
  // Engines
  'ENG-1':
    'the engine is named in plan and result; pseudo only on request; where text goes and who bills is said before approval.',
  'ENG-2':
    'every segment written was checked (placeholders, codes, numbers, glossary, length, script); what failed keeps its source and is reported.',
} as const satisfies Record<string, string>

export type RequirementId = keyof typeof REQUIREMENTS
