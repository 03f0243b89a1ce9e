/** A page where the person signs in, in a browser on this machine. */
export interface SignInPage {
  readonly url: string
  /** When it was opened, in milliseconds since 1970. */
  readonly opened_at: number
  /** Resolves when the person has signed in. Rejects with a message for the person if the sign-in failed. */
  readonly done: Promise<unknown>
  cancel(): void
}

/** Signs a person in at the service that this server calls. */
export interface SignIn {
  /** The service's origin, as the person knows it. */
  readonly service: string
  /** The command that signs in from a terminal. */
  readonly command: string
  /** Opens a page, or gives the page that is still open. */
  begin(): Promise<SignInPage>
  /** The page that is still open; undefined if there is none. */
  pending(): SignInPage | undefined
}
