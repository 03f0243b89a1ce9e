import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { earliestSignIn } from '../domain/members.ts'
import { endConnection, findConnection } from '../store/connections.ts'
import { write } from '../store/database.ts'
import { activeMember, anyPassword } from '../store/members.ts'
import { severalWorkspaces } from '../store/workspaces.ts'
import { connectionsPage } from '../web/connections-page.ts'
import { expiredPage, goneConnectionPage } from '../web/notice-page.ts'
import { signInPage } from '../web/sign-in-page.ts'
import { connectionViews } from './connection-views.ts'
import { cookieNames, cookieOptions, SESSION_SECONDS } from './cookies.ts'
import type { Desk } from './desk.ts'
import { answerPage, answerTooMany, leadTo, readUrlEncodedForm } from './page-answer.ts'
import { readSignIn } from './password-form.ts'

type Member = NonNullable<Awaited<ReturnType<typeof activeMember>>>

/** One request for one of these pages. */
interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** The address that the request came from, for limits. */
  readonly address: string
  readonly cookies: ReturnType<Provider['createContext']>['cookies']
  readonly session: Awaited<ReturnType<Provider['Session']['get']>>
  /** The member who is signed in. */
  readonly found: Member | undefined
}

interface Parts {
  readonly desk: Desk
  readonly provider: Provider
}

type Handler = (visit: Visit, parts: Parts) => Promise<void>

const PAGES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '/connections': { GET: showConnections },
  '/connections/revoke': { POST: revoke },
  '/sign-in': { GET: showSignIn, POST: signIn },
  '/sign-out': { POST: signOut },
}

/** The paths of these pages. */
export const MEMBER_PATHS: ReadonlySet<string> = new Set(Object.keys(PAGES))

/** The pages on which a member sees what is connected and ends it. They share the browser's session with the consent. */
export function createConnectionPages(parts: Parts) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL, address: string): Promise<void> => {
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    const page = PAGES[url.pathname] ?? {}
    const handle = page[method]
    if (handle === undefined) {
      response.setHeader('allow', Object.keys(page).join(', '))
      return answerPage(response, 405, await expiredPage())
    }
    const context = parts.provider.createContext(request, response)
    const session = await parts.provider.Session.get(context)
    const { accountId } = session
    const found = accountId === undefined ? undefined : await activeMember(parts.desk.db, accountId)
    await handle({ request, response, url, address, cookies: context.cookies, session, found }, parts)
  }
}

async function showConnections({ response, url, session, found }: Visit, { desk }: Parts): Promise<void> {
  if (found === undefined) return leadTo(response, '/sign-in')
  const { member, workspace } = found
  const whole = member.role === 'admin'
  const whose = { workspace_id: workspace.id, ...(!whole && { member_id: member.id }) }
  const views = await connectionViews(desk, whose, url.searchParams.get('before') ?? undefined)
  const ended = views.ended.find(({ id }) => id === url.searchParams.get('ended'))
  const body = await connectionsPage({
    member: { name: member.name, workspace: workspace.name },
    ...{ whole, csrf: desk.keys.formToken(`session ${session.uid}`), ...views, justEnded: ended?.client.name },
  })
  answerPage(response, 200, body)
}

/** Ends a connection. A member may end her own, an admin any of the workspace. */
async function revoke(visit: Visit, { desk }: Parts): Promise<void> {
  const { response, found } = visit
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const { member, workspace } = found
  const connection = await findConnection(desk.db, form.get('id') ?? '')
  const within = connection?.workspace_id === workspace.id
  if (!within || (member.role !== 'admin' && connection.member_id !== member.id)) {
    return answerPage(response, 404, await goneConnectionPage())
  }
  const ending = { id: connection.id, by: member.id, now: desk.clock(), newId: desk.newId }
  await write(desk.db, tx => endConnection(tx, ending))
  leadTo(response, `/connections?${new URLSearchParams({ ended: connection.id })}`)
}

async function showSignIn(visit: Visit, { desk }: Parts, failedName?: string): Promise<void> {
  if (visit.found !== undefined && failedName === undefined) return leadTo(visit.response, '/connections')
  const body = await signInPage({
    ...{ action: '/sign-in', csrf: desk.keys.formToken(`sign-in ${formCookie(visit, desk)}`) },
    ...{ name: failedName ?? '', failed: failedName !== undefined },
    noPasswords: !(await anyPassword(desk.db)),
    severalWorkspaces: await severalWorkspaces(desk.db),
  })
  answerPage(visit.response, failedName === undefined ? 200 : 401, body)
}

async function signIn(visit: Visit, parts: Parts): Promise<void> {
  const { request, response, cookies, address, session: earlier } = visit
  const { desk, provider } = parts
  const form = await readUrlEncodedForm(request)
  const known = cookies.get(cookieNames(desk.issuer).form, { signed: true })
  if (known === undefined || !desk.keys.isFormToken(`sign-in ${known}`, form?.get('csrf') ?? '')) {
    return answerPage(response, 403, await expiredPage())
  }
  const outcome = await readSignIn(form ?? new URLSearchParams(), { address, clientId: null }, desk)
  if (outcome.kind === 'too_many') return answerTooMany(response, outcome.seconds)
  if (outcome.kind === 'wrong') return showSignIn(visit, parts, outcome.name)
  if (earlier.accountId !== undefined) await earlier.destroy()
  // A new session with a new id, so that nobody can have known the id before the sign-in.
  const session = new provider.Session()
  const loginTs = Math.max(Math.floor(desk.clock() / 1000), earliestSignIn(outcome.member))
  session.loginAccount({ accountId: outcome.member.id, amr: ['pwd'], loginTs })
  await session.save(SESSION_SECONDS)
  const expires = new Date(session.exp * 1000)
  cookies.set(provider.cookieName('session'), session.jti, { ...cookieOptions(desk.issuer), expires })
  leadTo(response, '/connections')
}

async function signOut(visit: Visit, { desk, provider }: Parts): Promise<void> {
  const { response, cookies, session } = visit
  if ((await ownForm(visit, desk)) === undefined) return answerPage(response, 403, await expiredPage())
  await session.destroy()
  cookies.set(provider.cookieName('session'), null, cookieOptions(desk.issuer))
  leadTo(response, '/sign-in')
}

/** The fields of a posted form, if a page of this session made it. */
async function ownForm({ request, session, found }: Visit, { keys }: Desk): Promise<URLSearchParams | undefined> {
  if (found === undefined) return undefined
  const form = await readUrlEncodedForm(request)
  return form && keys.isFormToken(`session ${session.uid}`, form.get('csrf') ?? '') ? form : undefined
}

function formCookie({ cookies }: Visit, { issuer }: Desk): string {
  const name = cookieNames(issuer).form
  const known = cookies.get(name, { signed: true })
  if (known !== undefined) return known
  const fresh = randomBytes(16).toString('base64url')
  cookies.set(name, fresh, cookieOptions(issuer))
  return fresh
}
