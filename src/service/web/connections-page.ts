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
  /** Scopes that were allowed, but are over the member's ceiling now. */
  readonly withheld: readonly Scope[]
}

export interface ConnectionsView {
  readonly member: { readonly name: string; readonly workspace: string }
  /** True where all connections of the workspace are shown, not the member's own. */
  readonly whole: boolean
  readonly csrf: string
  readonly live: readonly ConnectionView[]
  /** The id of the connection after which the next page, with older ones, begins; undefined on the last page. */
  readonly older: string | undefined
  readonly ended: readonly ConnectionView[]
  /** The name of the program that was just disconnected. */
  readonly justEnded: string | undefined
}

/** Lists the connections, who made them and what they may do, and lets the member end them. */
export function connectionsPage(view: ConnectionsView): Promise<string> {
  const { member, whole, csrf, live, older, ended, justEnded } = view
  const done =
    justEnded === undefined
      ? ''
      : html`<div class="say good" role="status"><p>${theirs(justEnded)} is disconnected. Its access ended at once.</p></div>`
  const which = whole
    ? html`Programs that act for members of <strong>${theirs(member.workspace)}</strong>. Disconnecting one ends its access at once.`
    : html`Programs that act for you in <strong>${theirs(member.workspace)}</strong>. Disconnecting one ends its access at once.`
  return page(
    'Connections',
    html`${done}<p>${which}</p>
<h2>Connected now</h2>
${live.length === 0 ? html`<p class="soft">Nothing is connected. A program that wants access sends you here to sign in by itself.</p>` : html`<ul class="cards">${live.map(one => connectionCard(one, csrf))}</ul>`}
${older === undefined ? '' : html`<p><a href="/connections?before=${older}">Older connections</a></p>`}
${ended.length === 0 ? '' : html`<h2>Ended</h2><ul class="cards ended">${ended.map(endedCard)}</ul>`}`,
    { corner: memberCorner(member.name, csrf) },
  )
}

/** Who is signed in, with the way to her account, and out. */
export function memberCorner(name: string, csrf: string): Markup {
  return html`<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${csrf}">
<a href="/account">${theirs(name)}</a><button class="plain small">Sign out</button></form>`
}

/** One connection, with the button that ends it. `back` is the page that the button leads to. */
export function connectionCard(
  one: ConnectionView,
  csrf: string,
  back: 'connections' | 'account' = 'connections',
): Markup {
  const { id, client, approvedBy, createdAt, lastUsedAt, endsAt, returnsTo, scopes, withheld } = one
  const tag = scopes.some(scope => SCOPE_WORDS[scope].spends) ? html` <strong class="tag">can spend</strong>` : ''
  const to = returnsTo === null ? 'a device' : theirs(returnsTo, 300)
  const rest =
    withheld.length === 0
      ? ''
      : html`<dt>Withheld</dt><dd>${words(withheld)} <small>Over the ceiling of ${theirs(approvedBy)} now.</small></dd>`
  return html`<li><div class="head"><h3>${theirs(client.name)}${tag}</h3>
<form method="post" action="/connections/revoke"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="id" value="${id}"><input type="hidden" name="back" value="${back}">
<button class="plain small">Disconnect<span class="unseen"> ${theirs(client.name)}, approved by ${theirs(approvedBy)}</span></button></form></div>
<dl class="facts"><dt>Approved</dt><dd>by ${theirs(approvedBy)}, ${momentInWords(createdAt)}</dd>
<dt>Last used</dt><dd>${lastUsedAt === null ? 'never' : momentInWords(lastUsedAt)}</dd>
<dt>Ends</dt><dd>${momentInWords(endsAt)}</dd>
<dt>Went to</dt><dd>${to} <small>${theirs(client.id, 300)}</small></dd>
<dt>May</dt><dd>${scopes.length === 0 ? 'nothing' : words(scopes)}</dd>${rest}</dl></li>`
}

function endedCard({ client, approvedBy, createdAt, endsAt }: ConnectionView): Markup {
  return html`<li><h3>${theirs(client.name)}</h3>
<p class="soft">Approved by ${theirs(approvedBy)}, ${momentInWords(createdAt)}. Ended ${momentInWords(endsAt)}.</p></li>`
}

function words(scopes: readonly Scope[]): Markup {
  return html`<ul>${scopes.map(scope => html`<li>${SCOPE_WORDS[scope].may}</li>`)}</ul>`
}

/** A moment in milliseconds since 1970, for people. */
export function momentInWords(at: number): Markup {
  return html`<time datetime="${timestamp(at)}">${WRITTEN.format(at)} UTC</time>`
}

/** Pages carry no script, so that they do not know the reader's own time. */
const WRITTEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
