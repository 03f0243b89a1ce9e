import { html } from 'hono/html'
import { page } from './page.ts'

/** A refusal in the terms of the protocol, where there is no client to send it to. */
export function errorPage({ error, description }: { error: string; description: string }): Promise<string> {
  return page('This did not work', html`<p>${description}</p><p>Code: <code>${error}</code></p>`)
}

/** The request behind a page is over, was never there, or belongs to another browser. */
export function expiredPage(): Promise<string> {
  return page('This page has expired', html`<p>Start again from the program that sent you here.</p>`)
}

/** Too many attempts; `seconds` until the next. */
export function tooManyPage({ seconds }: { seconds: number }): Promise<string> {
  return page('Too many attempts', html`<p>Try again in ${seconds} seconds.</p>`)
}
