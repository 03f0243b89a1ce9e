import { html } from 'hono/html'
import { ERRORS } from '../../contract/errors.ts'
import { REMEDIES, type Remedy, STATUS_MEANINGS } from '../../contract/remedies.ts'
import { type Markup, page, pagePolicy } from './page.ts'

/** The public error reference that every `docs_url` points into: one entry a code, from the contract's tables (ERR-2). */
export async function errorsPage(): Promise<Response> {
  return new Response(await errors(), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(),
      'cache-control': 'public, max-age=300',
    },
  })
}

function errors(): Promise<string> {
  return page(
    'Errors of the Translation Service API',
    html`<p>Branch on <code>error.code</code>, never on the message or the status. Keep <code>request_id</code> for reports. A code that is
not listed here is newer than this page: show its message, and do not repeat the request blindly.</p>
<nav aria-label="Codes"><ul class="index">${Object.keys(ERRORS).map(code => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul></nav>
${Object.entries(STATUS_MEANINGS).map(([status, { meaning, action }]) => group(Number(status), meaning, action))}`,
  )
}

function group(status: number, meaning: string, action: string): Markup {
  const codes = Object.entries(ERRORS).filter(([, facts]) => facts.status === status)
  return html`<section><h2 id="status-${status}">${status}: ${meaning}</h2><p class="soft">${sentence(action)}</p>
<dl class="codes">${codes.map(([code, { type, condition }]) => entry(code, type, condition))}</dl></section>`
}

function entry(code: string, type: string, condition: string): Markup {
  const remedy = Object.entries(REMEDIES).find(([name]) => name === code)?.[1]
  return html`<dt id="${code}"><a href="#${code}">${code}</a> <small>${type}</small></dt>
<dd><p>${sentence(condition)}</p>${remedy === undefined ? '' : advice(remedy)}</dd>`
}

/** What is true of a request that was refused with a code, by the names of `Remedy`. */
const CHANGED = { nothing: 'Nothing was changed or spent.', unknown: 'Something may have been changed.' } as const
const RETRY = {
  no: 'The same request is refused again.',
  later: 'The same request may succeed later.',
  after: 'The same request succeeds after the pause.',
} as const

function advice({ changed, retry, remedy }: Remedy): Markup {
  return html`<p>${marked(remedy)}</p><p class="soft">${CHANGED[changed]} ${RETRY[retry]}</p>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The text with what stands between backticks as code. */
function marked(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}
