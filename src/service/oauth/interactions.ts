import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Client, errors as Errors, Interaction } from 'oidc-provider'
import { recordEvent } from '../store/audit.ts'
import { addConnection } from '../store/connections.ts'
import { write } from '../store/database.ts'
import { activeMember, anyPassword, listAdmins } from '../store/members.ts'
import { keepArtifact } from '../store/oauth.ts'
import type { MemberRow } from '../store/schema.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import { dropStepUps } from '../store/step-ups.ts'
import { severalWorkspaces } from '../store/workspaces.ts'
import { consentPage } from '../web/consent-page.ts'
import { expiredPage } from '../web/notice-page.ts'
import { signInPage } from '../web/sign-in-page.ts'
import { CONNECTION_DAYS, offerOf, returnOf, wideningOf } from './consent.ts'
import type { Desk } from './desk.ts'
import { CLI_CLIENT_ID } from './options.ts'
import { answerPage, answerTooMany, leadTo, readUrlEncodedForm } from './page-answer.ts'
import { readSignIn } from './password-form.ts'
import { recallStepUp } from './step-up.ts'

export const INTERACTION = /^\/oauth\/interaction\/([\w-]+)(?:\/(sign-in|consent|cancel))?$/

/** One visit to a page of sign-in or consent. */
interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly interaction: Interaction
  readonly client: Client
  /** The address that the request came from, for limits. */
  readonly address: string
}

export interface InteractionParts {
  readonly desk: Desk
  readonly provider: Provider
  readonly errors: typeof Errors
}

/** The pages between a request for access and its answer: sign-in, then consent. */
export function createInteractions(parts: InteractionParts) {
  const { provider, errors, desk } = parts
  return async (request: IncomingMessage, response: ServerResponse, pathname: string, address: string) => {
    const [, uid = '', step] = INTERACTION.exec(pathname) ?? []
    const found = await provider.interactionDetails(request, response).catch(error => {
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    })
    const client = found && (await provider.Client.find(String(found.params.client_id)))
    if (found === undefined || client === undefined || found.uid !== uid) {
      return answerPage(response, 400, await expiredPage())
    }
    const visit = { request, response, interaction: found, client, address }
    if (request.method === 'GET' && step === undefined) return show(visit, parts)
    if (request.method === 'GET' && step === 'sign-in') return showSignIn(visit, parts)
    if (request.method !== 'POST' || step === undefined) return answerPage(response, 405, await expiredPage())
    const form = await readUrlEncodedForm(request)
    if (form === undefined || !desk.keys.isFormToken(uid, form.get('csrf') ?? '')) {
      return answerPage(response, 403, await expiredPage())
    }
    if (step === 'cancel') return refuse(visit, parts, 'the member refused the connection', 'cancelled')
    if (step === 'sign-in') return signIn(visit, form, parts)
    if (step === 'consent' && found.prompt.name === 'consent') return consent(visit, form, parts)
    return answerPage(response, 400, await expiredPage())
  }
}

function show(visit: Visit, parts: InteractionParts): Promise<void> {
  return visit.interaction.prompt.name === 'login' ? showSignIn(visit, parts) : showConsent(visit, parts)
}

async function showSignIn(
  { response, interaction, client }: Visit,
  { desk }: InteractionParts,
  failure?: { name: string },
): Promise<void> {
  const { formTargets } = returnOf(interaction.params.redirect_uri)
  const body = await signInPage({
    ...actions(interaction.uid, 'sign-in', desk),
    ...{ clientName: nameOf(client), name: failure?.name ?? '', failed: failure !== undefined },
    noPasswords: !(await anyPassword(desk.db)),
    severalWorkspaces: await severalWorkspaces(desk.db),
  })
  answerPage(response, failure === undefined ? 200 : 401, body, formTargets)
}

async function signIn(visit: Visit, form: URLSearchParams, parts: InteractionParts): Promise<void> {
  const { request, response, interaction, address, client } = visit
  const { desk, provider } = parts
  const outcome = await readSignIn(form, { address, clientId: client.clientId }, desk)
  if (outcome.kind === 'too_many') return answerTooMany(response, outcome.seconds)
  if (outcome.kind === 'wrong') return showSignIn(visit, parts, outcome)
  await leaveSession(interaction, outcome.member.id, provider)
  const login = { accountId: outcome.member.id, amr: ['pwd'], ts: outcome.loginTs }
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
}

/** Ends the browser's session when another member signs in; the connections made in it stay. */
async function leaveSession(interaction: Interaction, accountId: string, provider: Provider): Promise<void> {
  const { session } = interaction
  if (session === undefined || session.accountId === accountId) return
  const earlier = await provider.Session.find(session.cookie)
  await earlier?.destroy()
  interaction.session = undefined
  await interaction.persist()
}

/** The member who is signed in, unless her browser has to sign in again meanwhile. */
async function signedIn({ session }: Interaction, { desk, provider }: InteractionParts) {
  const alive = session === undefined ? undefined : await provider.Session.find(session.cookie)
  return alive?.accountId === undefined ? undefined : activeMember(desk.db, alive.accountId)
}

