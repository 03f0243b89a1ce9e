import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'
import { hashKey } from '../domain/keys.ts'
import { earliestSignIn } from '../domain/members.ts'
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
import { mayBeConnected } from './clients.ts'
import type { OAuthKeys } from './keys.ts'
import type { Registration } from './options.ts'

/** What oidc-provider stores: an object of its own. Only these fields are read here. */
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
  /** Which clients may be connected that no member has connected before. */
  readonly registration: Registration
  /** How long a rotated refresh token may be presented again, in seconds. */
  readonly leewaySeconds: number
  /** Makes the error; passed in, since its class belongs to a library that is loaded late. */
  readonly alreadyUsed: (model: string) => Error
}

/**
 * How an artifact is stored. `plain`: its id is no secret. `hashed`: it is found by the secret that its holder presents, and only
 * a hash of that is stored. `sealed`: it is found in another way too, so its secret is stored encrypted in the payload.
 */
type Keeping = 'plain' | 'hashed' | 'sealed'

const KEEPING: Readonly<Record<string, Keeping>> = {
  Grant: 'plain',
  Client: 'plain',
  Session: 'sealed',
  Interaction: 'sealed',
  DeviceCode: 'sealed',
}

/** How long a client that registered itself is kept, in milliseconds, until somebody approves it; after that it stays. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/** The store of oidc-provider in the service's own database: one adapter for each model. */
export function createAdapter(parts: AdapterParts): (model: string) => Adapter {
  return model => adapterOf(model, KEEPING[model] ?? 'hashed', parts)
}

function adapterOf(model: string, keeping: Keeping, parts: AdapterParts): Adapter {
  const { db, clock, newId } = parts
  const keyOf = (id: string) => (keeping === 'plain' ? id : hashKey(id))
  const find = async (key: ArtifactKey, value: string) => {
    const row = await findArtifact(db, model, key, value, clock())
    const payload = readPayload(row, parts)
    // A client that expires has never been connected: it may have registered under other settings.
    if (
      model === 'Client' &&
      row !== undefined &&
      row.expires_at !== null &&
      !mayBeConnected(payload, parts.registration)
    )
      return undefined
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
      // A grant is a connection. It ends here when the client revokes it, or when one of its refresh tokens is replayed.
      const ending = { id, by: 'client', newId }
      if (model === 'Grant') await write(db, tx => endConnection(tx, { ...ending, now: clock() }))
      else if (model === 'AccessToken') await revokeArtifact(db, model, keyOf(id), clock())
      else await dropArtifact(db, model, keyOf(id))
    },
    revokeByGrantId: grantId => revokeByGrant(db, model, grantId, clock()),
  }
}

function writePayload(payload: AdapterPayload, keeping: Keeping, { keys }: AdapterParts): string {
  if (keeping === 'sealed') return keys.seal(payloadColumn.write(payload))
  // The provider makes a secret for a client that asks for one; here every client is public, so it is not stored.
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
  // A first use that lies as far ahead was written while a clock was ahead.
  const used = consumed_at !== null && Math.abs(parts.clock() - consumed_at) >= leewayOf(row.model, parts)
  return used ? { ...payload, consumed: Math.floor(consumed_at / 1000) } : payload
}

/** True for a session from before the member was removed, had a new password or had all connections ended: she must sign in. */
async function isOrphan(session: AdapterPayload | undefined, db: Database): Promise<boolean> {
  if (session?.accountId === undefined) return false
  const found = await activeMember(db, session.accountId)
  return found === undefined || (session.loginTs ?? 0) < earliestSignIn(found.member)
}

function leewayOf(model: string, { leewaySeconds }: AdapterParts): number {
  return model === 'RefreshToken' ? leewaySeconds * 1000 : 0
}
