import { countStranger } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { findInvited } from '../store/invitations.ts'
import { setPassword } from '../store/members.ts'
import { invitationPage } from '../web/invitation-page.ts'
import { expiredPage, usedLinkPage } from '../web/notice-page.ts'
import { problemOf } from './account.ts'
import {
  enterBrowser,
  type MemberPageParts,
  type MemberPages,
  type MemberVisit,
  strangerForm,
  strangerToken,
} from './member-visit.ts'
import { answerPage, leadTo } from './page-answer.ts'
import { countSignIn } from './password-form.ts'
import { hashPassword } from './passwords.ts'

/** The page behind a one-time link, on which a member sets her own password. Opening it does not use it up. */
export const INVITATION_PAGES: MemberPages = { '/invitation': { GET: showInvitation, POST: acceptInvitation } }

async function showInvitation(visit: MemberVisit, parts: MemberPageParts): Promise<void> {
  await showForm(visit, parts, visit.url.searchParams.get('token') ?? '')
}

async function showForm(
  visit: MemberVisit,
  { desk }: MemberPageParts,
  token: string,
  problem?: 'short' | 'different',
): Promise<void> {
  const { response } = visit
  const invited = await findInvited(desk.db, token, desk.clock())
  if (invited === undefined) return refuse(visit, { desk })
  const { member, workspace } = invited
  const csrf = strangerToken(visit, desk, 'invitation')
  const body = await invitationPage({ name: member.name, workspace: workspace.name, token, csrf, problem })
  answerPage(response, problem === undefined ? 200 : 400, body)
}

/** Sets the password, uses the link up and signs the member in. */
async function acceptInvitation(visit: MemberVisit, parts: MemberPageParts): Promise<void> {
  const { response, address } = visit
  const { desk } = parts
  const form = await strangerForm(visit, desk, 'invitation')
  if (form === undefined) return answerPage(response, 403, await expiredPage())
  const token = form.get('token') ?? ''
  const problem = problemOf(form)
  if (problem !== undefined) return showForm(visit, parts, token, problem)
  // Hashing is slow on purpose: it is done for a link that works alone, and before the transaction.
  if ((await findInvited(desk.db, token, desk.clock())) === undefined) return refuse(visit, parts)
  const password_hash = await hashPassword(form.get('new') ?? '')
  const set = await write(desk.db, async tx => {
    const now = desk.clock()
    const invited = await findInvited(tx, token, now)
    if (invited === undefined) return undefined
    const { id } = invited.member
    const done = await setPassword(tx, { id, by: id, password_hash, now, newId: desk.newId })
    // The page signs her in: without this line the log would not say from where.
    await countSignIn(tx, { now, newId: desk.newId }, { member: done.member, client_id: null, address })
    return done
  })
  if (set === undefined) return refuse(visit, parts)
  await enterBrowser(visit, parts, set.member)
  leadTo(response, '/account?done=first')
}

/** One answer to a link that was used, has expired or never was. */
async function refuse({ response, address }: MemberVisit, { desk }: Pick<MemberPageParts, 'desk'>): Promise<void> {
  const { db, clock, newId } = desk
  const event = { kind: 'invitation_refused', workspace_id: null, address } as const
  await write(db, tx => countStranger(tx, { now: clock(), newId }, event))
  answerPage(response, 404, await usedLinkPage())
}
