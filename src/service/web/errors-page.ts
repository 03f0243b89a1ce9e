import { html } from 'hono/html'
import { ERRORS } from '../../contract/errors.ts'
import { page, pagePolicy } from './page.ts'

/** The public error reference that every `docs_url` points into: one entry a code, from the contract's tables (ERR-2). */
export async function errorsPage(): Promise<Response> {
  return new Response(await errors(), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() },
  })
}

function errors(): Promise<string> {
  const entries = Object.entries(ERRORS).map(
    ([code, { status, type, condition }]) =>
      html`<dt id="${code}">${code}</dt><dd>HTTP ${status}, ${type}: ${condition}.</dd>`,
  )
  return page(
    'Errors of the Translation Service API',
    html`<p>Branch on <code>error.code</code>, never on the message; keep <code>request_id</code> for reports.</p>
<dl class="codes">${entries}</dl>`,
  )
}
