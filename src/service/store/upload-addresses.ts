import { DAY } from '../domain/time.ts'
import { type Database, write } from './database.ts'
import type { UploadAddressRow } from './process-rows.ts'

/** The most addresses of one principal, and of all together. A new one then takes the place of the oldest. */
const EACH = 100
const KEPT = 10_000
/** How long a turn to send holds without being renewed, in milliseconds. */
const TURN_MS = 30_000
/** How long the result of an upload can be asked for after its address has ended, in milliseconds. */
const ASKED_MS = DAY

export type NewAddress = Omit<UploadAddressRow, 'closed' | 'sender' | 'sending_until'>

export function addAddress(db: Database, address: NewAddress): Promise<void> {
  return write(db, async tx => {
    await dropOldest(tx, EACH, address.principal)
    await dropOldest(tx, KEPT)
    const row = { ...address, closed: 0, sender: null, sending_until: null }
    await tx.insertInto('upload_addresses').values(row).execute()
  })
}

/** Makes room for one more. */
async function dropOldest(tx: Database, most: number, principal?: string): Promise<void> {
  const all = tx.selectFrom('upload_addresses').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const own = principal === undefined ? all : all.where('principal', '=', principal)
  const beyond = await own
    .limit(-1 + KEPT)
    .offset(most - 1)
    .execute()
  const ids = beyond.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('upload_addresses').where('id', 'in', ids).execute()
}

export function findAddress(
  db: Database,
  by: { readonly id: string } | { readonly secret_hash: string },
): Promise<UploadAddressRow | undefined> {
  const all = db.selectFrom('upload_addresses').selectAll()
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('secret_hash', '=', by.secret_hash)
  return one.executeTakeFirst()
}

/** True while somebody sends to it. */
export function isSent({ sending_until }: UploadAddressRow, now: number): boolean {
  return sending_until !== null && sending_until > now
}

export async function noteCaller(db: Database, id: string, caller: string): Promise<void> {
  await db.updateTable('upload_addresses').set({ caller }).where('id', '=', id).execute()
}

/** Gives a sender the turn, if nobody has it and the address is open. */
export async function beginSending(db: Database, id: string, sender: string, now: number): Promise<boolean> {
  const turn = db
    .updateTable('upload_addresses')
    .set({ sender, sending_until: now + TURN_MS })
    .where('id', '=', id)
  const free = turn
    .where('closed', '=', 0)
    .where(is => is.or([is('sending_until', 'is', null), is('sending_until', '<=', now)]))
  return (await free.executeTakeFirst()).numUpdatedRows === 1n
}

export async function renewSending(db: Database, id: string, sender: string, now: number): Promise<void> {
  const turn = db.updateTable('upload_addresses').set({ sending_until: now + TURN_MS })
  await turn.where('id', '=', id).where('sender', '=', sender).execute()
}

/** What became of an address. */
interface Became {
  readonly held: string
  readonly closed: boolean
}

/** Keeps what became of an address; with a sender, only while that one has the turn. One that was closed stays so. */
export async function keepAddress(db: Database, id: string, { held, closed }: Became, sender?: string): Promise<void> {
  const kept = db.updateTable('upload_addresses').set({ held_json: held, ...(closed && { closed: 1 }) })
  const one = kept.where('id', '=', id)
  await (sender === undefined ? one : one.where('sender', '=', sender)).execute()
}

/** The same, and ends the turn. */
export async function endSending(db: Database, id: string, { held, closed }: Became, sender: string): Promise<void> {
  const end = { held_json: held, sender: null, sending_until: null, ...(closed && { closed: 1 }) }
  await db.updateTable('upload_addresses').set(end).where('id', '=', id).where('sender', '=', sender).execute()
}

/** Closes an address, unless somebody sends. */
export async function closeAddress(db: Database, id: string, now: number): Promise<boolean> {
  const closed = db.updateTable('upload_addresses').set({ closed: 1 }).where('id', '=', id)
  const free = closed.where(is => is.or([is('sending_until', 'is', null), is('sending_until', '<=', now)]))
  return (await free.executeTakeFirst()).numUpdatedRows === 1n
}

/** Forgets addresses a day after their end. */
export async function forgetAddresses(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('upload_addresses')
    .where('expires_at', '<', now - ASKED_MS)
    .execute()
}
