import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { earliestSignIn } from '../domain/members.ts'
import type { activeMember } from '../store/members.ts'
import type { MemberRow } from '../store/schema.ts'
import { cookieNames, cookieOptions, SESSION_SECONDS } from './cookies.ts'
import type { Desk } from './desk.ts'
import { readUrlEncodedForm } from './page-answer.ts'

/** One request for a page of a member. */
export interface MemberVisit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** The address that the request came from, for limits. */
  readonly address: string
  readonly cookies: ReturnType<Provider['createContext']>['cookies']
  readonly session: Awaited<ReturnType<Provider['Session']['get']>>
  /** The member who is signed in. */
  readonly found: NonNullable<Awaited<ReturnType<typeof activeMember>>> | undefined
}

export interface MemberPageParts {
  readonly desk: Desk
  readonly provider: Provider
}

/** Answers a request for a page, by method and path. */
export type MemberPage = (visit: MemberVisit, parts: MemberPageParts) => Promise<void>

/** Pages by path and method. */
export type MemberPages = Readonly<Record<string, Readonly<Record<string, MemberPage>>>>

/** The token of the forms on the pages of this session. */
export function sessionToken({ session }: MemberVisit, { keys }: Desk): string {
  return keys.formToken(`session ${session.uid}`)
}

/** The fields of a posted form, if a page of this session made it. */
export async function ownForm(visit: MemberVisit, { keys }: Desk): Promise<URLSearchParams | undefined> {
  const { request, session, found } = visit
  if (found === undefined) return undefined
  const form = await readUrlEncodedForm(request)
  return form && keys.isFormToken(`session ${session.uid}`, form.get('csrf') ?? '') ? form : undefined
}

/** The token of a form on a page that needs no session. `purpose` names the form. */
export function strangerToken({ cookies }: MemberVisit, { issuer, keys }: Desk, purpose: string): string {
  const known = cookies.get(cookieNames(issuer).form, { signed: true })
  const value = known ?? randomBytes(16).toString('base64url')
  if (known === undefined) cookies.set(cookieNames(issuer).form, value, cookieOptions(issuer))
  return keys.formToken(`${purpose} ${value}`)
}

/** The fields of a posted form, if a page in this browser made it. */
export async function strangerForm(
  { request, cookies }: MemberVisit,
  { issuer, keys }: Desk,
  purpose: string,
): Promise<URLSearchParams | undefined> {
  const form = await readUrlEncodedForm(request)
  const known = cookies.get(cookieNames(issuer).form, { signed: true })
  const given = form?.get('csrf') ?? ''
  return known !== undefined && keys.isFormToken(`${purpose} ${known}`, given) ? form : undefined
}

/**
 * Signs a member in to this browser: a new session with a new id, so that nobody can have known the id before. `loginTs` is the moment
 * of the sign-in in seconds: by default the earliest that counts for a member who just set her password or ended all connections.
 */
export async function enterBrowser(
  visit: MemberVisit,
  parts: MemberPageParts,
  member: MemberRow,
  loginTs = earliestSignIn(member),
): Promise<void> {
  const { cookies, session: earlier } = visit
  const { desk, provider } = parts
  if (earlier.accountId !== undefined) await earlier.destroy()
  const session = new provider.Session()
  session.loginAccount({ accountId: member.id, amr: ['pwd'], loginTs })
  await session.save(SESSION_SECONDS)
  const expires = new Date(session.exp * 1000)
  cookies.set(provider.cookieName('session'), session.jti, { ...cookieOptions(desk.issuer), expires })
}
