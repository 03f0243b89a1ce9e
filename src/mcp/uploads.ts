import type { Caller } from '../auth/caller.ts'
import type { Recent } from './recent.ts'
import type { ArrivedFile, Coming, UploadTerms } from './upload-held.ts'

/** What a caller is about to send to an upload address: a copy of what is kept, which counts once it is kept again. */
export interface UploadHandle {
  readonly upload_id: string
  readonly principal: string
  readonly filename: string | undefined
  readonly instruction: string | undefined
  readonly terms: UploadTerms
  readonly key: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
  readonly arrived: ArrivedFile[]
  readonly refused: Map<string, string>
  last_refusal: string | undefined
  coming: Coming | undefined
  /** The newest permission of its caller that is kept; undefined where none may be. */
  readonly caller: string | undefined
  /** Somebody sends a file now: one at a time. */
  readonly sending: boolean
  /** Takes no further file. */
  closed: boolean
}

/** What a caller is given to send files with. */
export interface UploadInvitation {
  readonly upload_id: string
  readonly url: string
  readonly method: 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly expires_at: string
}

/** What an upload is opened for. */
export interface UploadWishes {
  readonly filename: string | undefined
  readonly instruction: string | undefined
  readonly terms: UploadTerms
}

/** The right to send to an address, which one request has at a time. Its handle is as it was when it was taken. */
export interface UploadTurn {
  readonly handle: UploadHandle
  /** Keeps the handle as it is now. */
  keep(): Promise<void>
  /** Keeps it and ends the turn. */
  end(): Promise<void>
}

/**
 * The upload handles of this server. Each takes a file, or from its page several, until it is closed; it works for a short time, and belongs
 * to one caller, whose permission (`caller`) may be kept with it.
 */
export interface UploadHandles {
  open(principal: string, wishes: UploadWishes, caller?: string): Promise<UploadInvitation>
  /** The handle of this principal; undefined if it is unknown, belongs to another, or expired before its file had arrived. */
  find(principal: string, upload_id: string, caller?: string): Promise<UploadHandle | undefined>
  /** The handle that belongs to the secret in an upload address; undefined if it is unknown or has expired. */
  behind(secret: string): Promise<UploadHandle | undefined>
  /** Takes the turn; undefined while another request has it, or once the handle is closed. */
  begin(handle: UploadHandle): Promise<UploadTurn | undefined>
  /** Closes a handle, so that it takes no further file. False while somebody sends. */
  close(handle: UploadHandle): Promise<boolean>
  /** Keeps a closed handle as it is now. */
  keep(handle: UploadHandle): Promise<void>
  /** Files whose plans this process read a moment ago, by the id of their batch. */
  readonly read: Recent<ArrivedFile>
}

/** The most files of one handle: what came of them is kept in memory, with their plans. */
export const MOST_UPLOADED = 20
/** So many refused files of one handle are remembered. */
const MOST_REFUSED = 50

/** True for a handle that takes a further file. */
export function takesMore({ closed, arrived }: UploadHandle): boolean {
  return !closed && arrived.length < MOST_UPLOADED
}

/** Keeps why a file was not taken, for the page and for the agent. */
export function refuseFile({ refused }: UploadHandle, name: string, reason: string): void {
  if (refused.has(name) || refused.size < MOST_REFUSED) refused.set(name, reason)
}

/** True for the id of an upload to this server, false for the id of an upload to the API. */
export function isHandleId(upload_id: string): boolean {
  return upload_id.startsWith('mup_')
}

/** The permission of the caller, for whoever takes her files at another process. */
export function permissionIn({ caller }: { readonly caller?: Caller | undefined }): string | undefined {
  return caller && JSON.stringify(caller)
}
