import { html } from 'hono/html'
import type { Scope } from '../../contract/scopes.ts'
import { timestamp } from '../domain/time.ts'
import { type Markup, page, theirs } from './page.ts'
import { SCOPE_WORDS } from './scope-words.ts'

/** One connection. Moments in milliseconds since 1970. */
export interface ConnectionView {
  readonly id: string
  readonly client: { readonly id: string; readonly name: string }
  readonly approvedBy: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** When it ends by itself, or ended. */
  readonly endsAt: number
  /** Host or scheme the approval went to; null for a device. */
  readonly returnsTo: string | null
  /** What it may do now. */
  readonly scopes: readonly Scope[]
  /** Allowed once, and over the member's ceiling now. */
  readonly withheld: readonly Scope[]
}

export interface ConnectionsView {
  readonly member: { readonly name: string; readonly workspace: string }
  /** True where all connections of the workspace are shown, not the member's own. */
  readonly whole: boolean
  readonly csrf: string
  readonly live: readonly ConnectionView[]
  readonly ended: readonly ConnectionView[]
  /** The name of the program that was just disconnected. */
  readonly justEnded: string | undefined
}

/** What is connected, by whom, for what; and ending it. */
export function connectionsPage(view: ConnectionsView): Promise<string> {
  const { member, whole, csrf, live, ended, justEnded } = view
  const done =
    justEnded === undefined
      ? ''
      : html`<div class="say good" role="status"><p>${theirs(justEnded)} is disconnected. Its access ended at once.</p></div>`
  const which = whole ? 'All programs that act for members of the workspace.' : 'The programs that act for you.'
  return page(
    'Connections',
    html`${done}<p>${which} You are signed in as <strong>${theirs(member.name)}</strong> in ${theirs(member.workspace)}.</p>
<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">Sign out</button></form>
<h2>Connected now</h2>
${live.length === 0 ? html`<p>Nothing is connected.</p>` : html`<ul class="cards">${live.map(one => card(one, revoke(one, csrf)))}</ul>`}
${ended.length === 0 ? '' : html`<h2>Ended</h2><ul class="cards">${ended.map(one => card(one, undefined))}</ul>`}`,
  )
}

function card(one: ConnectionView, form: Markup | undefined): Markup {
  const { client, approvedBy, createdAt, lastUsedAt, endsAt, returnsTo } = one
  return html`<li><h3>${theirs(client.name)}</h3>
<dl class="facts"><dt>Approved</dt><dd>by ${theirs(approvedBy)}, ${moment(createdAt)}</dd>
<dt>Last used</dt><dd>${lastUsedAt === null ? 'never' : moment(lastUsedAt)}</dd>
<dt>${form === undefined ? 'Ended' : 'Ends'}</dt><dd>${moment(endsAt)}</dd>
<dt>Went to</dt><dd>${returnsTo === null ? 'a device' : theirs(returnsTo, 300)} <small>${theirs(client.id, 300)}</small></dd>
${form === undefined ? '' : scopes(one)}</dl>${form ?? ''}</li>`
}

function scopes({ scopes: open, withheld }: ConnectionView): Markup {
  const words = (list: readonly Scope[]) =>
    html`<ul>${list.map(scope => html`<li>${SCOPE_WORDS[scope].may}${SCOPE_WORDS[scope].spends ? html` <strong class="tag">spends credits</strong>` : ''}</li>`)}</ul>`
  const rest = withheld.length === 0 ? '' : html`<dt>Withheld now</dt><dd>${words(withheld)}</dd>`
  return html`<dt>May</dt><dd>${open.length === 0 ? 'nothing' : words(open)}</dd>${rest}`
}

function revoke({ id, client, approvedBy }: ConnectionView, csrf: string): Markup {
  return html`<form method="post" action="/connections/revoke"><input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="id" value="${id}"><button class="plain">Disconnect<span class="unseen"> ${theirs(client.name)}, approved by ${theirs(approvedBy)}</span></button></form>`
}

function moment(at: number): Markup {
  return html`<time datetime="${timestamp(at)}">${WRITTEN.format(at)} UTC</time>`
}

/** Pages carry no script, so that they do not know the reader's own time. */
const WRITTEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
