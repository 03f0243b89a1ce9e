import type { IncomingMessage, ServerResponse } from 'node:http'
import { activeMember } from '../store/members.ts'
import { expiredPage } from '../web/notice-page.ts'
import { ACCOUNT_PAGES } from './account.ts'
import { APPROVAL_PAGES } from './approvals.ts'
import { CONNECTION_PAGES } from './connections.ts'
import { INVITATION_PAGES } from './invitation.ts'
import type { MemberPageParts, MemberPages } from './member-visit.ts'
import { answerPage } from './page-answer.ts'
import { SIGN_IN_PAGES } from './sign-in.ts'

/** Every page of a member. */
const PAGES: MemberPages = {
  ...SIGN_IN_PAGES,
  ...CONNECTION_PAGES,
  ...ACCOUNT_PAGES,
  ...APPROVAL_PAGES,
  ...INVITATION_PAGES,
}

/** The paths of these pages. */
export const MEMBER_PATHS: ReadonlySet<string> = new Set(Object.keys(PAGES))

/** The pages on which a member signs in, sets her password, and sees and ends what acts for her. They share the browser's session. */
export function createMemberPages(parts: MemberPageParts) {
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
