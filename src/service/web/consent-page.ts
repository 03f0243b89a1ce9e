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
  /** What a call of this program needed a moment ago and was not allowed. */
  readonly wanted: readonly Scope[]
  /** What the member allowed this program before that. */
  readonly before: readonly Scope[]
  /** Where the approval goes: a host, a private-use scheme, or null for a device. */
  readonly returnsTo: string | null
  /** It goes to a program on the computer of the browser. */
  readonly loopback: boolean
  /** Name of the host to whose address scheme it goes; undefined where it goes by http, https or to a device. */
  readonly app?: string | undefined
  /** How long the connection holds at most, in days. */
  readonly days: number
}

export function consentPage(view: ConsentView): Promise<string> {
  const { action, cancelAction, csrf, client, offered, overCeiling } = view
  const open = offered.length > 0
  const cancel = html`<form method="post" action="${cancelAction}" id="cancel"><input type="hidden" name="csrf" value="${csrf}"></form>`
  return page(
    `Connect ${visible(client.name)}?`,
    html`${facts(view)}${open ? warning(view) : ''}
<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
${open ? html`${recall(view)}<fieldset><legend>What it may do</legend>${spendingFirst(offered).map(scope => tick(scope, view))}</fieldset>` : ''}
${overCeiling.length > 0 ? beyond(view) : ''}${open || overCeiling.length > 0 ? '' : html`<p>It asks for nothing that this service knows.</p>`}
${open ? ending(view) : ''}
<div class="acts">${open ? html`<button>Allow</button><button form="cancel" class="plain">Cancel</button>` : html`<button>Go back</button>`}</div></form>
${cancel}`,
  )
}

function facts({ client, member, switchHref, returnsTo, loopback, app, offered }: ConsentView): Markup {
  const where = returnsTo === null ? 'the device that showed the code' : theirs(returnsTo, 300)
  return html`<dl class="facts"><dt>Program</dt>
<dd>${theirs(client.name)} <small>${IDENTITY[client.known]} ${theirs(client.id, 300)}</small></dd>
<dt>Returns to</dt><dd>${where}${loopback ? ', on this computer' : ''}${app === undefined ? '' : `, the scheme of ${app}`}</dd>
<dt>Acts for</dt><dd>${theirs(member.name)} in ${theirs(member.workspace)} <small><a href="${switchHref}">Sign in as somebody else</a></small></dd>
${offered.length > 0 ? reach(offered) : ''}</dl>`
}

/** What matters most, shown before the single permissions: whether it can spend, and which files it sees. */
function reach(offered: readonly Scope[]): Markup {
  const spends = offered.find(scope => SCOPE_WORDS[scope].spends)
  const money =
    spends === undefined
      ? 'It cannot spend anything.'
      : html`<strong>It asks to spend</strong> credits of the workspace, or what an engine charges whoever runs this server. It can do so only where it
is ticked below.`
  const own = spends === undefined ? 'It sees no translations.' : 'It sees those that it hands in itself.'
  return html`<dt>Spending</dt><dd>${money}</dd>
<dt>Files</dt><dd>${offered.includes('batches:read') ? 'It sees the translations of the whole workspace.' : own}</dd>`
}

function warning({ loopback, returnsTo, app }: ConsentView): Markup | '' {
  if (app !== undefined) {
    return html`<div class="say warn" role="note"><p>The answer goes to ${app} by its own kind of address, which any program on this computer can take
for itself. Go on only if you have just started to connect ${app}.</p></div>`
  }
  if (!loopback && returnsTo !== null) return ''
  const what = loopback ? 'a program on this computer' : 'the device whose code you typed'
  return html`<div class="say warn" role="note"><p>This gives access to ${what}. Go on only if you have just started it yourself.</p></div>`
}

function spendingFirst(scopes: readonly Scope[]): readonly Scope[] {
  return [...scopes].sort((one, other) => Number(SCOPE_WORDS[other].spends) - Number(SCOPE_WORDS[one].spends))
}

/** Says which permission a call just lacked: the member was led here because of it, and has to tick it herself. */
function recall({ offered, wanted, before }: ConsentView): Markup | '' {
  const lacking = wanted.filter(scope => offered.includes(scope) && !before.includes(scope))
  if (lacking.length === 0) return ''
  return html`<div class="say" role="note"><p>It has just asked for something that you had not allowed. To let it go on, tick:</p>
<ul>${lacking.map(scope => html`<li>${SCOPE_WORDS[scope].may} <code>${scope}</code></li>`)}</ul></div>`
}

/**
 * A box is ticked, but not one that spends: that the member ticks herself. Where she is asked for more, her earlier choice stands,
 * and what is asked for is added to it.
 */
function tick(scope: Scope, { before, wanted }: ConsentView): Markup {
  const { may, spends, idle } = SCOPE_WORDS[scope]
  const asked = before.length === 0 || wanted.includes(scope)
  const checked = before.includes(scope) || (asked && !spends) ? html` checked` : ''
  const mark = spends ? html` <strong class="tag">can spend</strong>` : ''
  return html`<label class="tick"><input type="checkbox" name="scope" value="${scope}"${checked}>
<span>${may}${mark}${idle ? html` <small>(opens nothing yet)</small>` : ''}</span> <code>${scope}</code></label>`
}

function beyond({ offered, overCeiling, member, admins, widening }: ConsentView): Markup {
  const who = admins.includes(member.name)
    ? 'You are an admin: to change that, run this on the computer of this service, then connect again.'
    : html`To change that, ask ${admins.length === 0 ? 'an admin' : listed(admins)} to run this on the computer of this service, then connect again.`
  const what =
    offered.length > 0
      ? 'It asked for this too. It is over your ceiling and stays out, whatever you tick:'
      : 'All that it asks for is over your ceiling:'
  return html`<section class="say"><h2>Not yours to allow</h2>
<p>${what}</p>
<ul>${overCeiling.map(scope => html`<li>${SCOPE_WORDS[scope].may} <code>${scope}</code></li>`)}</ul>
<p>${who}</p><p><code class="command">${widening}</code></p></section>`
}

/** Names as a sentence has them: `ada`, `ada or olga`, at most five. */
function listed(names: readonly string[]): Markup {
  const shown = names.slice(0, 5)
  return html`${shown.map((name, index) => html`${index === 0 ? '' : index === shown.length - 1 ? ' or ' : ', '}${theirs(name)}`)}`
}

function ending({ days }: ConsentView): Markup {
  return html`<p class="soft">What it has translated is seen by all members of the workspace, as all translations are. The connection
holds for ${days} days at most; you can end it at any time on <a href="/connections" target="_blank" rel="noopener">Connections<span class="unseen"> (opens in a new tab)</span></a>.</p>`
}

const IDENTITY = {
  'built-in': 'Belongs to this service:',
  document: 'Known by its address:',
  'own-word': 'Calls itself so; nobody has verified it. Registered as',
} as const
