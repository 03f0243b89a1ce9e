import { FAULTS, type FaultCode } from '../client/errors.ts'
import { type ErrorCode, isErrorCode } from '../contract/errors.ts'
import type { Effect } from './effect.ts'

/** What an agent is told to do after an error, in plain sentences. `next` names only tools that exist. */
export interface Recovery {
  /** Whether anything changed or was spent. */
  readonly what: string
  /** Who can fix it. */
  readonly who: string
  /** Whether trying again helps. */
  readonly retry: string
  readonly next?: string
}

const NOTHING = 'Nothing was changed or spent.'
const CALLER = 'You can fix this by changing the call.'
const CALL_OR_FILE =
  'Where the message is about the file, the file has to be corrected; otherwise you can fix this by changing the call.'
const ADMIN = 'A workspace admin has to fix this.'
const OPERATOR = 'Whoever configured this server has to fix this.'
const UNKNOWN_OUTCOME = 'The outcome is unknown.'
const NO = 'Repeating the same call will not help.'
const LATER = 'Trying again later may help.'

/** One entry for every code of the contract: a missing entry does not compile (ERR-4). */
export const RECOVERY: Record<ErrorCode, Recovery> = {
  authentication_required: {
    what: NOTHING,
    who: OPERATOR,
    retry: NO,
    next: 'ask the person to run `translation-mcp status`, which says which credential is used.',
  },
  invalid_api_key: {
    what: NOTHING,
    who: `${OPERATOR} The key is unknown to the service at the configured address.`,
    retry: NO,
    next: 'ask the person to run `translation-mcp status` and to set TRANSLATION_API_KEY.',
  },
  api_key_expired: {
    what: NOTHING,
    who: ADMIN,
    retry: NO,
    next: 'ask for a new key (embedded service: `translation-mcp keys create`).',
  },
  api_key_revoked: {
    what: NOTHING,
    who: ADMIN,
    retry: NO,
    next: 'ask for the key that replaced it (embedded service: `translation-mcp keys list`).',
  },
  insufficient_scope: {
    what: NOTHING,
    who: `${ADMIN} The credential lacks the scope named above.`,
    retry: NO,
    next: 'get_account shows the scopes this credential has.',
  },
  feature_not_available: {
    what: NOTHING,
    who: ADMIN,
    retry: NO,
    next: 'get_account shows what is possible under capabilities.',
  },
  admin_required: { what: NOTHING, who: ADMIN, retry: NO },
  invalid_request: { what: NOTHING, who: CALL_OR_FILE, retry: NO },
  unknown_field: {
    what: NOTHING,
    who: 'The service does not know a field this server sent: the two versions do not match.',
    retry: NO,
    next: 'tell the person; `translation-mcp status` shows both versions.',
  },
  invalid_parameter: { what: NOTHING, who: CALLER, retry: NO },
  invalid_cursor: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'list_batches without cursor starts again from the newest.',
  },
  request_too_large: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'create_batch with file_path sends a file without the size limit of inline content; otherwise split the file.',
  },
  batch_not_found: {
    what: NOTHING,
    who: 'The id is wrong, or the translation belongs to another workspace.',
    retry: NO,
    next: 'list_batches shows the translations you can see.',
  },
  glossary_not_found: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'get_glossary without arguments lists the glossaries; manage_glossary with action create makes one.',
  },
  resource_not_found: { what: NOTHING, who: 'The service does not have this operation or resource.', retry: NO },
  glossary_already_exists: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'manage_glossary with action add_terms changes the one that exists.',
  },
  result_not_ready: {
    what: NOTHING,
    who: 'Nobody has to fix anything: the translation is not finished.',
    retry: LATER,
    next: 'get_batch with wait_seconds waits for it.',
  },
  batch_not_editable: {
    what: NOTHING,
    who: 'The translation is in a state that forbids this change.',
    retry: LATER,
    next: 'get_batch shows the state. An archived translation cannot be renamed; one that is being worked on cannot be archived.',
  },
  language_not_supported: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'list_languages shows the supported tags; its search finds one by name.',
  },
  invalid_language_pair: {
    what: NOTHING,
    who: 'A pair is source-target in BCP 47 tags, like en-de or en-pt-BR.',
    retry: NO,
    next: 'list_languages shows the supported tags.',
  },
  glossary_term_limit_reached: {
    what: NOTHING,
    who: ADMIN,
    retry: NO,
    next: 'remove terms first, or ask for a larger plan; get_account shows the limit.',
  },
  glossary_limit_reached: {
    what: NOTHING,
    who: ADMIN,
    retry: NO,
    next: 'delete a glossary that is no longer used, or ask for a larger plan.',
  },
  invalid_glossary_terms: { what: 'The glossary is unchanged.', who: CALLER, retry: NO },
  rate_limited: {
    what: NOTHING,
    who: 'Nobody has to fix anything.',
    retry: 'Wait a minute, then call again.',
  },
  internal_error: {
    what: UNKNOWN_OUTCOME,
    who: 'The service failed.',
    retry: LATER,
    next: 'report the request_id if it goes on.',
  },
  service_unavailable: {
    what: UNKNOWN_OUTCOME,
    who: 'The service is temporarily unavailable.',
    retry: LATER,
  },
  file_retention_expired: {
    what: NOTHING,
    who: 'The stored file was removed after its retention time.',
    retry: NO,
    next: 'create_batch with the original file and make_new: true makes a new translation.',
  },
  file_expired: {
    what: NOTHING,
    who: 'The stored file is gone.',
    retry: NO,
    next: 'create_batch with the original file and make_new: true makes a new translation.',
  },
  idempotency_key_reused: {
    what: NOTHING,
    who: CALLER,
    retry: NO,
    next: 'create_batch with make_new: true makes a separate translation on purpose.',
  },
  no_plan_yet: {
    what: 'Nothing was spent.',
    who: CALLER,
    retry: NO,
    next: 'plan_batch says what to translate; then approve_batch with its plan_revision.',
  },
  plan_changed: {
    what: 'Nothing was spent.',
    who: 'The plan is not the one you read.',
    retry: NO,
    next: 'get_batch shows the current plan and cost; call again with the new plan_revision after the person has seen it.',
  },
  batch_not_awaiting_approval: {
    what: 'Nothing was spent by this call.',
    who: 'The translation is usually already running or finished.',
    retry: NO,
    next: 'get_batch shows its state; get_result fetches a finished one.',
  },
  file_too_large: {
    what: NOTHING,
    who: 'The file is over the limit of its format.',
    retry: NO,
    next: 'split the file and create one translation for each part.',
  },
  result_too_large: {
    what: NOTHING,
    who: 'The finished result is too large to return.',
    retry: NO,
    next: 'split the source file and translate the parts.',
  },
  unsupported_format: {
    what: NOTHING,
    who: 'The file name has an extension that no supported format has.',
    retry: NO,
    next: 'get_account lists the supported formats; the file name decides which one is used.',
  },
  file_fetch_failed: {
    what: NOTHING,
    who: 'The address must be HTTPS, public, and the final destination (no redirect).',
    retry: 'Check the address before trying again.',
  },
  plan_invalid: {
    what: NOTHING,
    who: 'The service cannot make a plan for this.',
    retry: 'Follow what the message says.',
  },
  insufficient_credits: {
    what: 'Nothing was reserved or spent; the translation stays ready for approval.',
    who: `${ADMIN} The balance does not cover the cost.`,
    retry: NO,
    next: 'plan_batch for fewer languages, fewer parts or lite quality; or ask for credits (embedded service: `translation-mcp credits grant`).',
  },
}

