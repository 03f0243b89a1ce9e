import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Means } from '../domain/means.ts'
import { DAY } from '../domain/time.ts'
import { type Database, write } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import type { Schema } from './schema.ts'
import { tell } from './telling.ts'

/** The two kinds of background work, each with the statuses of a batch that asks for it. */
export const WORK = {
  analyze: ['queued', 'analyzing'],
  translate: ['translating'],
} as const
export type JobKind = keyof typeof WORK

/** Work that waited for its engine this often without any progress is given up. */
export const MAX_ATTEMPTS = 5
/** Work that was put off for an obstacle of this machine counts no more starts than this: it is never given up for that. */
export const MOST_OBSTACLES = 3
/** Work that was started this often without an end or any progress is given up: it may be the work that makes the process crash. */
export const MAX_STARTS = 10
/** Work that went over its budget this often is given up, whatever progress it made. */
export const MAX_OVERRUNS = 2

/** Work is put off for this long at most. In milliseconds. */
export const LONGEST_DELAY_MS = DAY
/** The clocks of processes on one database may differ by so much: what another wrote is not taken for a fault before. In milliseconds. */
export const CLOCKS_DIFFER_MS = 5000

/** A claim on a batch: it holds until `lease_until`, unless it is renewed. */
export interface Lease {
  readonly owner: string
  /** How long a claim holds, in milliseconds. */
  readonly length: number
}

export interface Claimed {
  readonly id: string
  /** How often it was started, this time included. */
  readonly attempt: number
  /** How often it went over its budget, or was at work beside other work that did. */
  readonly overruns: number
  /** Size of its original, in bytes. */
  readonly bytes: number
  /** The end of the retention of its original, in milliseconds. */
  readonly expires_at: number
  /** See BatchRow. */
  readonly trace_parent: string | null
}

/** The time by which claims are made and looked at, in milliseconds: that of the database where several machines share it. */
export function leaseTime(db: Database, clock: () => number): Promise<number> {
  return differencesOf(db).now(db, clock)
}

/**
 * Claims a batch that asks for `work` and that nobody holds now; undefined when there is none. Workspaces take turns, and in
 * each its members: the one with the least work under way is next, with its oldest batch. Three kinds of batch are left out. Those in
 * `running` are worked on by the claiming worker, which renews their claims itself. Others were planned, or are to be planned, with
 * engines or settings that the process does not have (`means`). And what went over its budget is claimed only by a worker that does
 * only such work (`suspects`), one at a time: then it is known whose fault the next time is, and all else goes on beside it.
 * The time is read inside the transaction: no claim of this clock that was made before it is then more than one length ahead.
 */
export function claim(
  db: Database,
  work: JobKind,
  lease: Lease,
  clock: () => number,
  running: readonly string[] = [],
  { means = ANY_MEANS, suspects = false }: { readonly means?: Means; readonly suspects?: boolean } = {},
): Promise<Claimed | undefined> {
  return write(db, async tx => {
    const now = await leaseTime(tx, clock)
    const offers = await offersOf(tx, work, unclaimed(tx, { now, length: lease.length }, means, suspects), running)
    const row = await nextTurn(tx, offers, { now, length: lease.length })
    if (row === undefined) return undefined
    await tx
      .updateTable('batches')
      .set({
        lease_owner: lease.owner,
        lease_until: now + lease.length,
        attempts: row.attempts + 1,
        status: row.status === 'queued' ? 'analyzing' : row.status,
        progress_at: now,
      })
      .where('id', '=', row.id)
      .execute()
    return {
      id: row.id,
      attempt: row.attempts + 1,
      overruns: row.overruns,
      bytes: row.file_bytes,
      expires_at: row.file_expires_at,
      trace_parent: row.trace_parent,
    }
  })
}

/**
 * Whether batches ask for work that nobody holds, and that a process with these means can do: those that kept within their
 * budget so far, and those that did not.
 */
export async function unclaimedWork(
  db: Database,
  at: Moment,
  means: Means,
): Promise<{ readonly usual: boolean; readonly suspect: boolean }> {
  const waits = async (suspects: boolean): Promise<boolean> =>
    (await unclaimed(db, at, means, suspects).limit(1).select('batches.id').executeTakeFirst()) !== undefined
  return { usual: await waits(false), suspect: await waits(true) }
}

