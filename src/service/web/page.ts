import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { PAGE_MARK, STYLE } from '../../contract/page-style.ts'
import { visible } from '../domain/visible.ts'

/** A piece of a page, its values escaped. */
export type Markup = ReturnType<typeof html>

/** A whole page; `title` is its heading too. It carries no script and loads nothing. */
export async function page(
  title: string,
  body: Markup,
  { failed = false, corner }: { failed?: boolean; corner?: Markup } = {},
): Promise<string> {
  const heading = visible(title, 140)
  const whole = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${failed ? 'Error: ' : ''}${heading} – Translation Service</title><style>${raw(STYLE)}</style></head>
<body><header><p>${raw(PAGE_MARK)}Translation Service</p>${corner ?? ''}</header>
<main><h1><bdi>${heading}</bdi></h1>
${body}
</main></body></html>`
  return String(await whole)
}

/** A text that somebody else wrote, such as a name: hidden characters are shown, and it cannot change the direction of other text. */
export function theirs(text: string, longest = 100): Markup {
  return html`<bdi>${visible(text, longest)}</bdi>`
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The content security policy of a page: nothing is loaded; forms go only to this server and to `formTargets` (origins or schemes). */
export function pagePolicy(formTargets: readonly string[] = []): string {
  const targets = ["'self'", ...formTargets].join(' ')
  const style = `style-src 'sha256-${STYLE_HASH}'`
  return `default-src 'none'; ${style}; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`
}