/** Faults of the connection to the service and of this machine: they are not errors that the API answers. */
const FAULT_RECOVERY: Record<FaultCode, Recovery> = {
  network_error: {
    what: 'There was no connection to the service, or it broke.',
    who: `If it goes on, ${OPERATOR.charAt(0).toLowerCase()}${OPERATOR.slice(1)}`,
    retry: LATER,
    next: 'ask the person to run `translation-mcp status`.',
  },
  api_down: {
    what: 'This was not sent, so it changed and spent nothing.',
    who: 'The service is down, or cannot do this one thing; whoever runs it has to fix this, unless it comes back by itself.',
    retry: LATER,
  },
  tls_error: {
    what: NOTHING,
    who: 'Whoever configured this server, or runs that address, has to fix this.',
    retry: NO,
    next: 'show the person the message above: it says what is wrong with the certificate and what mends it.',
  },
  timeout: { what: 'The service did not answer in time.', who: 'Nobody has to fix anything yet.', retry: LATER },
  cancelled: { what: 'The call was cancelled.', who: '', retry: '' },
  contract_violation: {
    what: 'The service answered something this server does not understand.',
    who: OPERATOR,
    retry: NO,
  },
  unconfirmed: {
    what: 'It may be done, or be done later, or not at all.',
    who: 'Nobody has to fix anything yet; if it does not show later either, whoever runs the service has to look.',
    retry: '',
  },
  not_an_api: {
    what: 'The configured address does not answer like a Translation Service.',
    who: OPERATOR,
    retry: 'Until then, calling again will not help.',
    next: 'ask the person to check TRANSLATION_API_URL with `translation-mcp status`.',
  },
  wrong_result: {
    what: 'No file was written, and what was there is as it was. The translation itself is kept by the service.',
    who: 'Whoever runs the service, or a gateway or sign-in page between, has to fix this.',
    retry: 'Calling get_result once more makes a new link, which may lead to the file.',
    next: 'if the next link gives the same, tell the person what came instead.',
  },
  link_refused: {
    what: 'No file was written.',
    who: 'The download link has expired or is no longer valid.',
    retry: 'Calling get_result again makes a new link.',
    next: 'if the next link is refused too, the file may be gone at the service: tell the person what the message says.',
  },
  file_exists: {
    what: 'The existing file was left as it is.',
    who: CALLER,
    retry: NO,
    next: 'get_result with another save_to, or with overwrite: true if the person wants it replaced (an earlier result, or another translation of the source).',
  },
  file_changed: {
    what: NOTHING,
    who: 'The file changed while it was being sent.',
    retry: 'Call again once nobody is writing to it.',
  },
  file_error: {
    what: 'No half-written file was left behind.',
    who: 'Check the disk space and the permissions of the folder.',
    retry: 'Try again when that is fixed.',
  },
  sign_in_required: {
    what: NOTHING,
    who: 'Only the person can sign in, on this machine.',
    retry: 'Make the same call again once that is done.',
    next: 'show the person the command above, word for word.',
  },
  token_ended: {
    what: 'What this call did until then is kept.',
    who: 'Nobody has to do anything: the host renews its token by itself.',
    retry: 'Make the same call again.',
  },
  reconnect_required: {
    what: NOTHING,
    who: 'Only the person can connect this assistant to the server again.',
    retry: NO,
    next: 'tell the person; this host offers to connect (sign in) again, by itself or in its settings of this server.',
  },
}

