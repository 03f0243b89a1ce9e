import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'
import { hashKey } from '../domain/keys.ts'
import { endConnection } from '../store/connections.ts'
import { type Database, write } from '../store/database.ts'
import { activeMember } from '../store/members.ts'
import {
  type ArtifactKey,
  consumeArtifact,
  dropArtifact,
  findArtifact,
  putArtifact,
  revokeArtifact,
  revokeByGrant,
} from '../store/oauth.ts'
import type { ArtifactRow } from '../store/schema.ts'
import { stored } from '../store/stored.ts'
import type { OAuthKeys } from './keys.ts'

/** What oidc-provider keeps: an object of its own, of which these are read here. */
const Payload: z.ZodType<AdapterPayload> = z.looseObject({
  accountId: z.string().optional(),
  loginTs: z.number().optional(),
})
const payloadColumn = stored('oauth_artifacts.payload', 1, Payload)

export interface AdapterParts {
  readonly db: Database
  readonly keys: Pick<OAuthKeys, 'seal' | 'unseal'>
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  /** How long a rotated refresh token may be presented again, in seconds. */
  readonly leewaySeconds: number
  /** Made by the caller, since its class belongs to a library that is loaded late. */
  readonly alreadyUsed: (model: string) => Error
}

/**
 * How an artifact lies in the database. `plain`: its id is no secret. `hashed`: found by what its holder presents, of which only
 * a hash is kept. `sealed`: found in another way too, so that the secret must come back out of the payload.
 */
type Keeping = 'plain' | 'hashed' | 'sealed'

const KEEPING: Readonly<Record<string, Keeping>> = {
  Grant: 'plain',
  Client: 'plain',
  Session: 'sealed',
  Interaction: 'sealed',
  DeviceCode: 'sealed',
}

/** A client that registered itself is forgotten after a day, in milliseconds, unless somebody approved it: then it is kept. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/** The store of oidc-provider on the service's own database, one adapter a model. */
export function createAdapter(parts: AdapterParts): (model: string) => Adapter {
  return model => adapterOf(model, KEEPING[model] ?? 'hashed', parts)
}

function adapterOf(model: string, keeping: Keeping, parts: AdapterParts): Adapter {
  const { db, clock, newId } = parts
  const keyOf = (id: string) => (keeping === 'plain' ? id : hashKey(id))
  const find = async (key: ArtifactKey, value: string) => {
    const payload = readPayload(await findArtifact(db, model, key, value, clock()), parts)
    return model === 'Session' && (await isOrphan(payload, db)) ? undefined : payload
  }
  return {
    async upsert(id, payload, expiresIn) {
      const { grantId = null, userCode, uid = null } = payload
      await putArtifact(db, {
        ...{ model, id: keyOf(id), payload: writePayload(payload, keeping, parts), grant_id: grantId, uid },
        user_code: userCode === undefined ? null : hashKey(userCode),
        expires_at: clock() + (expiresIn === undefined ? UNUSED_MS : expiresIn * 1000),
      })
    },
    async find(id) {
      const payload = await find('id', keyOf(id))
      return payload === undefined || keeping !== 'hashed' ? payload : { ...payload, jti: id }
    },
    findByUid: uid => find('uid', uid),
    findByUserCode: code => find('user_code', hashKey(code)),
    async consume(id) {
      const leewayMs = leewayOf(model, parts)
      if (!(await consumeArtifact(db, { model, id: keyOf(id), now: clock(), leewayMs }))) throw parts.alreadyUsed(model)
    },
    async destroy(id) {
      // A grant is a connection: the client gave it back, or a refresh token of it was replayed.
      const ending = { id, by: 'client', now: clock(), newId }
      if (model === 'Grant') await write(db, tx => endConnection(tx, ending))
      else if (model === 'AccessToken') await revokeArtifact(db, model, keyOf(id), clock())
      else await dropArtifact(db, model, keyOf(id))
    },
    revokeByGrantId: grantId => revokeByGrant(db, model, grantId, clock()),
  }
}

function writePayload(payload: AdapterPayload, keeping: Keeping, { keys }: AdapterParts): string {
  if (keeping === 'sealed') return keys.seal(payloadColumn.write(payload))
  // Of a client: the provider makes a secret for one that asks for it, and here every client is public.
  const { client_secret: _, client_secret_expires_at: __, ...kept } = payload
  const { jti, ...rest } = kept
  return payloadColumn.write(keeping === 'hashed' ? rest : kept)
}

function readPayload(row: ArtifactRow | undefined, parts: AdapterParts): AdapterPayload | undefined {
  if (row === undefined) return undefined
  const text = KEEPING[row.model] === 'sealed' ? parts.keys.unseal(row.payload) : row.payload
  if (text === undefined) return undefined
  const payload = payloadColumn.read(text)
  const { consumed_at } = row
  const used = consumed_at !== null && parts.clock() - consumed_at >= leewayOf(row.model, parts)
  return used ? { ...payload, consumed: Math.floor(consumed_at / 1000) } : payload
}

/** The session of a member who is removed, or has a new password since, is none: whoever has it is asked to sign in. */
async function isOrphan(session: AdapterPayload | undefined, db: Database): Promise<boolean> {
  if (session?.accountId === undefined) return false
  const found = await activeMember(db, session.accountId)
  // Sessions count in whole seconds.
  const since = Math.floor((found?.member.password_set_at ?? 0) / 1000)
  return found === undefined || (session.loginTs ?? 0) < since
}

function leewayOf(model: string, { leewaySeconds }: AdapterParts): number {
  return model === 'RefreshToken' ? leewaySeconds * 1000 : 0
}
