import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'
import { AdminRefused } from '../domain/admin.ts'
import { sealing } from '../domain/sealing.ts'
import { type KeyTimes, keysInForce, nextKeyChange, rotatedKeys } from '../domain/signing-keys.ts'
import { type Database, writeAlone } from '../store/database.ts'
import type { Secrets } from '../store/secrets.ts'

const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})

/** A key with its times; one that was made before there were times signs from the beginning. */
const TimedKey = SigningKey.extend({ signs_from: z.number().default(0), ends_at: z.number().nullable().default(null) })

const KeyFile = z.object({ signing: z.array(TimedKey).min(1), secret: z.string().length(43) })

/** The secrets of the authorization server, one set a service, so that all its processes agree. */
export interface OAuthKeys {
  /** Private keys; the first signs, all verify. */
  readonly signing: readonly z.output<typeof SigningKey>[]
  /** When `signing` changes by itself, in milliseconds; undefined where it stays as it is. */
  readonly changes_at: number | undefined
  /** Signs the cookies of the pages. */
  readonly cookieKey: string
  /** A token for one form, which only this service can make. */
  formToken(subject: string): string
  isFormToken(subject: string, given: string): boolean
  /** The refresh token that follows this one. It is derived, so that each use of a token within its leeway has the same answer. */
  successor(token: string): string
  /** Encrypts for the database; `unseal` gives undefined for a text that was not sealed here. */
  seal(text: string): string
  unseal(sealed: string): string | undefined
}

/**
 * The keys of a service, made at the first call. They are made inside a writing transaction, which only one process can hold, so that two
 * processes never make different keys.
 *
 * @throws {Error} if what is kept holds no such keys
 */
export async function openKeys(db: Database, secrets: Secrets, now = Date.now()): Promise<OAuthKeys> {
  return keysAt(await keptKeys(db, secrets, now), now)
}

/** The text of the keys, as it is kept; made at the first call. */
export async function keptKeys(db: Database, secrets: Secrets, now: number): Promise<string> {
  return (await secrets.read(db, KEPT)) ?? (await makeOnce(db, secrets, now))
}

/** The same again, after they were opened once; undefined where they are gone. */
export function rereadKeys(db: Database, secrets: Secrets): Promise<string | undefined> {
  return secrets.read(db, KEPT)
}

/**
 * Publishes a fresh signing key, which takes over soon, for every process of the service. Call it inside a writing transaction.
 *
 * @throws {AdminRefused} no_signing_key, rotation_under_way
 */
export async function rotateSigning(
  tx: Database,
  secrets: Secrets,
  now: number,
): Promise<{ readonly fresh: KeyTimes; readonly earlier: readonly (KeyTimes & { ends_at: number })[] }> {
  const text = await secrets.read(tx, KEPT)
  if (text === undefined) {
    const message =
      'Nobody has signed in on this data folder yet, so there is no signing key to replace. Nothing was changed.'
    throw new AdminRefused('no_signing_key', message)
  }
  const { signing, secret } = keysIn(text)
  const { fresh, earlier } = rotatedKeys(signing, SigningKey.parse(await signingKey()), now)
  await secrets.write(tx, KEPT, JSON.stringify({ signing: [fresh, ...earlier], secret }), now)
  return { fresh, earlier }
}

/** The keys in a text that was kept. @throws {Error} if it holds no such keys */
export function keysAt(text: string, now: number): OAuthKeys {
  const { signing, secret } = keysIn(text)
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  const formKey = derived('form')
  const refreshKey = derived('refresh')
  const formToken = (subject: string) => createHmac('sha256', formKey).update(subject).digest('base64url')
  return {
    // The library gets the key alone: it does not know the times.
    signing: keysInForce(signing, now).map(key => SigningKey.parse(key)),
    changes_at: nextKeyChange(signing, now),
    cookieKey: derived('cookie').toString('hex'),
    formToken,
    isFormToken: (subject, given) => same(formToken(subject), given),
    successor: token => createHmac('sha256', refreshKey).update(token).digest('base64url'),
    ...sealing(derived('seal')),
  }
}

function keysIn(text: string): z.output<typeof KeyFile> {
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch {
    // The error does not quote the file: it may contain parts of a key.
    throw new Error(
      `The file ${FILE} of the data folder does not hold the keys of sign-in. Put it back from a copy, or remove it: everybody then signs in anew.`,
    )
  }
}

function same(wanted: string, given: string): boolean {
  const left = Buffer.from(wanted)
  const right = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right)
}

async function signingKey(): Promise<unknown> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomBytes(6).toString('hex'), alg: 'ES256', use: 'sig' }
}

async function makeOnce(db: Database, secrets: Secrets, now: number): Promise<string> {
  const fresh = JSON.stringify({ signing: [await signingKey()], secret: randomBytes(32).toString('base64url') })
  return writeAlone(db, async tx => {
    const made = await secrets.read(tx, KEPT)
    if (made === undefined) await secrets.write(tx, KEPT, fresh, now)
    return made ?? fresh
  })
}

const KEPT = 'oauth_keys'
/** The file of the data folder that has them, where they are not in the database. */
const FILE = 'oauth-keys'
