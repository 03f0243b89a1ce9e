import type { Database } from './database.ts'

/** Who makes calls by a key or a connection, as the audit log names them. */
export interface Actor {
  readonly workspace_id: string
  readonly member_id: string | null
  readonly client_id: string
  readonly connection_id: string | null
}

/** The actor behind the id of a workspace key or a connection, whether or not it still holds. */
export async function findActor(db: Database, caller: string): Promise<Actor | undefined> {
  const connection = await db.selectFrom('connections').selectAll().where('id', '=', caller).executeTakeFirst()
  if (connection !== undefined) {
    const { workspace_id, member_id, client_id, id } = connection
    return { workspace_id, member_id, client_id, connection_id: id }
  }
  const key = await db.selectFrom('api_keys').select('workspace_id').where('id', '=', caller).executeTakeFirst()
  return key && { ...key, member_id: null, client_id: caller, connection_id: null }
}
