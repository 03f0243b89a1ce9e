import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Database } from './database.ts'
import type { ArtifactRow, Schema } from './schema.ts'
import { inSlices } from './slices.ts'
import { stored } from './stored.ts'

/** What the guard of the API reads of an access token. */
const AccessToken = z.object({
  aud: z.unknown().optional(),
  grantId: z.string().optional(),
  scope: z.unknown().optional(),
})
export const accessTokenColumn = stored('oauth_artifacts.payload', 1, AccessToken)

/** A stored artifact of the authorization server: moments in milliseconds. */
export interface Artifact {
  readonly model: string
  readonly id: string
  readonly payload: string
  readonly grant_id: string | null
  readonly user_code: string | null
  readonly uid: string | null
  /** Null for an artifact that does not expire, such as a registered client. */
  readonly expires_at: number | null
}

/** Keeps an artifact, in place of an earlier one with its id. */
export async function putArtifact(db: Database, artifact: Artifact): Promise<void> {
  const { model, id, ...values } = artifact
  await db
    .insertInto('oauth_artifacts')
    .values({ ...artifact, consumed_at: null, revoked_at: null })
    .onConflict(on => on.columns(['model', 'id']).doUpdateSet(values))
    .execute()
}

/** What an artifact is looked up by. */
export type ArtifactKey = 'id' | 'uid' | 'user_code'

/** An artifact that is neither expired nor revoked. */
export function findArtifact(
  db: Database,
  model: string,
  key: ArtifactKey,
  value: string,
  now: number,
): Promise<ArtifactRow | undefined> {
  return db
    .selectFrom('oauth_artifacts')
    .selectAll()
    .where('model', '=', model)
    .where(key, '=', value)
    .where('revoked_at', 'is', null)
    .where(is => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** An artifact whatever its state, as the guard of the API needs it to say why it refuses. */
export function findAnyArtifact(db: Database, model: string, id: string): Promise<ArtifactRow | undefined> {
  return db.selectFrom('oauth_artifacts').selectAll().where('model', '=', model).where('id', '=', id).executeTakeFirst()
}

/**
 * Marks an artifact as used, in one statement, so that two calls at once cannot both be the first. Within `leewayMs` of its first
 * use it may be used again (a lost answer, two processes without a lock).
 *
 * @returns true when this use counts: the first one, or one within the leeway
 */
export async function consumeArtifact(
  db: Database,
  which: { model: string; id: string; now: number; leewayMs: number },
): Promise<boolean> {
  const { model, id, now, leewayMs } = which
  // A first use that lies as far ahead was written while a clock was ahead.
  const within = (is: ExpressionBuilder<Schema, 'oauth_artifacts'>) =>
    is.and([is('consumed_at', '>', now - leewayMs), is('consumed_at', '<', now + leewayMs)])
  const used = await db
    .updateTable('oauth_artifacts')
    .set({ consumed_at: sql`coalesce(consumed_at, ${now})` })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(is =>
      // Without a leeway no moment is compared: `now` is older than the first use where the statement had to wait for it.
      is.or([is('consumed_at', 'is', null), ...(leewayMs > 0 ? [within(is)] : [])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes an artifact for good. */
export async function dropArtifact(db: Database, model: string, id: string): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('model', '=', model).where('id', '=', id).execute()
}

/** Keeps an artifact for good: it no longer expires. */
export async function keepArtifact(db: Database, model: string, id: string): Promise<void> {
  const artifact = db.updateTable('oauth_artifacts').set({ expires_at: null }).where('model', '=', model)
  await artifact.where('id', '=', id).execute()
}

/** Ends an artifact. It stays until it expires, so that its use is answered by "revoked". */
export async function revokeArtifact(db: Database, model: string, id: string, now: number): Promise<void> {
  const artifact = db.updateTable('oauth_artifacts').set({ revoked_at: now }).where('model', '=', model)
  await artifact.where('id', '=', id).where('revoked_at', 'is', null).execute()
}

/** Ends the artifacts of one kind that a grant issued. They stay until they expire. */
export async function revokeByGrant(db: Database, model: string, grantId: string, now: number): Promise<void> {
  const issued = db.updateTable('oauth_artifacts').set({ revoked_at: now }).where('model', '=', model)
  await issued.where('grant_id', '=', grantId).where('revoked_at', 'is', null).execute()
}

/** Ends a grant and all that it issued. They stay until they expire. */
export async function revokeGrant(db: Database, grantId: string, now: number): Promise<void> {
  const issued = db.updateTable('oauth_artifacts').set({ revoked_at: now }).where('grant_id', '=', grantId)
  await issued.where('revoked_at', 'is', null).execute()
  await revokeArtifact(db, 'Grant', grantId, now)
}

/** How long an access token that has expired is kept, in milliseconds, so that its use is answered by "expired". */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Removes what has expired, in slices: anybody can begin a sign-in, and what is kept of it must not pile up. */
export function sweepArtifacts(db: Database, now: number): Promise<void> {
  return inSlices(async rows => {
    const slice = db
      .selectFrom('oauth_artifacts')
      .select(['model', 'id'])
      .where('expires_at', '<', now)
      .where(is => is.or([is('model', '!=', 'AccessToken'), is('expires_at', '<', now - KEPT_MS)]))
      .limit(rows)
    const result = await db
      .deleteFrom('oauth_artifacts')
      .where(is => is(is.refTuple('model', 'id'), 'in', slice.$asTuple('model', 'id')))
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  })
}
