import { questionDesk } from '../consent/questions.ts'
import { approvalsPage } from '../web/approvals-page.ts'
import { memberCorner } from '../web/connections-page.ts'
import { expiredPage } from '../web/notice-page.ts'
import { type MemberPageParts, type MemberPages, type MemberVisit, ownForm, sessionToken } from './member-visit.ts'
import { answerPage, leadTo } from './page-answer.ts'
import { askToSignIn } from './sign-in.ts'

/** The page on which a member answers what her programs want to spend. Only her own browser session opens it, no token does. */
export const APPROVAL_PAGES: MemberPages = {
  '/approvals': { GET: showWaiting },
  '/approvals/answer': { POST: answer },
}

const ANSWERED = ['yes', 'no', 'gone'] as const

async function showWaiting(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, url, found } = visit
  if (found === undefined) return askToSignIn(visit)
  const { id, name } = found.member
  const csrf = sessionToken(visit, desk)
  const body = await approvalsPage({
    questions: await questionDesk(desk).waiting(id),
    ...{ action: '/approvals/answer', csrf, now: desk.clock(), corner: memberCorner(name, csrf) },
    answered: ANSWERED.find(answered => answered === url.searchParams.get('answered')),
  })
  answerPage(response, 200, body)
}

async function answer(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, found } = visit
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const told = form.get('answer') === 'yes' ? 'yes' : 'no'
  const counts = await questionDesk(desk).answer(form.get('id') ?? '', told, 'page', found.member.id)
  leadTo(response, `/approvals?${new URLSearchParams({ answered: counts ? told : 'gone' })}`)
}
