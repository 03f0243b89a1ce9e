/** An upload address as it is kept. */
export interface KeptUpload {
  readonly id: string
  readonly principal: string
  /** JSON, which its place does not read. */
  readonly held: string
  /** The newest permission of its caller: a secret. Undefined where the place keeps none. */
  readonly caller: string | undefined
  readonly closed: boolean
  readonly sending: boolean
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

/** What is kept of an address at its beginning. */
export interface NewUpload extends Pick<KeptUpload, 'id' | 'principal' | 'held' | 'caller' | 'expires_at'> {
  /** SHA-256 of the secret in the address, in hex. */
  readonly secret_hash: string
}

/** Where the upload addresses of a server are kept: for all its processes alike. Each call is one transaction. */
export interface UploadPlace {
  /** Keeps a new address. The oldest give way where a principal, or all together, have too many. */
  add(upload: NewUpload): Promise<void>
  find(by: { readonly id: string } | { readonly secret_hash: string }): Promise<KeptUpload | undefined>
  /** Notes the newest permission of its caller. */
  hear(id: string, caller: string): Promise<void>
  /** Takes the turn to send, for half a minute. False while another has it, or once it is closed. */
  begin(id: string, sender: string): Promise<boolean>
  /** Takes it for another half minute. */
  renew(id: string, sender: string): Promise<void>
  /** Keeps what became of it; with a sender, only while that one has the turn. */
  keep(id: string, upload: Pick<KeptUpload, 'held' | 'closed'>, sender?: string): Promise<void>
  /** The same, and ends the turn. */
  end(id: string, upload: Pick<KeptUpload, 'held' | 'closed'>, sender: string): Promise<void>
  /** Closes it, unless somebody sends: then false. */
  close(id: string): Promise<boolean>
}
