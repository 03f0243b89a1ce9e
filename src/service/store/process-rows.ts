/** The rows by which processes that share no folder know of each other. Moments are milliseconds since 1970 in UTC. */

/** The oldest program, by the schema that it writes, which may use the database after a migration (store/schema-reach.ts). */
export interface SchemaReachRow {
  version: number
  oldest: number
}

/** A process that runs on a database server and has its secrets in its data folder. */
export interface FolderHolderRow {
  /** Random, of this process. */
  id: string
  /** When it last gave a sign. */
  seen_at: number
}

/** An address to which a caller sends files over MCP. */
export interface UploadAddressRow {
  /** `mup_…`, which the caller is told. */
  id: string
  /** SHA-256 of the secret in the address, in hex. */
  secret_hash: string
  principal: string
  /** What the MCP server keeps of it; JSON that is its own. */
  held_json: string
  /** The newest permission of the caller, sealed; null where none may be kept. */
  caller: string | null
  /** 1 once it takes no further file. */
  closed: number
  /** Who sends to it now, and until when that holds without being renewed. */
  sender: string | null
  sending_until: number | null
  created_at: number
  expires_at: number
}
