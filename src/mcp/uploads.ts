import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Created } from '../contract/plan.ts'

/** The state of an upload. */
export type UploadState =
  /** `refused`: why the last attempt failed. */
  | { readonly kind: 'waiting'; readonly refused?: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'done'; readonly created: Created; readonly request_id: string }

/** One file that a caller is about to send from elsewhere: its purpose, and its outcome. */
export interface UploadHandle {
  readonly upload_id: string
  readonly principal: string
  readonly filename: string | undefined
  /** The words its translation was last planned with. */
  instruction: string | undefined
  /** The idempotency key of the one translation it makes. */
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

/** Upload handles of this process: one-time, short-lived, bound to the caller (design: files never travel inside a message). */
export interface UploadHandles {
  open(principal: string, wishes: { filename: string | undefined; instruction: string | undefined }): UploadInvitation
  /** The handle of this caller; undefined for an unknown or foreign one, or one that expired before the file had arrived. */
  find(principal: string, upload_id: string): UploadHandle | undefined
  /** The handle behind the secret of an upload address that has not expired. */
  behind(secret: string): UploadHandle | undefined
}

/** The most handles of one caller. A new one replaces her oldest, never a handle of another caller. */
const EACH = 100
const KEPT = 10_000

/** Handles in memory: lost with the process, which costs a new upload. Only the hash of a secret is kept. */
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
      // The record of a finished upload is kept longer than its address is valid.
      return handle.state.kind === 'waiting' ? live(handle) : handle
    },
    behind: secret => live(handles.get(hashed(secret))),
  }
}

/** True for an id that this server makes, as opposed to one of the API. */
export function isHandleId(upload_id: string): boolean {
  return upload_id.startsWith('mup_')
}

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
