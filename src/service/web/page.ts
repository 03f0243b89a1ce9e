import { html } from 'hono/html'

/** A piece of a page, its values escaped. */
export type Markup = ReturnType<typeof html>

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}' +
  'label{display:block;margin:.5rem 0}button{font:inherit;padding:.4rem 1rem;margin:.5rem .5rem .5rem 0}'

/** A whole page. It carries no script. */
export async function page(title: string, body: Markup): Promise<string> {
  const whole = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>`
  return String(await whole)
}

/** The policy of such a page: nothing is loaded, forms reach this server and `formTargets` (origins or schemes) alone. */
export function pagePolicy(formTargets: readonly string[] = []): string {
  const targets = ["'self'", ...formTargets].join(' ')
  return `default-src 'none'; style-src 'unsafe-inline'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`
}
