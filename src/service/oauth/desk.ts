import type { FetchFile, Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import type { OAuthKeys } from './keys.ts'
import type { Limiter } from './limits.ts'
import type { ExchangeClient, Registration } from './options.ts'
import type { PasswordTries } from './tries.ts'

/** What the parts of the authorization server work with. */
export interface Desk {
  readonly db: Database
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly log: Log
  readonly keys: OAuthKeys
  readonly issuer: string
  readonly resources: { readonly api: string; readonly mcp: string }
  readonly exchangeClient: ExchangeClient | undefined
  readonly leewaySeconds: number
  readonly registration: Registration
  readonly limiter: Limiter
  readonly tries: PasswordTries
  /** Fetches metadata documents of clients: public addresses only, no redirects. */
  readonly fetchFile: FetchFile
}
