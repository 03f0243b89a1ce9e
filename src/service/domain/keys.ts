import { createHash } from 'node:crypto'
import type { ErrorCode } from '../../contract/errors.ts'

/** Bytes of randomness in a key. */
export const SECRET_BYTES = 32

/** The fixed beginning of every workspace key (contract, Authentication 1). */
const BEGINNING = 'tsk_live_'
const KEY = /^tsk_live_[A-Za-z0-9_-]{43}$/

export interface MintedKey {
  /** The whole key: shown once and never stored; only its owner has it. */
  readonly secret: string
  /** Its first characters, by which people recognise it. */
  readonly prefix: string
  readonly hash: string
}

/** Makes a workspace key from SECRET_BYTES random bytes (KEY-1). */
export function mintKey(random: Uint8Array): MintedKey {
  const secret = `${BEGINNING}${Buffer.from(random).toString('base64url')}`
  return { secret, prefix: secret.slice(0, BEGINNING.length + 4), hash: hashKey(secret) }
}

/** True for a text that could be a workspace key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** The stored hash of a key. A plain SHA-256 is enough for 256 random bits. */
export function hashKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The stored state of a key. */
export type KeptKeyState = 'active' | 'replaced' | 'revoked'

export type KeyState = KeptKeyState | 'expired'

/** The state of a key at a moment (KEY-2): only an active key expires. */
export function keyState(key: { state: KeptKeyState; expires_at: number | null }, now: number): KeyState {
  return key.state === 'active' && key.expires_at !== null && key.expires_at <= now ? 'expired' : key.state
}

/** The refusal of a call, by the state of its key; undefined where the call is allowed. */
export const KEY_REFUSALS = {
  active: undefined,
  replaced: { code: 'api_key_revoked', message: 'This API key was replaced by rotation. Use its successor.' },
  revoked: { code: 'api_key_revoked', message: 'This API key was revoked.' },
  expired: { code: 'api_key_expired', message: 'This API key reached its expiry.' },
} as const satisfies Record<KeyState, { code: ErrorCode; message: string } | undefined>
