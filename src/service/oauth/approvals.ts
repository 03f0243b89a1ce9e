import { questionDesk, type WaitingQuestion } from '../consent/questions.ts'
import { findConnection } from '../store/connections.ts'
import { answeredIn, answerIn, approvalsPage } from '../web/approvals-page.ts'
import { memberCorner } from '../web/connections-page.ts'
import { expiredPage } from '../web/notice-page.ts'
import type { Desk } from './desk.ts'
import { type MemberPageParts, type MemberPages, type MemberVisit, ownForm, sessionToken } from './member-visit.ts'
import { answerPage, leadTo } from './page-answer.ts'
import { askToSignIn } from './sign-in.ts'

/** The page on which a member answers what her programs want to spend. Only her own browser session opens it, no token does. */
export const APPROVAL_PAGES: MemberPages = {
  '/approvals': { GET: showWaiting },
  '/approvals/answer': { POST: answer },
}

/** A question that waits, with the program that asks by its own name; undefined where it is not known. */
interface Waiting extends WaitingQuestion {
  readonly program: string | undefined
}

/** The questions that wait for a member. One whose connection has ended is not among them: nobody could use her yes. */
export async function questionsFor(desk: Desk, memberId: string): Promise<readonly Waiting[]> {
  const found: Waiting[] = []
  for (const question of await questionDesk(desk).waiting(memberId)) {
    const connection = await findConnection(desk.db, question.principal)
    if (connection !== undefined && connection.revoked_at !== null) continue
    found.push({ ...question, program: connection?.client_name })
  }
  return found
}

async function showWaiting(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, url, found } = visit
  if (found === undefined) return askToSignIn(visit)
  const { id, name } = found.member
  const csrf = sessionToken(visit, desk)
  const body = await approvalsPage({
    questions: await questionsFor(desk, id),
    ...{ action: '/approvals/answer', csrf, now: desk.clock(), corner: memberCorner(name, csrf) },
    answered: answeredIn(url.searchParams.get('answered')),
  })
  answerPage(response, 200, body)
}

async function answer(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, found } = visit
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const told = answerIn(form.get('answer'))
  const { id } = found.member
  const asked = (await questionsFor(desk, id)).find(question => question.id === form.get('id'))
  const counts = asked !== undefined && (await questionDesk(desk).answer(asked.id, told, 'page', id))
  leadTo(response, `/approvals?${new URLSearchParams({ answered: counts ? told : 'gone' })}`)
}
