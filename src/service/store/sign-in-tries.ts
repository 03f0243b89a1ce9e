import { hashKey } from '../domain/keys.ts'
import { type Counted, KNOWN_MS, lockedUntil, TRIES_MS, type TryLimits } from '../domain/sign-in-tries.ts'
import type { TriesRow } from './count-rows.ts'
import type { Database } from './database.ts'
import { inOrder } from './slices.ts'

/** One try: the name as it is counted (domain/sign-in-tries.ts), and the address as limits count it. */
export interface Try {
  readonly name: string
  readonly address: string
  readonly now: number
}

/**
 * Counts a try as a wrong one before its password is checked, so that many tries at the same time do not pass the limit. `pardon`
 * takes it back.
 *
 * @returns when the next try may be made (ms), where this one may not; undefined where it may
 */
export async function takeTry(tx: Database, one: Try, limits: TryLimits): Promise<number | undefined> {
  const keys = keysOf(one)
  const [pair, name, address] = await Promise.all([find(tx, keys.pair), find(tx, keys.name), find(tx, keys.address)])
  const counted = (row: TriesRow | undefined) => countedIn(row, one.now)
  const known = (pair?.right_at ?? 0) > one.now - KNOWN_MS
  const tries = { pair: counted(pair), name: counted(name), address: counted(address), known }
  const locked = lockedUntil(tries, limits)
  if (locked !== undefined) return locked
  for (const which of ['pair', 'name', 'address'] as const) {
    const { wrong, ends } = tries[which]
    await put(tx, { who: keys[which], since: ends - TRIES_MS, wrong: wrong + 1 })
  }
  if (pair === undefined) await prune(tx, one.now, keys.pair)
  return undefined
}

/** Takes a try back, because its password was right, and remembers that the name is known at the address. */
export async function pardonTry(tx: Database, one: Try): Promise<void> {
  const keys = keysOf(one)
  const { now } = one
  await tx
    .updateTable('sign_in_tries')
    .set({ wrong: 0, since: now, right_at: now })
    .where('who', '=', keys.pair)
    .execute()
  const others = tx.updateTable('sign_in_tries').set(is => ({ wrong: is('wrong', '-', 1) }))
  await others.where('who', 'in', [keys.name, keys.address]).where('wrong', '>', 0).execute()
}

/** The names are hashed: somebody may have typed her password into the wrong field, and the length is bounded so. */
function keysOf({ name, address }: Try): Readonly<Record<'pair' | 'name' | 'address', string>> {
  const named = hashKey(name)
  return { pair: `${named} ${address}`, name: `name ${named}`, address: `from ${address}` }
}

function countedIn(row: TriesRow | undefined, now: number): Counted {
  const over = row === undefined || row.since + TRIES_MS <= now
  return over ? { wrong: 0, ends: now + TRIES_MS } : { wrong: row.wrong, ends: row.since + TRIES_MS }
}

function find(tx: Database, who: string): Promise<TriesRow | undefined> {
  return tx.selectFrom('sign_in_tries').selectAll().where('who', '=', who).executeTakeFirst()
}

async function put(tx: Database, row: Omit<TriesRow, 'right_at'>): Promise<void> {
  const { who, ...values } = row
  const made = tx.insertInto('sign_in_tries').values({ ...row, right_at: null })
  await made.onConflict(on => on.column('who').doUpdateSet(values)).execute()
}

/** The most rows of strangers that are kept, and how many are removed at once. */
const MOST_ROWS = 20_000
const AT_ONCE = 200

/**
 * Removes what no longer counts. Where there is still too much, it removes the rows with the fewest wrong passwords: whoever tries
 * many names once loses these counts first, and never that of a name at which somebody guesses.
 */
async function prune(tx: Database, now: number, fresh: string): Promise<void> {
  await sweepTries(tx, now, AT_ONCE)
  const { rows } = await tx
    .selectFrom('sign_in_tries')
    .select(is => is.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  if (rows <= MOST_ROWS) return
  const lightest = strangersIn(tx, now).where('who', '!=', fresh).orderBy('wrong').orderBy('since').limit(AT_ONCE)
  await tx.deleteFrom('sign_in_tries').where('who', 'in', lightest).execute()
}

/** Removes rows that no longer count, at most `most`. @returns how many there were: fewer than `most` when none is left */
export async function sweepTries(db: Database, now: number, most: number): Promise<number> {
  const over = strangersIn(db, now)
    .where('since', '<=', now - TRIES_MS)
    .limit(most)
  return (await db.deleteFrom('sign_in_tries').where('who', 'in', over).returning('who').execute()).length
}

/** Removes all rows that no longer count, in slices. */
export async function forgetTries(db: Database, now: number): Promise<void> {
  await inOrder(async (after, rows) => {
    const next = db.selectFrom('sign_in_tries').select('who').where('who', '>', after).orderBy('who').limit(rows)
    const slice = (await next.execute()).map(({ who }) => who)
    const over = strangersIn(db, now)
      .where('since', '<=', now - TRIES_MS)
      .where('who', 'in', slice)
    if (slice.length > 0) await db.deleteFrom('sign_in_tries').where('who', 'in', over).execute()
    return slice
  })
}

/** The rows that are not kept for a name that is known at an address. */
function strangersIn(db: Database, now: number) {
  const rows = db.selectFrom('sign_in_tries').select('who')
  return rows.where(is => is.or([is('right_at', 'is', null), is('right_at', '<=', now - KNOWN_MS)]))
}
