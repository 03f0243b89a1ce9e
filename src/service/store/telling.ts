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

/** Tells of a batch. Call it inside the transaction that changes it: it is heard when that has ended well, and else not at all. */
export function tell(tx: Database, kind: Kind, batchId: string): Promise<void> {
  return differencesOf(tx).tell(tx, CHANNEL, `${kind} ${batchId}`)
}

/** What a line says; undefined for one that this program did not write. */
export function readTold(line: string): { readonly kind: Kind; readonly batchId: string } | undefined {
  const [word, batchId] = line.split(' ')
  const kind = KINDS.find(each => each === word)
  return kind === undefined || batchId === undefined ? undefined : { kind, batchId }
}