const UNKNOWN: Recovery = {
  what: 'This error is new to this server; assume that nothing was done, and check.',
  who: 'The message above comes from the service.',
  retry: 'Do not repeat the call blindly.',
}

/**
 * What to do after an error code. For an unknown code, the advice is to assume nothing and to check. `may_have_applied`: a request of the
 * call may have changed something although no answer said so; without it the failure came before any change.
 */
export function recoveryFor(
  code: string,
  { effect, may_have_applied }: { readonly effect: Effect; readonly may_have_applied: boolean },
): Recovery {
  const recovery = isErrorCode(code) ? RECOVERY[code] : isFault(code) ? FAULT_RECOVERY[code] : UNKNOWN
  const doubtful = may_have_applied && effect !== 'read'
  if (!LOST.has(code) && !doubtful) return recovery
  const outcome = doubtful ? OUTCOME_UNKNOWN[effect] : OUTCOME_KNOWN[effect]
  // After a lost answer no refusal means that nothing changed; and where nothing was sent the outcome is known.
  const isReplaced = recovery.what === (doubtful ? NOTHING : UNKNOWN_OUTCOME)
  return { ...recovery, what: isReplaced ? outcome : `${recovery.what} ${outcome}` }
}

/** Codes after which nobody knows whether the service did what it was asked to, if it was asked to. */
const LOST: ReadonlySet<string> = new Set(['network_error', 'timeout', 'internal_error', 'service_unavailable'])

/** What may have happened, by the effect of the tool, if the outcome is unknown. */
export const OUTCOME_UNKNOWN: Record<Effect, string> = {
  read: 'Nothing was changed.',
  create:
    'Nothing was spent. If this call made a translation, the same call again finds it; with make_new, list_batches shows it.',
  change: 'Look before you repeat it: the change may have happened.',
  remove: 'Look before you repeat it: the change may have happened.',
  spend: 'Check with get_batch whether the work has started before you try again.',
  save: 'No half-written file was left behind.',
}

/** What a failure before any change means, by the effect of the tool. */
const OUTCOME_KNOWN: Record<Effect, string> = {
  read: OUTCOME_UNKNOWN.read,
  create: NOTHING,
  change: NOTHING,
  remove: NOTHING,
  spend: NOTHING,
  save: OUTCOME_UNKNOWN.save,
}

function isFault(code: string): code is FaultCode {
  return Object.hasOwn(FAULTS, code)
}