async function showConsent(visit: Visit, parts: InteractionParts): Promise<void> {
  const { response, interaction, client } = visit
  const { desk } = parts
  const found = await signedIn(interaction, parts)
  if (found === undefined) return answerPage(response, 400, await expiredPage())
  const { member, workspace } = found
  const { offered, overCeiling } = offer(interaction, member, desk)
  const { to, loopback, app, formTargets } = returnOf(interaction.params.redirect_uri)
  const body = await consentPage({
    ...actions(interaction.uid, 'consent', desk),
    client: { name: nameOf(client), id: client.clientId, known: knownBy(client) },
    member: { name: member.name, workspace: workspace.name },
    admins: await listAdmins(desk.db, workspace.id),
    widening: wideningOf({ name: member.name, slug: workspace.slug }, overCeiling),
    ...{ offered, overCeiling, returnsTo: to, loopback, app, days: CONNECTION_DAYS },
    ...(await recallStepUp(desk, { member_id: member.id, client_id: client.clientId })),
    switchHref: `/oauth/interaction/${interaction.uid}/sign-in`,
  })
  answerPage(response, 200, body, formTargets)
}

async function consent(visit: Visit, form: URLSearchParams, parts: InteractionParts): Promise<void> {
  const { request, response, interaction, client } = visit
  const { desk, provider } = parts
  const found = await signedIn(interaction, parts)
  if (found === undefined) return answerPage(response, 400, await expiredPage())
  // The button was pressed twice: the first time made the connection.
  if (interaction.result?.consent !== undefined) return leadTo(response, interaction.returnTo)
  const { resources, requested, offered, overCeiling, openid } = offer(interaction, found.member, desk)
  const ticked = new Set(form.getAll('scope'))
  const granted = offered.filter(scope => ticked.has(scope))
  if (granted.length === 0) {
    const reason =
      offered.length > 0 ? 'no scope was approved' : 'nothing that was asked for is within the member ceiling'
    return refuse(visit, parts, reason, offered.length > 0 ? 'nothing ticked' : 'over the ceiling')
  }
  const grant = new provider.Grant({ accountId: found.member.id, clientId: client.clientId })
  grant.jti = desk.newId('con')
  if (openid.length > 0) grant.addOIDCScope(openid.join(' '))
  const left = requested.filter(scope => !granted.includes(scope))
  for (const resource of resources) {
    grant.addResourceScope(resource, granted.join(' '))
    // The rest is marked as refused, or the provider would ask for it again and again.
    if (left.length > 0) grant.rejectResourceScope(resource, left.join(' '))
  }
  const grantId = await grant.save()
  const who = { workspace_id: found.workspace.id, member_id: found.member.id, client_id: client.clientId }
  const { to: redirect_host } = returnOf(interaction.params.redirect_uri)
  await write(desk.db, async tx => {
    const { now, newId } = moment(desk)
    const names = { client_name: nameOf(client), redirect_host }
    await addConnection(tx, { id: grantId, ...who, ...names, requested, granted, now })
    await keepArtifact(tx, 'Client', client.clientId)
    const event = { kind: 'connection_granted', ...who, connection_id: grantId } as const
    await recordEvent(tx, { now, newId }, { ...event, detail: { granted, overCeiling } })
    // She has answered: what another session of this program holds is renewed again as it is.
    await dropStepUps(tx, who)
  })
  await provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
}

/** Ends the request with a refusal, which is sent to its client. */
async function refuse(visit: Visit, parts: InteractionParts, error_description: string, why: string): Promise<void> {
  const { request, response, interaction, client } = visit
  const { desk, provider } = parts
  // The button was pressed again: it is refused already.
  if (interaction.result?.error !== undefined) return leadTo(response, interaction.returnTo)
  // Only a signed-in member's refusal is logged: strangers could fill the log.
  const found = await signedIn(interaction, parts)
  if (found !== undefined) {
    const who = { workspace_id: found.workspace.id, member_id: found.member.id, client_id: client.clientId }
    await recordEvent(desk.db, moment(desk), { kind: 'connection_refused', ...who, detail: { why } })
    // She was asked for more and said no: her connection goes on as it is.
    await dropStepUps(desk.db, who)
  }
  const result = { error: 'access_denied', error_description }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function offer({ params }: Interaction, { ceiling_json }: MemberRow, { resources }: Desk) {
  return offerOf(params, [resources.api, resources.mcp], ceilingColumn.read(ceiling_json))
}

function actions(uid: string, step: 'sign-in' | 'consent', { keys }: Desk) {
  const base = `/oauth/interaction/${uid}`
  return { action: `${base}/${step}`, cancelAction: `${base}/cancel`, csrf: keys.formToken(uid) }
}

function moment({ clock, newId }: Desk): { now: number; newId: (prefix: string) => string } {
  return { now: clock(), newId }
}

function nameOf(client: Client): string {
  return (client.clientName ?? client.clientId).slice(0, 100)
}

function knownBy(client: Client): 'built-in' | 'document' | 'own-word' {
  if (client.clientId === CLI_CLIENT_ID) return 'built-in'
  return client.clientId.startsWith('https://') ? 'document' : 'own-word'
}
