import * as z from 'zod'
import type { Scope } from '../../contract/scopes.ts'
import { knownScopes } from '../domain/ceiling.ts'
import type { Database } from './database.ts'
import { findArtifact, putArtifact } from './oauth.ts'
import { stored } from './stored.ts'

/** A connection whose client was told that a call needs more scopes, so that its member should be asked. */
export interface StepUp {
  readonly connection_id: string
  /** What the call needs and the connection lacks. */
  readonly scopes: readonly Scope[]
  /** Milliseconds since 1970. */
  readonly asked_at: number
  /** Hash of the refresh token whose use was refused because of it; null before the first. */
  readonly refused: string | null
}

const Payload = z.object({
  connection_id: z.string(),
  scopes: z.array(z.string()).transform(knownScopes),
  asked_at: z.number(),
  refused: z.string().nullable(),
})
const payloadColumn = stored('oauth_artifacts.payload', 1, Payload)

const MODEL = 'StepUp'

/** How long the consent page names what a call needed, in milliseconds: longer than it takes to sign in. */
const KEPT_MS = 15 * 60_000

const nameOf = (who: { readonly member_id: string; readonly client_id: string }) => `${who.member_id} ${who.client_id}`

/** Keeps a step-up, in place of an earlier one of the same connection. */
export async function keepStepUp(
  db: Database,
  step: StepUp,
  who: { readonly member_id: string; readonly client_id: string },
): Promise<void> {
  const { connection_id, asked_at } = step
  const payload = payloadColumn.write({ ...step, scopes: [...step.scopes] })
  const facts = { grant_id: connection_id, user_code: null, uid: nameOf(who), expires_at: asked_at + KEPT_MS }
  await putArtifact(db, { model: MODEL, id: connection_id, payload, ...facts })
}

/** The step-up of a connection. */
export async function stepUpOf(db: Database, connectionId: string, now: number): Promise<StepUp | undefined> {
  const row = await findArtifact(db, MODEL, 'id', connectionId, now)
  return row && payloadColumn.read(row.payload)
}

/** The last step-up of any connection that a member has with a client: each consent makes a new connection. */
export async function lastStepUp(
  db: Database,
  who: { readonly member_id: string; readonly client_id: string },
  now: number,
): Promise<StepUp | undefined> {
  const asked = db.selectFrom('oauth_artifacts').selectAll().where('model', '=', MODEL).where('uid', '=', nameOf(who))
  const live = asked.where('revoked_at', 'is', null).where('expires_at', '>', now)
  const row = await live.orderBy('expires_at', 'desc').limit(1).executeTakeFirst()
  return row && payloadColumn.read(row.payload)
}

/** Removes the step-ups of a member with a client. */
export async function dropStepUps(
  db: Database,
  who: { readonly member_id: string; readonly client_id: string },
): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('model', '=', MODEL).where('uid', '=', nameOf(who)).execute()
}
