import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'

/**
 * What processes on one database let each other know of a batch: `work` where it asks for work that nobody does, `moved` where its work
 * has ended, well or badly.
 */
export const KINDS = ['work', 'moved'] as const
export type Kind = (typeof KINDS)[number]

/** The channel of all that is told; PostgreSQL keeps those of its databases apart. */
export const CHANNEL = 'translation_mcp'

/** Leaves a job for a batch that asks for work, in the transaction that changes the batch. */
export type SendJob = (tx: Database, batchId: string) => Promise<void>

/** What leaves jobs, by the adapter that a database and its transactions have in common. */
const senders = new WeakMap<object, SendJob>()

/** From now on each batch that asks for work leaves a job, too; without `send`, none does. */
export function sendJobs(db: Database, send?: SendJob): void {
  const { adapter } = db.getExecutor()
  if (send === undefined) senders.delete(adapter)
  else senders.set(adapter, send)
}

/** Tells of a batch. Call it inside the transaction that changes it: it is heard when that has ended well, and else not at all. */
export async function tell(tx: Database, kind: Kind, batchId: string): Promise<void> {
  await differencesOf(tx).tell(tx, CHANNEL, `${kind} ${batchId}`)
  if (kind === 'work') await senders.get(tx.getExecutor().adapter)?.(tx, batchId)
}

/** What a line says; undefined for one that this program did not write. */
export function readTold(line: string): { readonly kind: Kind; readonly batchId: string } | undefined {
  const [word, batchId = '', ...more] = line.split(' ')
  const kind = KINDS.find(each => each === word)
  return kind === undefined || batchId === '' || more.length > 0 ? undefined : { kind, batchId }
}
