import { html } from 'hono/html'
import type { Scope } from '../../contract/scopes.ts'
import { visible } from '../domain/visible.ts'
import { type Markup, page, theirs } from './page.ts'
import { SCOPE_WORDS } from './scope-words.ts'

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
  /** Who can widen what the member may allow, by name. */
  readonly admins: readonly string[]
  /** The command by which they do so. */
  readonly widening: string
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
  /** How long the connection holds at most, in days. */
  readonly days: number
}

export function consentPage(view: ConsentView): Promise<string> {
  const { action, cancelAction, csrf, client, offered, overCeiling } = view
  const open = offered.length > 0
  const cancel = html`<form method="post" action="${cancelAction}" id="cancel"><input type="hidden" name="csrf" value="${csrf}"></form>`
  return page(
    `Connect ${visible(client.name)}?`,
    html`${facts(view)}${warning(view)}
<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
${open ? html`<fieldset><legend>It asks to</legend>${offered.map(tick)}</fieldset>` : html`<p>Nothing that it asks for is open to you.</p>`}
${overCeiling.length > 0 ? beyond(view) : ''}
${open ? ending(view) : ''}
<div class="acts">${open ? html`<button>Allow</button><button form="cancel" class="plain">Cancel</button>` : html`<button>Go back</button>`}</div></form>
${cancel}`,
  )
}

function facts({ client, member, switchHref, returnsTo }: ConsentView): Markup {
  return html`<dl class="facts"><dt>Program</dt>
<dd>${theirs(client.name)} <small>${IDENTITY[client.known]} ${theirs(client.id, 300)}</small></dd>
<dt>Goes back to</dt><dd>${returnsTo === null ? 'the device that showed the code' : theirs(returnsTo, 300)}</dd>
<dt>You</dt><dd>${theirs(member.name)} in ${theirs(member.workspace)} <small><a href="${switchHref}">Sign in as somebody else</a></small></dd></dl>`
}

function warning({ loopback, returnsTo }: ConsentView): Markup | '' {
  if (!loopback && returnsTo !== null) return ''
  const what = loopback ? 'a program on this computer' : 'the device whose code you typed'
  return html`<div class="say warn" role="note"><p>This gives access to ${what}. Go on only if you have just started it yourself.</p></div>`
}

function tick(scope: Scope): Markup {
  const { may, spends, idle } = SCOPE_WORDS[scope]
  const mark = spends ? html` <strong class="tag">spends credits</strong>` : ''
  const rest = idle ? ' · opens nothing yet' : ''
  return html`<label class="tick"><input type="checkbox" name="scope" value="${scope}" checked>
<span>${may}${mark}<small>${scope}${rest}</small></span></label>`
}

function beyond({ overCeiling, member, admins, widening }: ConsentView): Markup {
  const own = admins.includes(member.name)
  const who = own
    ? html`You can change that, as an admin,`
    : html`${admins.length === 0 ? 'An admin' : listed(admins)} can change that`
  return html`<div class="say"><h2>Over your ceiling</h2>
<p>It asked for this too, and does not get it, whatever you tick:</p>
<ul>${overCeiling.map(scope => html`<li>${SCOPE_WORDS[scope].may} <small>${scope}</small></li>`)}</ul>
<p>${who} on the computer that runs this service:</p><p><code class="command">${widening}</code></p></div>`
}

/** Names as a sentence has them: `ada`, `ada or olga`, at most five. */
function listed(names: readonly string[]): Markup {
  const shown = names.slice(0, 5)
  return html`${shown.map((name, index) => html`${index === 0 ? '' : index === shown.length - 1 ? ' or ' : ', '}${theirs(name)}`)}`
}

function ending({ days }: ConsentView): Markup {
  return html`<p class="soft">The translations of a workspace can be seen by all its members, whoever had them made. The connection
holds for up to ${days} days; you can end it at any time on <a href="/connections" target="_blank" rel="noopener">Connections<span class="unseen"> (opens in a new tab)</span></a>.</p>`
}

const IDENTITY = {
  'built-in': 'Belongs to this service:',
  document: 'Known by its address:',
  'own-word': 'Calls itself so; nobody has verified it. Registered as',
} as const
