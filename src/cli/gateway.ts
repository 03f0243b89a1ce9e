import type { ApiCredential } from '../client/credential.ts'
import type { SignIn } from '../mcp/sign-in-page.ts'
import type { RunningService } from '../service/service.ts'

/** The way to the API: its address, and a credential that is for that address only. */
export interface Gateway {
  connect(): Promise<ApiCredential>
  /** Answers a request for a link that the service inside this program made under our address; undefined if that does not run. */
  follow(request: Request): Promise<Response> | undefined
  /** Where a person can sign in. Absent where no sign-in is needed: with a key, and for the service inside this program. */
  readonly signIn?: SignIn
  /**
   * Starts the service inside this program, or gives the one that runs. Absent where the API is hosted.
   *
   * @throws {ApiError} service_unavailable; cancelled, after `close`
   */
  readonly running?: () => Promise<RunningService>
  /** Ends the service inside this program if it was started. Cancels an open sign-in, and waits for a login that is being renewed. */
  close(): Promise<void>
}
