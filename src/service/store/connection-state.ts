import { findConnection } from './connections.ts'
import type { Database } from './database.ts'
import { activeMember } from './members.ts'
import { findArtifact } from './oauth.ts'

/** True while a connection holds: it was not revoked, has not expired, and its member was not removed. */
export async function connectionHolds(db: Database, id: string, now: number): Promise<boolean> {
  const connection = (await findArtifact(db, 'Grant', 'id', id, now)) && (await findConnection(db, id))
  return connection?.revoked_at === null && (await activeMember(db, connection.member_id)) !== undefined
}
