import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { PAGE_BANNER, PAGE_HEAD, policyOf, STYLE } from '../../contract/page-style.ts'
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
<html lang="en"><head>${raw(PAGE_HEAD)}
<title>${failed ? 'Error: ' : ''}${heading} – Translation Service</title><style>${raw(STYLE)}</style></head>
<body><header>${raw(PAGE_BANNER)}${corner ?? ''}</header>
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
  return policyOf(STYLE_HASH, { forms: formTargets })
}