/** Those of these batches that ask for work still, whoever is at it. */
export async function atWork(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', [...WORK.analyze, ...WORK.translate])
    .where(where => where.or([where('phase', 'is', null), where('phase', '!=', 'awaiting_translations')]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const ANY_MEANS: Means = { lacking: [] }

/** Who made a batch: the member, where a connection of one did, else the key. */
const memberOf = sql<string>`coalesce(connections.member_id, batches.created_by)`

/**
 * What asks for work, and waits for no answers of its caller. In the words of the index `batches_to_do`: only then a database takes it.
 */
const TO_DO = sql<SqlBool>`batches.status in ('queued', 'analyzing', 'translating')
  and (batches.phase is null or batches.phase <> 'awaiting_translations')`

/**
 * The oldest open batch of each caller and status. It goes from caller to caller over an index, and takes the first that is open of
 * each: however many batches wait, it reads few of them.
 */
async function offersOf(tx: Database, work: JobKind, open: ReturnType<typeof unclaimed>, running: readonly string[]) {
  const next = sql<string | null>`select created_by from batches where ${TO_DO}`
  const oldest = open
    .where('batches.id', 'not in', running)
    .whereRef('batches.status', '=', sql.ref('callers.status'))
    .whereRef('batches.created_by', '=', sql.ref('callers.caller'))
    .select('batches.id')
    .orderBy('batches.created_at')
    .orderBy('batches.id')
    .limit(1)
  const statuses = sql.join(
    WORK[work].map(status => sql`select cast(${status} as text) as status`),
    sql` union all `,
  )
  const { rows } = await sql<{ id: string | null }>`with recursive callers(status, caller) as (
      select status, (${next} and batches.status = kinds.status order by created_by limit 1) from (${statuses}) as kinds
      union all
      select status, (${next} and batches.status = callers.status and created_by > callers.caller order by created_by limit 1)
        from callers where caller is not null)
    select (${oldest}) as id from callers where caller is not null`.execute(tx)
  const ids = rows.flatMap(({ id }) => id ?? [])
  const offers = tx
    .selectFrom('batches')
    .leftJoin('connections', 'connections.id', 'batches.created_by')
    .select(['batches.id', 'batches.workspace_id', memberOf.as('member')])
    .select(['attempts', 'status', 'overruns', 'file_bytes', 'file_expires_at', 'trace_parent'])
    .where('batches.id', 'in', ids)
  return offers.orderBy('batches.created_at').orderBy('batches.id').execute()
}

/** Whose turn it is among those with open work: their oldest. */
async function nextTurn(tx: Database, offers: Awaited<ReturnType<typeof offersOf>>, { now, length }: Moment) {
  if (offers.length < 2) return offers[0]
  const busy = await tx
    .selectFrom('batches')
    .leftJoin('connections', 'connections.id', 'batches.created_by')
    .select(['batches.workspace_id', memberOf.as('member')])
    .where('status', 'in', [...WORK.analyze, ...WORK.translate])
    .where('lease_owner', 'is not', null)
    .where('lease_until', '>', now)
    .where('lease_until', '<=', now + length + CLOCKS_DIFFER_MS)
    .execute()
  const load = (offer: (typeof offers)[number]) => {
    const beside = busy.filter(({ workspace_id }) => workspace_id === offer.workspace_id)
    return { workspace: beside.length, member: beside.filter(({ member }) => member === offer.member).length }
  }
  const loads = offers.map(offer => ({ offer, ...load(offer) }))
  return loads.sort((a, b) => a.workspace - b.workspace || a.member - b.member)[0]?.offer
}

/** When leases are looked at, and how long one holds; in milliseconds. */
interface Moment {
  readonly now: number
  readonly length: number
}

/**
 * True for rows that nobody holds. A claim that ends further ahead than one length, or a delay than the longest there is, was written
 * by a clock that was ahead by more than clocks may differ: it has run out.
 */
function isFree(where: ExpressionBuilder<Schema, 'batches'>, { now, length }: Moment) {
  return where.or([
    where('lease_until', 'is', null),
    where('lease_until', '<=', now),
    where('lease_until', '>', now + LONGEST_DELAY_MS + CLOCKS_DIFFER_MS),
    where.and([where('lease_owner', 'is not', null), where('lease_until', '>', now + length + CLOCKS_DIFFER_MS)]),
  ])
}

function unclaimed(db: Database, at: Moment, { lacking, prints }: Means, suspects: boolean) {
  return (
    db
      .selectFrom('batches')
      .leftJoin('connections', 'connections.id', 'batches.created_by')
      .where(TO_DO)
      // Not a parameter: of suspects there is an index of their own.
      .where('overruns', suspects ? '>' : '=', sql<number>`0`)
      .where(where => isFree(where, at))
      .where(where =>
        where.or([
          where('status', '!=', 'translating'),
          // A correction is written without its engine.
          where('batches.completed_at', 'is not', null),
          where('engine', 'is', null),
          where('engine', 'not in', lacking),
        ]),
      )
      .where(where =>
        prints === undefined
          ? where.lit(true)
          : where.or([
              where('batches.completed_at', 'is not', null),
              where.and([
                where('status', '=', 'translating'),
                isAmong(where, 'engine_print', Object.values(prints.engines)),
              ]),
              where.and([
                where('status', '!=', 'translating'),
                isAmong(where, 'settings_print', Object.values(prints.choices)),
              ]),
            ]),
      )
  )
}

/** True for rows that name one of these settings, or none: an earlier build wrote none. */
function isAmong(
  where: ExpressionBuilder<Schema, 'batches'>,
  column: 'engine_print' | 'settings_print',
  prints: readonly string[],
) {
  return where.or([where(column, 'is', null), where(column, 'in', prints)])
}

/**
 * Renews an owner's claims on these batches. Answers with the batches whose claim still holds: one that is missing was taken over.
 * The time of progress is renewed too, so that a reader can tell slow work from work that nobody does.
 */
export function renew(db: Database, lease: Lease, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
  return write(db, async tx => {
    const rows = await tx
      .updateTable('batches')
      .set({ lease_until: now + lease.length, progress_at: now })
      .where('lease_owner', '=', lease.owner)
      .where('id', 'in', ids)
      .returning('id')
      .execute()
    return new Set(rows.map(row => row.id))
  })
}

/** True while a claim on a batch is its owner's: nobody has taken the batch over, and the work on it has not ended. */
export async function holdsClaim(tx: Database, { id, owner }: { id: string; owner: string }): Promise<boolean> {
  const held = tx.selectFrom('batches').select('id').where('id', '=', id).where('lease_owner', '=', owner)
  return (await held.executeTakeFirst()) !== undefined
}

/** One attempt less. Progress may have set the attempts back to 0 already; they never become negative. */
const FEWER = sql<number>`case when attempts > 1 then attempts - 1 else 0 end`

/** Gives a claim back with the work unfinished. The next worker may go on at once, and this start does not count as an attempt. */
export async function giveUp(db: Database, id: string, owner: string): Promise<void> {
  await write(db, async tx => {
    const result = await tx
      .updateTable('batches')
      .set({ lease_owner: null, lease_until: null, attempts: FEWER })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirst()
    if (result.numUpdatedRows > 0n) await tell(tx, 'work', id)
  })
}

/**
 * Puts work off until `until`, in milliseconds since 1970: before, nobody claims it; after, any worker may. This start counts as an
 * attempt, unless there was progress, or there were `most` already.
 */
export async function putOff(
  db: Database,
  id: string,
  owner: string,
  until: number,
  most: number = MAX_STARTS,
): Promise<void> {
  await db
    .updateTable('batches')
    .set({ lease_owner: null, lease_until: until })
    .set({ attempts: sql<number>`case when attempts > ${most} then ${most} else attempts end` })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/**
 * Notes that a worker went over its budget and was ended while it worked on these batches: they are free at once, and this start does
 * not count as an attempt. A batch that did so before is noted again only if it was `alone`, since else it may have been the other work.
 */
export async function noteOverrun(db: Database, ids: readonly string[], owner: string, alone: boolean): Promise<void> {
  await db
    .updateTable('batches')
    .set({ lease_owner: null, lease_until: null, attempts: FEWER })
    .set({ overruns: alone ? sql<number>`overruns + 1` : sql<number>`case when overruns > 1 then overruns else 1 end` })
    .where('id', 'in', ids)
    .where('lease_owner', '=', owner)
    .execute()
}

/** The columns that every finished step sets besides its own: the claim ends, and attempts and overruns count from 0 again. */
export const LEASE_ENDED = { lease_owner: null, lease_until: null, attempts: 0, overruns: 0 } as const
