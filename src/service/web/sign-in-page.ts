import { html } from 'hono/html'
import { type Markup, page, theirs } from './page.ts'

export interface SignInView {
  readonly action: string
  /** Where the cancel button leads; absent where there is nothing to go back to. */
  readonly cancelAction?: string
  readonly csrf: string
  /** The program that asks for access; absent where a member looks at what is hers. */
  readonly clientName?: string
  /** The page that she wants to see; absent where a program asks for access. */
  readonly wanted?: keyof typeof WANTED
  /** What was typed before, after a wrong password. */
  readonly name: string
  readonly failed: boolean
  /** True while nobody has a password: nobody can sign in. */
  readonly noPasswords: boolean
  /** True where a name may be in several workspaces. */
  readonly severalWorkspaces: boolean
}

/** What a member signs in for, by the page that she wants. */
const WANTED = {
  '/account': 'Sign in to see what is yours, and to change your password.',
  '/approvals': 'Sign in to answer what your programs want to spend.',
  '/connections': 'Sign in to see which programs are connected, and to end a connection.',
} as const

/** The page that an address leads to, as far as the sign-in has words for it. */
export function wantedPage(address: string): keyof typeof WANTED {
  const [path] = address.split(/[?#]/, 1)
  return path === '/account' || path === '/approvals' ? path : '/connections'
}

export function signInPage(view: SignInView): Promise<string> {
  const { action, cancelAction, csrf, clientName, wanted = '/connections', name, failed, noPasswords } = view
  const why =
    clientName === undefined
      ? html`<p>${WANTED[wanted]}</p>`
      : html`<p><strong>${theirs(clientName)}</strong> asks for access. You decide what it may do in the next step.</p>`
  const cancel =
    cancelAction === undefined
      ? ''
      : html`<form method="post" action="${cancelAction}" id="cancel"><input type="hidden" name="csrf" value="${csrf}"></form>`
  return page(
    'Sign in',
    html`${why}${noPasswords ? nobody : ''}${failed ? wrong : ''}
<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
${nameField(view)}
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${failed && name !== '' ? html` autofocus aria-invalid="true" aria-describedby="wrong"` : ''}></div>
<div class="acts"><button>Sign in</button>${cancelAction === undefined ? '' : html`<button form="cancel" class="plain">Cancel</button>`}</div></form>
${cancel}`,
    { failed },
  )
}

function nameField({ name, failed, severalWorkspaces }: SignInView): Markup {
  const hint = severalWorkspaces
    ? html`<small id="hint">A name that several workspaces have is written name@workspace.</small>`
    : ''
  const described = severalWorkspaces ? html` aria-describedby="hint"` : ''
  const focused = failed && name !== '' ? '' : html` autofocus`
  return html`<div class="field"><label for="name">Name</label>${hint}
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required${described}${focused}></div>`
}

const wrong = html`<div class="say bad" role="alert" id="wrong"><p>That name and password do not belong together.</p></div>`

const nobody = html`<div class="say warn" role="alert"><p>Nobody can sign in yet: no member has a password. Set one on the computer that
runs this service, on the same data folder, then reload this page. The first member is <code>admin</code>.</p>
<p><code class="command">translation-mcp members password NAME</code></p></div>`
