import { isLongEnough } from '../domain/members.ts'
import { findEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { activeMember, endConnections, setPassword } from '../store/members.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import { type AccountView, accountPage } from '../web/account-page.ts'
import { expiredPage } from '../web/notice-page.ts'
import { questionsFor } from './approvals.ts'
import { connectionViews } from './connection-views.ts'
import {
  enterBrowser,
  type MemberPageParts,
  type MemberPages,
  type MemberVisit,
  ownForm,
  sessionToken,
} from './member-visit.ts'
import { answerPage, answerTooMany, leadTo } from './page-answer.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { askToSignIn } from './sign-in.ts'
import { spendingViews } from './spending-views.ts'

/** The page on which a member sees what is hers: what she approved, what acts for her, and her password, which she changes here. */
export const ACCOUNT_PAGES: MemberPages = {
  '/account': { GET: showAccount },
  '/account/password': { POST: changePassword },
  '/account/end-connections': { POST: endAll },
}

const DONE = ['first', 'password', 'connections'] as const

const STATUS: Readonly<Record<NonNullable<AccountView['problem']>, number>> = { wrong: 401, short: 400, different: 400 }

async function showAccount(
  visit: MemberVisit,
  { desk }: MemberPageParts,
  problem?: AccountView['problem'],
): Promise<void> {
  const { response, url, found } = visit
  if (found === undefined) return askToSignIn(visit)
  const { member, workspace } = found
  const whose = { workspace_id: workspace.id, member_id: member.id }
  const before = url.searchParams.get('before')
  const after = before === null ? undefined : await findEvent(desk.db, before)
  const { live, ended } = await connectionViews(desk, whose, undefined)
  const justEnded = ended.find(({ id }) => id === url.searchParams.get('ended'))
  const done = url.searchParams.get('done')
  const body = await accountPage({
    member: { name: member.name, role: member.role, workspace: workspace.name },
    scopes: ceilingColumn.read(member.ceiling_json),
    ...{ csrf: sessionToken(visit, desk), live, justEnded: justEnded?.client.name, problem },
    waiting: (await questionsFor(desk, member.id)).length,
    spending: await spendingViews(desk.db, whose, after),
    // Who may exchange tokens is the MCP server in front of this service: without one, nothing is known to be at its address.
    mcp: desk.exchangeClient === undefined ? undefined : desk.resources.mcp,
    done: DONE.find(name => name === done),
  })
  answerPage(response, problem === undefined ? 200 : STATUS[problem], body)
}

/** Sets the password that was typed twice, if the old one is right. This browser stays signed in, everything else is ended. */
async function changePassword(visit: MemberVisit, parts: MemberPageParts): Promise<void> {
  const { response, address, found } = visit
  const { desk } = parts
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const problem = problemOf(form)
  if (problem !== undefined) return showAccount(visit, parts, problem)
  const { member, workspace } = found
  const name = `${member.name}@${workspace.slug}`
  const check = async () => ((await isPasswordOf(member, form.get('password') ?? '')) ? member : undefined)
  const tried = await desk.tries.attempt({ name, address, check })
  if ('seconds' in tried) return answerTooMany(response, tried.seconds)
  if (tried.found === undefined) return showAccount(visit, parts, 'wrong')
  const password_hash = await hashPassword(form.get('new') ?? '')
  const facts = { id: member.id, by: member.id, password_hash, newId: desk.newId }
  const changed = await write(desk.db, async tx => {
    // Another one was set while the old one was checked.
    if ((await activeMember(tx, member.id))?.member.password_hash !== member.password_hash) return undefined
    return await setPassword(tx, { ...facts, now: desk.clock() })
  })
  if (changed === undefined) return showAccount(visit, parts, 'wrong')
  await enterBrowser(visit, parts, changed.member)
  leadTo(response, '/account?done=password')
}

/** What is wrong with a password that was typed twice as a new one. */
export function problemOf(form: URLSearchParams): 'short' | 'different' | undefined {
  const wanted = form.get('new') ?? ''
  if (!isLongEnough(wanted)) return 'short'
  return wanted === form.get('again') ? undefined : 'different'
}

/** Ends every connection of the member, and every other browser's sign-in. */
async function endAll(visit: MemberVisit, parts: MemberPageParts): Promise<void> {
  const { response, found } = visit
  const { desk } = parts
  const form = await ownForm(visit, desk)
  if (form === undefined || found === undefined) return answerPage(response, 403, await expiredPage())
  const { id } = found.member
  const ending = { id, by: id, newId: desk.newId }
  const { member } = await write(desk.db, tx => endConnections(tx, { ...ending, now: desk.clock() }))
  await enterBrowser(visit, parts, member)
  leadTo(response, '/account?done=connections')
}
