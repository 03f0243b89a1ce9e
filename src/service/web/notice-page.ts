import { html } from 'hono/html'
import { visible } from '../domain/visible.ts'
import { page, theirs } from './page.ts'

/** A refusal in the terms of the protocol, where there is no client to send it to. */
export function errorPage({ error, description }: { error: string; description: string }): Promise<string> {
  const [what, next] = description === UNKNOWN_CLIENT.said ? UNKNOWN_CLIENT.words : [theirs(description, 300), AGAIN]
  return page(
    'This did not work',
    html`<div class="say bad" role="alert"><p>${what}</p></div>
<p>${next}</p>
<p class="soft">Code: <code>${visible(error)}</code></p>`,
    { failed: true },
  )
}

const AGAIN = 'Go back to the program that sent you here and start again. If it happens again, tell its makers this.'

/** The words of the library for a client that was never registered, or was forgotten: a person can mend that. */
const UNKNOWN_CLIENT = {
  said: 'client is invalid',
  words: [
    'This server does not know the program that sent you here, or does not take it.',
    'Nothing was changed. Remove this server in that program, add it again, and connect. If that does not help, ask whoever runs this server.',
  ],
} as const

/** The request behind a page is over, was never there, or belongs to another browser. */
export function expiredPage(): Promise<string> {
  return page(
    'This page has expired',
    html`<p>It was open for too long, was answered already, or belongs to another browser. Nothing was changed by this.</p>
<p>Start again from the program that sent you here. What is connected already is shown on <a href="/connections">Connections</a>.</p>`,
  )
}

/** The page of the person on this machine is over. `command` asks the same in her terminal. */
export function endedPage(command: string): Promise<string> {
  return page(
    'This page has expired',
    html`<p>It was open for too long, was opened already, or belongs to another browser. Nothing was changed by this.</p>
<p>To see what still waits for your answer, type <code>${visible(command, 1000)}</code> in your terminal.</p>`,
  )
}

/** A page for one user of this machine alone was called by another, or through a program that runs as another. `command` asks the same. */
export function otherUserPage(command: string): Promise<string> {
  return page(
    'This page is for another user of this computer',
    html`<p>It answers only a browser of the user whose program opened it. Nothing was changed by this.</p>
<p>If that is you, type <code>${visible(command, 1000)}</code> in your terminal: it asks the same.</p>`,
  )
}

/** The database or the disk of the service does not answer now. */
export function awayPage(): Promise<string> {
  return page(
    'Not available right now',
    html`<div class="say bad" role="alert"><p>Sign-in cannot be used right now: this service cannot reach what it stores.</p></div>
<p>This is not about you or your password. Wait a moment, then load this page again or go back and try again. If it stays so, tell whoever runs this server.</p>`,
    { failed: true },
  )
}

/** Too many attempts; `seconds` until the next. */
export function tooManyPage({ seconds }: { seconds: number }): Promise<string> {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return page('Too many attempts', html`<p>Wait ${wait}, then go back and try again.</p>`)
}

/** There is no such connection, or it is somebody else's. */
export function goneConnectionPage(): Promise<string> {
  return page(
    'There is no such connection',
    html`<p>Nothing was changed. <a href="/connections">Back to Connections</a></p>`,
  )
}

/** A one-time link that was used, has expired or never was. */
export function usedLinkPage(): Promise<string> {
  return page(
    'This link does not work',
    html`<p>It was used already, has expired, or a newer one was made. Nothing was changed by this.</p>
<p>If you have set your password, <a href="/sign-in?to=/account">sign in</a>. Else ask whoever invited you for a new link.</p>`,
  )
}
