import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { normalPassword } from '../domain/members.ts'
import type { Database } from '../store/database.ts'
import { signInCandidates } from '../store/members.ts'
import type { MemberRow } from '../store/schema.ts'

/** Hashes with Argon2id and the library's parameters; takes about 20 ms of a core, on purpose. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalPassword(password))
}

/** The member with this name and password. It takes equally long whether or not there is such a member. */
export async function memberWithPassword(db: Database, name: string, password: string): Promise<MemberRow | undefined> {
  const found = await signInCandidates(db, name)
  const member = found.length === 1 ? found[0] : undefined
  const right = await verify(member?.password_hash ?? (await nobody()), normalPassword(password))
  return right ? member : undefined
}

/** True for the password of this member. */
export async function isPasswordOf({ password_hash }: MemberRow, password: string): Promise<boolean> {
  return password_hash !== null && (await verify(password_hash, normalPassword(password)))
}

let nobodysHash: Promise<string> | undefined

/** A hash that no password matches. */
function nobody(): Promise<string> {
  nobodysHash ??= hashPassword(randomBytes(32).toString('hex'))
  return nobodysHash
}
