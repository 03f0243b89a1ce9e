import { html } from 'hono/html'
import { SCOPES, type Scope } from '../../contract/scopes.ts'
import { page } from './page.ts'

export interface ConsentView {
  readonly action: string
  readonly cancelAction: string
  readonly csrf: string
  readonly client: {
    readonly name: string
    readonly id: string
    /** How its identity is known: built in, by a document at an address it controls, or by its own word alone. */
    readonly known: 'built-in' | 'document' | 'own-word'
  }
  readonly member: { readonly name: string; readonly workspace: string }
  /** Where somebody else signs in instead. */
  readonly switchHref: string
  /** Within the ceiling: may be ticked. */
  readonly offered: readonly Scope[]
  /** Asked for, but over the ceiling of the member. */
  readonly overCeiling: readonly Scope[]
  /** Where the approval goes: a host, a private-use scheme, or null for a device. */
  readonly returnsTo: string | null
  /** It goes to a program on the computer of the browser. */
  readonly loopback: boolean
}

export function consentPage(view: ConsentView): Promise<string> {
  const { client, member, offered, overCeiling } = view
  return page(
    `Connect ${client.name}?`,
    html`<p>${IDENTITY[client.known]} <code>${client.id}</code></p>
<p>You are signed in as <strong>${member.name}</strong> of <strong>${member.workspace}</strong>
(<a href="${view.switchHref}">sign in as somebody else</a>).
It returns to <strong>${view.returnsTo ?? 'the device that showed the code'}</strong>.</p>
${view.loopback ? html`<p role="note">This gives access to a program on this computer. Go on only if you just started it.</p>` : ''}
<form method="post" action="${view.action}"><input type="hidden" name="csrf" value="${view.csrf}">
<fieldset><legend>It may</legend>${offered.map(scopeBox)}</fieldset>
<p>The translations of this workspace can be seen by all its members.</p>
${overCeiling.length > 0 ? html`<p>Not available to you: ${overCeiling.join(', ')}. Ask an admin of the workspace.</p>` : ''}
<button>Allow</button></form>
<form method="post" action="${view.cancelAction}"><input type="hidden" name="csrf" value="${view.csrf}">
<button>Cancel</button></form>`,
  )
}

function scopeBox(scope: Scope) {
  return html`<label><input type="checkbox" name="scope" value="${scope}" checked> ${SCOPES[scope].allows} (${scope})</label>`
}

const IDENTITY = {
  'built-in': 'A program of this service:',
  document: 'It is identified by its address:',
  'own-word': 'It registered itself; its name is not verified:',
} as const
