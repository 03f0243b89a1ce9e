import { TOOLS } from '../../mcp/tools/index.ts'

/** How the text of a failed tool begins: the tool's name and the error code. Words for an agent follow (mcp/failure.ts). */
const HEAD = /^\w+ (?:refused|failed) \((\w+)\)[.:]? ?/
const REQUEST_ID = /request_id: (\S+)/
/** The service's own words, which are marked as data for an agent. */
const MARKED = /^«(.*)»\.?$/
const SENTENCES = /(?<=[.!?])\s+(?=[\p{Lu}“"«])/u

/** Names of tools and arguments, and API paths: a person at a terminal cannot use them, so a sentence with one is left out. */
const FOR_AGENTS = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')}|make_new|file_path)\\b|/v1/`)

const UNSPENT = /^Nothing was spent\. ?/
const SAFE = 'The same command finds the translation again and spends nothing twice.'
const KEY = 'translation-mcp status says which key is used; set another in TRANSLATION_API_KEY.'
const ADDRESS = 'translation-mcp status says what is configured; check TRANSLATION_API_URL.'
const SMALLER = 'Split the file and translate the parts.'

/** What a person at a terminal can do about an error, by its code. For a code that is not listed, the message alone is shown. */
const ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    authentication_required: 'Set TRANSLATION_API_KEY.',
    invalid_api_key: KEY,
    api_key_expired: KEY,
    api_key_revoked: KEY,
    insufficient_scope: 'Use a key that may do this: translation-mcp status shows what this one may.',
    feature_not_available: 'translation-mcp status shows what this service can do.',
    creation_not_available: 'translation-mcp status shows what this service can do.',
    rate_limited: 'Wait a minute and try again.',
    internal_error: SAFE,
    service_unavailable: SAFE,
    network_error: `${ADDRESS} ${SAFE}`,
    api_down: `The service is down. ${SAFE}`,
    timeout: SAFE,
    unconfirmed: SAFE,
    not_an_api: ADDRESS,
    sign_in_required: 'Nothing was spent.',
    language_not_supported: 'Nothing was spent. Write the language in English or as a tag such as de or pt-BR.',
    invalid_language_tag:
      'Nothing was spent. Write a tag such as de, pt-BR or zh-Hans after --to, or name the language in the instruction.',
    unsupported_format:
      'Nothing was spent. translation-mcp status lists the formats; the extension of the file decides which one is used.',
    file_too_large: `Nothing was spent. ${SMALLER}`,
    result_too_large: SMALLER,
    plan_invalid: 'Nothing was spent.',
    plan_changed: 'Nothing was spent. Run the same command again to see the plan as it is now.',
    over_cap: 'Ask for fewer languages or parts, or raise --max-credits.',
    insufficient_credits:
      'Nothing was spent. Ask for fewer languages or parts, or for credits (of the service inside this program: translation-mcp credits grant).',
    link_refused: 'The same command fetches it by a new link, and spends nothing twice.',
    wrong_result: 'The same command fetches it again, and spends nothing twice.',
    file_changed: 'Try again once nobody is writing to it.',
    file_expired: 'Nothing was spent.',
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
  const words = [`${said}${stop}`, /\bnothing was spent\b/i.test(said) ? advice.replace(UNSPENT, '') : advice]
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
