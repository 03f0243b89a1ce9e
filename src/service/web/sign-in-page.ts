import { html } from 'hono/html'
import { page } from './page.ts'

export interface SignInView {
  readonly action: string
  readonly cancelAction: string
  readonly csrf: string
  /** The program that asks for access. */
  readonly clientName: string
  /** What was typed before, after a wrong password. */
  readonly name: string
  readonly failed: boolean
  /** True while nobody has a password: nobody can sign in. */
  readonly noPasswords: boolean
}

export function signInPage(view: SignInView): Promise<string> {
  const failure = view.failed ? html`<p role="alert">That name and password do not belong together.</p>` : ''
  const nobody = view.noPasswords
    ? html`<p role="alert">Nobody can sign in yet. On the computer that runs this service, run
      <code>translation-mcp members password admin</code>, then reload this page.</p>`
    : ''
  return page(
    'Sign in',
    html`<p>to connect <strong>${view.clientName}</strong></p>${nobody}${failure}
<form method="post" action="${view.action}"><input type="hidden" name="csrf" value="${view.csrf}">
<label>Name <input name="name" value="${view.name}" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>
<form method="post" action="${view.cancelAction}"><input type="hidden" name="csrf" value="${view.csrf}">
<button>Cancel</button></form>`,
  )
}
