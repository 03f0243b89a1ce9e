import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { PAGE_BANNER, PAGE_HEAD, policyOf, STYLE } from '../../contract/page-style.ts'
import { visible } from '../render/data.ts'
import type { PageScript } from './upload-script.ts'

/** A piece of a page, its values escaped. */
export type PagePart = ReturnType<typeof html>

/** What a page of this server is made of. */
export interface WebPage {
  readonly status: number
  /** Its heading too. */
  readonly title: string
  readonly body: PagePart
  readonly failed?: boolean
  readonly script?: PageScript
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The response with a page in the look of the service's own. Nothing is loaded, and nothing runs but its own script. */
export async function webPage({ status, title, body, failed = false, script }: WebPage): Promise<Response> {
  const whole = html`<!doctype html>
<html lang="en"><head>${raw(PAGE_HEAD)}
<title>${failed ? 'Error: ' : ''}${title} – Translation Service</title><style>${raw(STYLE)}</style></head>
<body><header>${raw(PAGE_BANNER)}</header>
<main><h1>${title}</h1>
${body}
${script === undefined ? '' : raw(element(script))}</main></body></html>`
  return new Response(String(await whole), { status, headers: headersFor(script) })
}

/** Put together from pieces: with the closing tag in a tagged template, the build would ask for a helper of its own. */
function element({ text }: PageScript): string {
  return ['<script type="module">', text, '</', 'script>'].join('')
}

function headersFor(script: PageScript | undefined) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(STYLE_HASH, script === undefined ? {} : { script: script.source }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

/** A text by somebody else, such as the name of a file: hidden characters are shown, and it cannot change the direction of other text. */
export function ofOthers(text: string, longest = 255): PagePart {
  return html`<bdi>${visible(text, longest)}</bdi>`
}
