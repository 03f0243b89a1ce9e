import { TOOLS } from '../../mcp/tools/index.ts'

/** How the text of a failed tool begins: the tool's name and the error code. Words for an agent follow (mcp/failure.ts). */
const HEAD = /^\w+ (?:refused|failed) \((\w+)\)[.:]? ?/
const REQUEST_ID = /request_id: (\S+)/
/** The service's own words, which are marked as data for an agent. */
const MARKED = /^«(.*)»\.?$/
const SENTENCES = /(?<=[.!?])\s+(?=[\p{Lu}“"«])/u

/** Names of tools and arguments, and API paths: a person at a terminal cannot use them, so a sentence with one is left out. */
const FOR_AGENTS = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')}|make_new|file_path)\\b|/v1/`)

const UNSPENT = /^Nothing was (?:changed or )?spent\. ?/
const SAFE = 'The same command finds the translation again and spends nothing twice.'
const GOES_ON = 'If it goes on, whoever runs the service has to look.'
const LEFT = 'Nothing was changed or spent.'
const KEY = `${LEFT} translation-mcp status says which key is used; set another in TRANSLATION_API_KEY.`
const ADDRESS = 'translation-mcp status says what is configured; check TRANSLATION_API_URL.'
const ADMIN = `${LEFT} Ask a workspace admin.`
const DIFFERS = `${LEFT} Whoever runs that service, or this program, has to update it.`
const CALL = `${LEFT} Change the command or the file as the message says.`
const SEEN = `${LEFT} translation-mcp status shows what this service can do.`
const SMALLER = 'Split the file and translate the parts.'
const ANEW = 'Nothing was spent. Translate the file again.'

/**
 * What a person at a terminal reads after the message of an error, by its code: what was changed or spent, who can mend it, and how. For a code
 * that is not listed, the message alone is shown.
 */
const ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    authentication_required: `${LEFT} Set TRANSLATION_API_KEY.`,
    invalid_api_key: KEY,
    api_key_expired: KEY,
    api_key_revoked: KEY,
    insufficient_scope: `${LEFT} Use a key that may do this: translation-mcp status shows what this one may.`,
    feature_not_available: SEEN,
    creation_not_available: SEEN,
    admin_required: ADMIN,
    glossary_term_limit_reached: ADMIN,
    glossary_limit_reached: ADMIN,
    invalid_request: CALL,
    invalid_parameter: CALL,
    invalid_cursor: CALL,
    invalid_language_pair: `${LEFT} Write the pair as source-target, like en-de or en-pt-BR.`,
    invalid_glossary_terms: 'The glossary is as it was: nothing was changed. Correct its terms.',
    glossary_not_found: `${LEFT} translation-mcp glossary list shows those that there are.`,
    glossary_already_exists: `${LEFT} Change the one that is there.`,
    batch_not_found: `${LEFT} Check the id, and whether the key is of the same workspace: translation-mcp status shows it.`,
    resource_not_found: DIFFERS,
    unknown_field: DIFFERS,
    contract_violation: `What it did is not known. Whoever runs that service has to look; ${SAFE.replace('The', 'the')}`,
    request_too_large: `${LEFT} ${SMALLER}`,
    result_not_ready: `${LEFT} Wait until it is finished. ${SAFE}`,
    batch_not_editable: `${LEFT} Try again once it is finished.`,
    batch_not_awaiting_approval: `Nothing was spent by this. ${SAFE}`,
    no_plan_yet: `Nothing was spent. ${SAFE}`,
    idempotency_key_reused: `${LEFT} Try again.`,
    rate_limited: `${LEFT} Wait a minute and try again.`,
    internal_error: `${SAFE} ${GOES_ON}`,
    service_unavailable: `${SAFE} ${GOES_ON}`,
    network_error: `${ADDRESS} ${SAFE}`,
    tls_error: `${LEFT} Whoever runs that address, or set it here, has to mend the certificate.`,
    api_down: `The service is down. ${SAFE} ${GOES_ON}`,
    timeout: `${SAFE} ${GOES_ON}`,
    unconfirmed: `${SAFE} ${GOES_ON}`,
    cancelled: SAFE,
    not_an_api: `${LEFT} ${ADDRESS}`,
    sign_in_required: 'Nothing was spent. Only you can sign in; the same command goes on after that.',
    token_ended: `What was done until then is kept. ${SAFE}`,
    reconnect_required: `${LEFT} Sign in again.`,
    language_not_supported: 'Nothing was spent. Write the language in English or as a tag such as de or pt-BR.',
    invalid_language_tag:
      'Nothing was spent. Write a tag such as de, pt-BR or zh-Hans after --to, or name the language in the instruction.',
    unsupported_format:
      'Nothing was spent. translation-mcp status lists the formats; the extension of the file decides which one is used.',
    file_too_large: `Nothing was spent. ${SMALLER}`,
    result_too_large: `The translation is kept, and nothing was written. ${SMALLER}`,
    file_fetch_failed: `${LEFT} Check the address: it has to be public, https, and no redirect.`,
    plan_invalid: 'Nothing was spent. Change the instruction or the file as the message says.',
    plan_changed: 'Nothing was spent. Run the same command again to see the plan as it is now.',
    over_cap: 'Ask for fewer languages or parts, or raise --max-credits.',
    insufficient_credits:
      'Nothing was spent. Ask for fewer languages or parts, or for credits (of the service inside this program: translation-mcp credits grant).',
    link_refused: 'The same command fetches it by a new link, and spends nothing twice.',
    wrong_result: 'The same command fetches it again, and spends nothing twice.',
    file_changed: `${LEFT} Try again once nobody is writing to it.`,
    file_error: 'No half-written file was left. Check the disk space and the permissions of the folder, and try again.',
    file_exists: 'The file was left as it is. --overwrite replaces an earlier result; --out names another place.',
    file_expired: ANEW,
    file_retention_expired: ANEW,
  }),
)

/** The error code in a tool's failure; empty where it names none. */
export function failedCode(text: string): string {
  return HEAD.exec(text)?.[1] ?? ''
}

/** A tool's failure in words for a person at a terminal: what happened, what to do, and the request_id if there is one. */
export function forPeople(text: string): string {
  const code = failedCode(text)
  const [first = '', ...rest] = text.replace(HEAD, '').split('\n')
  // If the first line holds a message, the other lines only tell an agent what to do next.
  const said = plain([first.replace(MARKED, '$1'), ...(first === '' ? rest : [])])
  const stop = said === '' || /[.!?…]$/.test(said) ? '' : '.'
  const id = REQUEST_ID.exec(text)?.[1]
  const advice = ADVICE.get(code) ?? ''
  const words = [
    `${said}${stop}`,
    /\bnothing was (?:changed or )?spent\b/i.test(said) ? advice.replace(UNSPENT, '') : advice,
  ]
    .filter(Boolean)
    .join(' ')
  const shown = words === '' ? `It failed${code === '' ? '' : ` (${code})`}.` : words
  return id === undefined ? shown : `${shown} (request_id: ${id})`
}

function plain(lines: readonly string[]): string {
  return lines
    .filter(line => !line.startsWith('Next: '))
    .flatMap(line => line.split(SENTENCES))
    .filter(sentence => sentence !== '' && !FOR_AGENTS.test(sentence))
    .join(' ')
}
