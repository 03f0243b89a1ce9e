/** A page where the person signs in, in her own browser on this machine. */
export interface SignInPage {
  readonly url: string
  /** When it was opened, in milliseconds since 1970. */
  readonly opened_at: number
  /** Settles when she has signed in; fails with words for her when that came to nothing. */
  readonly done: Promise<unknown>
  cancel(): void
}

/** Signing in at the service that this server speaks to. */
export interface SignIn {
  /** The service's origin, as the person knows it. */
  readonly service: string
  /** The command that does the same in a terminal. */
  readonly command: string
  /** Makes a page, or gives the one that is still open. */
  begin(): Promise<SignInPage>
  /** The page that is still open. */
  pending(): SignInPage | undefined
}
