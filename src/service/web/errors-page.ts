import { ERRORS } from '../../contract/errors.ts'
import type { Page } from '../http/app.ts'

/** The public error reference that every `docs_url` points into: one entry a code, from the contract's tables (ERR-2). */
export const errorsPage: Page = {
  method: 'GET',
  path: '/errors',
  respond: async () =>
    new Response(html(), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
    }),
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}' +
  'dt{font:600 1rem ui-monospace,monospace;margin-top:1rem}dd{margin:0}:target{outline:2px solid;outline-offset:.3rem}'

function html(): string {
  const entries = Object.entries(ERRORS).map(
    ([code, { status, type, condition }]) =>
      `<dt id="${code}">${code}</dt><dd>HTTP ${status}, ${type}: ${condition}.</dd>`,
  )
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Errors of the Translation Service API</title><style>${STYLE}</style></head><body><main>`,
    '<h1>Errors of the Translation Service API</h1>',
    '<p>Branch on <code>error.code</code>, never on the message; keep <code>request_id</code> for reports.</p>',
    `<dl>${entries.join('\n')}</dl></main></body></html>`,
  ].join('\n')
}
