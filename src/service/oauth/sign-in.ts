import { urlOf } from '../../contract/url.ts'
import { anyPassword } from '../store/members.ts'
import { severalWorkspaces } from '../store/workspaces.ts'
import { expiredPage } from '../web/notice-page.ts'
import { signInPage, wantedPage } from '../web/sign-in-page.ts'
import { cookieOptions } from './cookies.ts'
import {
  enterBrowser,
  type MemberPageParts,
  type MemberPages,
  type MemberVisit,
  ownForm,
  strangerForm,
  strangerToken,
} from './member-visit.ts'
import { answerPage, answerTooMany, leadTo } from './page-answer.ts'
import { readSignIn } from './password-form.ts'

/** The pages on which a member signs in to this browser, and out. */
export const SIGN_IN_PAGES: MemberPages = {
  '/sign-in': { GET: showSignIn, POST: signIn },
  '/sign-out': { POST: signOut },
}

const HOME = '/connections'

/** Leads to the sign-in, from which a member comes back to the page that she wanted. */
export function askToSignIn({ response, url }: MemberVisit): void {
  const wanted = `${url.pathname}${url.search}`
  leadTo(response, wanted === HOME ? '/sign-in' : `/sign-in?${new URLSearchParams({ to: wanted })}`)
}

/** The page of this server that the sign-in leads to: never another site, whatever stands in the address. */
function destination({ url }: MemberVisit): string {
  const target = urlOf(url.searchParams.get('to') ?? HOME, url.origin)
  const own =
    target?.origin === url.origin && !target.pathname.startsWith('//') && !target.pathname.startsWith('/sign-')
  return own ? `${target.pathname}${target.search}` : HOME
}

async function showSignIn(visit: MemberVisit, { desk }: MemberPageParts, failedName?: string): Promise<void> {
  const { response, url, found } = visit
  if (found !== undefined && failedName === undefined) return leadTo(response, destination(visit))
  const body = await signInPage({
    ...{ action: `/sign-in${url.search}`, csrf: strangerToken(visit, desk, 'sign-in') },
    ...{ name: failedName ?? '', failed: failedName !== undefined, wanted: wantedPage(destination(visit)) },
    noPasswords: !(await anyPassword(desk.db)),
    severalWorkspaces: await severalWorkspaces(desk.db),
  })
  answerPage(response, failedName === undefined ? 200 : 401, body)
}

async function signIn(visit: MemberVisit, parts: MemberPageParts): Promise<void> {
  const { response, address } = visit
  const { desk } = parts
  const form = await strangerForm(visit, desk, 'sign-in')
  if (form === undefined) return answerPage(response, 403, await expiredPage())
  const outcome = await readSignIn(form, { address, clientId: null }, desk)
  if (outcome.kind === 'too_many') return answerTooMany(response, outcome.seconds)
  if (outcome.kind === 'wrong') return showSignIn(visit, parts, outcome.name)
  await enterBrowser(visit, parts, outcome.member, outcome.loginTs)
  leadTo(response, destination(visit))
}

async function signOut(visit: MemberVisit, { desk, provider }: MemberPageParts): Promise<void> {
  const { response, cookies, session } = visit
  if ((await ownForm(visit, desk)) === undefined) return answerPage(response, 403, await expiredPage())
  await session.destroy()
  cookies.set(provider.cookieName('session'), null, cookieOptions(desk.issuer))
  leadTo(response, '/sign-in')
}
