/**
 * Both error tables of the contract (Errors, Codes; Codes of the creation and approval flow) as data. `type` in the second table is
 * assumed, and each status that the contract does not give (assumptions.md, Errors, Credentials).
 */
export const ERRORS = {
  authentication_required: { status: 401, type: 'authentication_error', condition: 'no bearer credential was sent' },
  invalid_api_key: { status: 401, type: 'authentication_error', condition: 'the key is malformed or unknown' },
  api_key_expired: { status: 401, type: 'authentication_error', condition: 'the key reached its expiry' },
  api_key_revoked: { status: 401, type: 'authentication_error', condition: 'the key was revoked or rotated' },
  insufficient_scope: { status: 403, type: 'permission_error', condition: 'the credential lacks the required scope' },
  feature_not_available: {
    status: 403,
    type: 'permission_error',
    condition: 'the plan or platform version lacks the feature',
  },
  admin_required: { status: 403, type: 'permission_error', condition: 'only a workspace admin may do this' },
  invalid_request: {
    status: 400,
    type: 'invalid_request_error',
    condition: 'the request cannot be parsed or breaks the endpoint contract',
  },
  unknown_field: { status: 400, type: 'invalid_request_error', condition: 'a JSON body property is not recognised' },
  invalid_parameter: {
    status: 400,
    type: 'invalid_request_error',
    condition: 'a parameter has the wrong type, range or format',
  },
  invalid_cursor: { status: 400, type: 'invalid_request_error', condition: 'the pagination cursor is invalid' },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    condition: 'the body is over the hard limit of the endpoint',
  },
  batch_not_found: { status: 404, type: 'not_found_error', condition: 'no visible translation has that id' },
  glossary_not_found: { status: 404, type: 'not_found_error', condition: 'no glossary exists for that language pair' },
  resource_not_found: { status: 404, type: 'not_found_error', condition: 'the resource or route does not exist' },
  glossary_already_exists: {
    status: 409,
    type: 'conflict_error',
    condition: 'a glossary exists for that pair; update it instead',
  },
  result_not_ready: { status: 409, type: 'conflict_error', condition: 'the translation is not completed' },
  batch_not_editable: { status: 409, type: 'conflict_error', condition: 'the state forbids the housekeeping change' },
  language_not_supported: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'the tag is outside the supported catalogue',
  },
  invalid_language_pair: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'the identifier does not split into two supported tags',
  },
  glossary_term_limit_reached: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'the terms would exceed the plan allowance',
  },
  glossary_limit_reached: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'the workspace reached its glossary count',
  },
  invalid_glossary_terms: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'entries are empty, incomplete or invalid',
  },
  rate_limited: { status: 429, type: 'rate_limit_error', condition: 'the credential exceeded a rate window' },
  internal_error: { status: 500, type: 'api_error', condition: 'an unexpected failure' },
  service_unavailable: { status: 503, type: 'api_error', condition: 'a required service is temporarily unavailable' },
  file_retention_expired: {
    status: 403,
    type: 'permission_error',
    condition: 'the file passed its retention window; create again',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    condition: 'the key was used with a different file, name or instruction',
  },
  no_plan_yet: { status: 409, type: 'conflict_error', condition: 'approval was attempted before a plan exists' },
  plan_changed: { status: 409, type: 'conflict_error', condition: 'the plan differs from the expected revision' },
  batch_not_awaiting_approval: {
    status: 409,
    type: 'conflict_error',
    condition: 'approval does not apply to the current state',
  },
  file_too_large: {
    status: 413,
    type: 'invalid_request_error',
    condition: 'the file is over the ceiling of its format',
  },
  result_too_large: {
    status: 413,
    type: 'invalid_request_error',
    condition: 'the finished result is too large to return',
  },
  unsupported_format: { status: 422, type: 'invalid_request_error', condition: 'the file extension is not accepted' },
  file_fetch_failed: { status: 422, type: 'invalid_request_error', condition: 'the file_url could not be retrieved' },
  plan_invalid: {
    status: 422,
    type: 'invalid_request_error',
    condition: 'the instruction cannot be turned into a plan',
  },
  insufficient_credits: {
    status: 402,
    type: 'conflict_error',
    condition: 'the balance cannot cover the cost; nothing was reserved',
  },
  file_expired: { status: 410, type: 'not_found_error', condition: 'the file behind the translation is gone' },
} as const satisfies Record<string, { status: number; type: string; condition: string }>

export type ErrorCode = keyof typeof ERRORS

/** True when a text is a code of the contract's tables. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}
