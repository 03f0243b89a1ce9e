import { endConnection, findConnection } from '../store/connections.ts'
import { write } from '../store/database.ts'
import { connectionsPage } from '../web/connections-page.ts'
import { expiredPage, goneConnectionPage } from '../web/notice-page.ts'
import { connectionViews } from './connection-views.ts'
import { type MemberPageParts, type MemberPages, type MemberVisit, ownForm, sessionToken } from './member-visit.ts'
import { answerPage, leadTo } from './page-answer.ts'
import { askToSignIn } from './sign-in.ts'

/** The pages on which a member sees what is connected and ends it; an admin for the whole workspace. */
export const CONNECTION_PAGES: MemberPages = {
  '/connections': { GET: showConnections },
  '/connections/revoke': { POST: revoke },
}

async function showConnections(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, url, found } = visit
  if (found === undefined) return askToSignIn(visit)
  const { member, workspace } = found
  const whole = member.role === 'admin'
  const whose = { workspace_id: workspace.id, ...(!whole && { member_id: member.id }) }
  const views = await connectionViews(desk, whose, url.searchParams.get('before') ?? undefined)
  const ended = views.ended.find(({ id }) => id === url.searchParams.get('ended'))
  const body = await connectionsPage({
    member: { name: member.name, workspace: workspace.name },
    ...{ whole, csrf: sessionToken(visit, desk), ...views, justEnded: ended?.client.name },
  })
  answerPage(response, 200, body)
}

/** Ends a connection. A member may end her own, an admin any of the workspace. */
async function revoke(visit: MemberVisit, { desk }: MemberPageParts): Promise<void> {
  const { response, found } = visit
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const { member, workspace } = found
  const connection = await findConnection(desk.db, form.get('id') ?? '')
  const within = connection?.workspace_id === workspace.id
  if (!within || (member.role !== 'admin' && connection.member_id !== member.id)) {
    return answerPage(response, 404, await goneConnectionPage())
  }
  const ending = { id: connection.id, by: member.id, newId: desk.newId }
  await write(desk.db, tx => endConnection(tx, { ...ending, now: desk.clock() }))
  const page = form.get('back') === 'account' ? '/account' : '/connections'
  leadTo(response, `${page}?${new URLSearchParams({ ended: connection.id })}`)
}
