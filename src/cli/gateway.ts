import type { ApiCredential } from '../client/credential.ts'
import type { SignIn } from '../mcp/sign-in-page.ts'
import type { RunningService } from '../service/service.ts'

/** The way to the API: its address and the credential for that address only. */
export interface Gateway {
  connect(): Promise<ApiCredential>
  /** Answers a link that the service inside this program has made under our address; undefined where that service does not run. */
  follow(request: Request): Promise<Response> | undefined
  /** Where a person can sign in for this way; absent where a key or the service inside this program makes that needless. */
  readonly signIn?: SignIn
  /** Starts the service inside this program, or gives the one that runs; absent where the API is elsewhere. @throws {ApiError} service_unavailable */
  readonly running?: () => Promise<RunningService>
  /** Ends the service inside this program where it was started, and what a sign-in still does. */
  close(): Promise<void>
}
