import { html } from 'hono/html'
import type { Scope } from '../../contract/scopes.ts'
import { type ConnectionView, connectionCard, memberCorner, momentInWords } from './connections-page.ts'
import { type Markup, page, theirs } from './page.ts'
import { newPasswordFields, type PasswordProblem, passwordOwner, passwordProblem } from './password-fields.ts'
import { SCOPE_WORDS } from './scope-words.ts'

/** A spending that the member approved, or a program that acts for her. The moment is in milliseconds since 1970. */
export interface ApprovedView {
  readonly at: number
  readonly credits: number
  /** What the account of an engine is charged beside that, estimated; undefined where that is nothing. */
  readonly charged: ChargedView | undefined
  /** What was translated. */
  readonly file: string
  /** The program by its own name; null where it is not known. */
  readonly program: string | null
}

/** An amount of characters or tokens, and in money where a price was set. */
export interface ChargedView {
  readonly unit: 'characters' | 'tokens'
  readonly count: number
  readonly money: { readonly amount: number; readonly currency: string } | undefined
}

export interface AccountView {
  readonly member: { readonly name: string; readonly role: 'admin' | 'member'; readonly workspace: string }
  /** What her programs may do at most. */
  readonly scopes: readonly Scope[]
  readonly csrf: string
  /** `older` is where the next page begins; undefined on the last one. */
  readonly spending: { readonly approved: readonly ApprovedView[]; readonly older: string | undefined }
  /** How many questions wait for her answer. */
  readonly waiting: number
  readonly live: readonly ConnectionView[]
  /** The address of the MCP server that her assistant connects to; undefined where none is known. */
  readonly mcp: string | undefined
  /** The name of the program that was just disconnected. */
  readonly justEnded: string | undefined
  /** What was just done; `first`: she set her first password. */
  readonly done: keyof typeof DONE | undefined
  /** Why the password was not changed. */
  readonly problem: PasswordProblem | undefined
}

/** What is a member's own: what she may have done, what she approved, what acts for her, and her password. */
export function accountPage(view: AccountView): Promise<string> {
  const { member, csrf, problem } = view
  return page(
    'Your account',
    html`${said(view)}${waits(view)}${facts(view)}
${spendings(view)}
${connections(view)}
<h2 id="password-change">Change your password</h2>
${passwordProblem(problem)}
<form method="post" action="/account/password"><input type="hidden" name="csrf" value="${csrf}">
${passwordOwner(member.name)}
<div class="field"><label for="password">Old password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${problem === 'wrong' ? html` autofocus aria-invalid="true" aria-describedby="wrong"` : ''}></div>
${newPasswordFields(problem === 'short' || problem === 'different')}
<p class="soft">A new password ends every connection, and signs out every browser but this one.</p>
<div class="acts"><button>Change password</button></div></form>`,
    { failed: problem !== undefined, corner: memberCorner(member.name, csrf) },
  )
}

const DONE = {
  first: 'Your password is set.',
  password: 'Your password is set. Connections from before it have ended.',
  connections: 'All connections have ended, and every other browser is signed out.',
} as const

function said({ done, justEnded }: AccountView): Markup | '' {
  const words =
    justEnded === undefined ? done && DONE[done] : html`${theirs(justEnded)} is disconnected. Its access ended at once.`
  return words === undefined ? '' : html`<div class="say good" role="status"><p>${words}</p></div>`
}

function waits({ waiting }: AccountView): Markup | '' {
  if (waiting === 0) return ''
  const words = waiting === 1 ? 'A program of yours asks' : `Programs of yours ask ${waiting} times`
  return html`<div class="say warn"><p>${words} whether to spend: <a href="/approvals">answer it</a>.</p></div>`
}

function facts({ member, scopes }: AccountView): Markup {
  const may = scopes.map(scope => html`<li>${SCOPE_WORDS[scope].may}</li>`)
  return html`<dl class="facts"><dt>Name</dt><dd>${theirs(member.name)}${member.role === 'admin' ? ' (admin)' : ''}</dd>
<dt>Workspace</dt><dd>${theirs(member.workspace)}</dd>
<dt>Your programs may</dt><dd>${may.length === 0 ? 'nothing' : html`<ul>${may}</ul>`}</dd></dl>`
}

function spendings({ spending: { approved, older } }: AccountView): Markup {
  const rows = approved.map(
    ({ at, credits, charged, file, program }) =>
      html`<li><h3>${theirs(file)}</h3><p class="soft">${amounts(credits, charged)}, ${momentInWords(at)}${program === null ? '' : html`, by ${theirs(program)}`}</p></li>`,
  )
  const none = html`<p class="soft">Nothing was approved for you yet.</p>`
  return html`<h2>Approved spending</h2>${rows.length === 0 ? none : html`<ul class="cards ended">${rows}</ul>`}
${older === undefined ? '' : html`<p><a href="/account?before=${older}">Older approvals</a></p>`}`
}

function amounts(credits: number, charged: ChargedView | undefined): string {
  const own = credits === 1 ? '1 credit' : `${NUMBERS.format(credits)} credits`
  if (charged === undefined) return own
  const { unit, count, money } = charged
  const price = money === undefined ? '' : ` (about ${money.amount.toFixed(2)} ${money.currency})`
  return `${credits === 0 ? '' : `${own} and `}about ${NUMBERS.format(count)} ${unit}${price} of an account with the engine`
}

function connections({ live, csrf, mcp }: AccountView): Markup {
  const how =
    mcp === undefined
      ? 'One that wants access sends you here to sign in by itself.'
      : html`Add the MCP server <code>${mcp}</code> to your assistant: it then leads you here to allow what it may do.`
  const none = html`<p class="soft">No program acts for you. ${how}</p>`
  const all = html`<form method="post" action="/account/end-connections"><input type="hidden" name="csrf" value="${csrf}">
<button class="plain small">End all connections</button></form>`
  return html`<h2>Connected now</h2>${live.length === 0 ? none : html`<ul class="cards">${live.map(one => connectionCard(one, csrf, 'account'))}</ul>${all}`}
<p><a href="/connections">All connections, with those that ended</a></p>`
}

const NUMBERS = new Intl.NumberFormat('en-US')
