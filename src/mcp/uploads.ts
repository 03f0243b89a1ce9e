import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Created } from '../contract/plan.ts'

/** The state of an upload. */
export type UploadState =
  /** `refused`: why the last attempt failed, if there was one. */
  | { readonly kind: 'waiting'; readonly refused?: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'done'; readonly created: Created; readonly request_id: string }

/** One file that a caller is about to send to an upload address: what it is for, and what became of it. */
export interface UploadHandle {
  readonly upload_id: string
  readonly principal: string
  readonly filename: string | undefined
  /** The instruction that its batch was last planned with. */
  instruction: string | undefined
  /** The idempotency key of the one batch that it makes. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
  state: UploadState
}

/** What a caller is given to send the file with. */
export interface UploadInvitation {
  readonly upload_id: string
  readonly url: string
  readonly method: 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly expires_at: string
}

/** The upload handles of this process. Each works once, for a short time, and belongs to one caller. */
export interface UploadHandles {
  open(principal: string, wishes: { filename: string | undefined; instruction: string | undefined }): UploadInvitation
  /** The handle of this principal; undefined if it is unknown, belongs to another, or expired before its file had arrived. */
  find(principal: string, upload_id: string): UploadHandle | undefined
  /** The handle that belongs to the secret in an upload address; undefined if it is unknown or has expired. */
  behind(secret: string): UploadHandle | undefined
}

/** The most handles of one principal. A new handle then replaces the oldest of the same principal. */
const EACH = 100
/** The most handles of all principals together. A new handle then replaces the oldest of all. */
const KEPT = 10_000

/** Handles in memory: they are lost when the process ends, and the file must then be sent again. Only hashes of secrets are kept. */
export function createUploadHandles(baseUrl: string, lifetimeMs: number, clock: () => number): UploadHandles {
  /** By the hash of the secret, oldest first. */
  const handles = new Map<string, UploadHandle>()
  const live = (handle: UploadHandle | undefined) => (handle && clock() < handle.expires_at ? handle : undefined)
  return {
    open(principal, { filename, instruction }) {
      const secret = randomBytes(24).toString('base64url')
      const handle: UploadHandle = {
        upload_id: `mup_${randomUUID()}`,
        principal,
        filename,
        instruction,
        key: `mcp-upload-${randomUUID()}`,
        expires_at: clock() + lifetimeMs,
        state: { kind: 'waiting' },
      }
      const own = [...handles].filter(([, one]) => one.principal === principal)
      const [oldest] = own.length >= EACH ? own : handles.size >= KEPT ? handles : []
      if (oldest !== undefined) handles.delete(oldest[0])
      handles.set(hashed(secret), handle)
      return {
        upload_id: handle.upload_id,
        url: `${baseUrl}/upload/${secret}/${filename === undefined ? '' : encodeURIComponent(filename)}`,
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        expires_at: new Date(handle.expires_at).toISOString(),
      }
    },
    find(principal, upload_id) {
      const handle = [...handles.values()].find(one => one.upload_id === upload_id)
      if (handle?.principal !== principal) return undefined
      // The result of an upload can be asked for after its address has expired.
      return handle.state.kind === 'waiting' ? live(handle) : handle
    },
    behind: secret => live(handles.get(hashed(secret))),
  }
}

/** True for the id of an upload to this server, false for the id of an upload to the API. */
export function isHandleId(upload_id: string): boolean {
  return upload_id.startsWith('mup_')
}

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
