import type { ERRORS, ErrorCode } from './errors.ts'

/** What each status means, and what to do (contract, Errors, Status meanings; 402 and 410: assumptions.md, Errors). */
export const STATUS_MEANINGS = {
  400: { meaning: 'malformed request or unknown field', action: 'fix the request' },
  401: { meaning: 'credential missing, invalid, expired or revoked', action: 'replace or renew it' },
  402: { meaning: 'the balance does not cover the cost', action: 'plan less, or have credits granted' },
  403: { meaning: 'authenticated but not allowed', action: 'grant the scope or feature' },
  404: { meaning: 'resource absent or outside the workspace', action: 'check the id and the workspace' },
  409: { meaning: 'the current state conflicts', action: 'read the resource, then decide' },
  410: { meaning: 'the file is gone', action: 'create again from the original file' },
  413: { meaning: 'body too large', action: 'send a smaller body' },
  422: { meaning: 'well-formed but invalid value', action: 'fix the named value' },
  429: { meaning: 'rate limited', action: 'wait for the Retry-After header, then retry with jitter' },
  500: { meaning: 'the service failed', action: 'retry with backoff' },
  503: { meaning: 'temporarily unavailable', action: 'retry with backoff' },
} as const satisfies Record<(typeof ERRORS)[ErrorCode]['status'], { meaning: string; action: string }>

/** What a caller of the API does about an error. */
export interface Remedy {
  /** Whether anything was changed or spent. `unknown`: it may have happened; read before anything is repeated. */
  readonly changed: 'nothing' | 'unknown'
  /** `no`: the same request is refused again. `later`: it may succeed later. `after`: wait for Retry-After, then repeat it. */
  readonly retry: 'no' | 'later' | 'after'
  /** The next step. */
  readonly remedy: string
}

const never = (remedy: string): Remedy => ({ changed: 'nothing', retry: 'no', remedy })

const FROM_THE_ORIGINAL = 'Create the translation again from the original file.'

/** One entry for every code: a missing one does not compile. What an agent is told beside it, with the names of tools, is mcp/recovery.ts. */
export const REMEDIES: Readonly<Record<ErrorCode, Remedy>> = {
  authentication_required: never(
    'Send the header `Authorization: Bearer` with a workspace key or an access token. A credential in a URL is not read.',
  ),
  invalid_api_key: never(
    'Check that the key is whole and is one of this service. Where it was lost, ask an admin of the workspace for a new one.',
  ),
  api_key_expired: never('Ask an admin of the workspace for a new key, or renew the access token.'),
  api_key_revoked: never(
    'Use the key that replaced it, or ask an admin of the workspace for a new one. With an access token, sign in again.',
  ),
  insufficient_scope: never(
    'The message names the scope. Ask an admin for a key that has it, or sign in again and allow it. `GET /v1/account` lists the scopes of the credential.',
  ),
  feature_not_available: never(
    '`GET /v1/account` says under `capabilities` what is possible here. Requests from web pages of another origin, and those that name another host, are refused too.',
  ),
  admin_required: never('Ask an admin of the workspace. For a spending limit, the message names who can raise it.'),
  invalid_request: never(
    'Send what the operation describes: JSON in UTF-8, one source for a file, every field that is required. The message says what is wrong.',
  ),
  unknown_field: never('Leave out the property that `param` names: nothing reads it.'),
  invalid_parameter: never('Correct what `param` names. The message says which values are taken.'),
  invalid_cursor: never('Pass `next_cursor` back exactly, with the same filters; or begin again without a cursor.'),
  request_too_large: never('Send a smaller body. A file goes as a multipart form, which has the limit of its format.'),
  batch_not_found: never(
    'Check the id, and that the credential is of the same workspace. `GET /v1/batches` lists what can be seen.',
  ),
  glossary_not_found: never('Create the glossary first. `GET /v1/glossaries` lists those that exist.'),
  resource_not_found: never('Check method and path. A signed link that has ended is asked for anew.'),
  glossary_already_exists: never('Change the glossary of this pair with `PATCH`, or replace its content with `PUT`.'),
  result_not_ready: {
    changed: 'nothing',
    retry: 'later',
    remedy: 'Read the translation until its status is completed, then ask again.',
  },
  batch_not_editable: {
    changed: 'nothing',
    retry: 'later',
    remedy:
      'Read the translation. One that is worked on is not archived; an archived one is brought back before it is renamed.',
  },
  language_not_supported: never('Use a tag of `GET /v1/languages`.'),
  invalid_language_pair: never(
    'Write the pair as source and target, like `en-de` or `en-pt-BR`, of two tags of `GET /v1/languages`.',
  ),
  glossary_term_limit_reached: never(
    'Remove terms first, or ask an admin for a larger allowance: `entitlements.max_terms_per_glossary`.',
  ),
  glossary_limit_reached: never(
    'Delete a glossary that is not used any more, or ask an admin for a larger allowance: `entitlements.max_glossaries`.',
  ),
  invalid_glossary_terms: never(
    'Correct the term that `param` and the message name. No other term of the request was taken.',
  ),
  rate_limited: {
    changed: 'nothing',
    retry: 'after',
    remedy: 'Wait for the seconds of Retry-After and a random moment more, then send the same request.',
  },
  internal_error: {
    changed: 'unknown',
    retry: 'later',
    remedy:
      'Repeat a read, and a creation with the same Idempotency-Key. Before anything else, read what it may have changed. Report the `request_id` if it goes on.',
  },
  service_unavailable: {
    changed: 'unknown',
    retry: 'later',
    remedy:
      'Repeat a read, and a creation with the same Idempotency-Key, with growing pauses. Before anything else, read what it may have changed.',
  },
  file_retention_expired: never(FROM_THE_ORIGINAL),
  idempotency_key_reused: never(
    'Use a new key for another file, name or instruction; send the first request unchanged to find its translation.',
  ),
  no_plan_yet: never('Send an instruction to `POST /v1/batches/{batch_id}/plan`, read the plan, then approve it.'),
  plan_changed: never(
    'Read the plan and its cost again, and approve the new `plan_revision` if it is what is wanted. Nothing was spent.',
  ),
  batch_not_awaiting_approval: never(
    'Read the translation: usually it is already running or finished. This request spent nothing.',
  ),
  file_too_large: never('Split the file. The ceiling of a format is between 4 and 60 MB.'),
  result_too_large: never('Split the source file and translate the parts.'),
  unsupported_format: never(
    'Name the file with an extension of `capabilities.supported_formats`; convert it where it has another format.',
  ),
  file_fetch_failed: {
    changed: 'nothing',
    retry: 'later',
    remedy:
      'The address has to be https, public, and the final one: redirects are not followed. Otherwise send the bytes.',
  },
  plan_invalid: never('Do what the message says: mostly name a target language, or a part that the file has.'),
  insufficient_credits: never(
    'Plan fewer languages or parts, or the tier lite; or have credits granted. Nothing was reserved: the translation can still be approved.',
  ),
  file_expired: never(FROM_THE_ORIGINAL),
}
