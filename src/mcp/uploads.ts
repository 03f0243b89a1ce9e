import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Created } from '../contract/plan.ts'

/** A file that came to an upload address, and the translation that was made from it. */
export interface ArrivedFile {
  readonly name: string
  created: Created
  request_id: string
  /** The instruction that its batch was last planned with. */
  instruction: string | undefined
  /** When its plan was last read, in milliseconds since 1970. */
  read_at: number
}

/** What the page at the address may say about where files go. */
export interface UploadTerms {
  /** The name of the member whose assistant waits; undefined where nobody signs in. */
  readonly asker: string | undefined
  /** The extensions of the files that the service reads. */
  readonly formats: readonly string[]
  /** The most bytes of a file, whatever its format. */
  readonly most_bytes: number
}

/** What a caller is about to send to an upload address: what it is for, and what became of it. */
export interface UploadHandle {
  readonly upload_id: string
  readonly principal: string
  readonly filename: string | undefined
  /** The instruction that its files are planned with when they arrive. */
  readonly instruction: string | undefined
  readonly terms: UploadTerms
  /** Part of the idempotency keys of the batches that it makes. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** In the order in which they came. */
  readonly arrived: ArrivedFile[]
  /** Why a file was not taken, by its name: until one of that name is. */
  readonly refused: Map<string, string>
  /** Why the last attempt failed. */
  last_refusal: string | undefined
  /** One file at a time. */
  sending: boolean
  /** Files that the page is still to send, as it said last, and until when that is believed, in milliseconds since 1970. */
  coming: { readonly files: number; readonly until: number } | undefined
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

/**
 * The upload handles of this process. Each takes a file, or from its page several, until it is closed; it works for a short time, and belongs
 * to one caller.
 */
export interface UploadHandles {
  open(principal: string, wishes: UploadWishes): UploadInvitation
  /** The handle of this principal; undefined if it is unknown, belongs to another, or expired before its file had arrived. */
  find(principal: string, upload_id: string): UploadHandle | undefined
  /** The handle that belongs to the secret in an upload address; undefined if it is unknown or has expired. */
  behind(secret: string): UploadHandle | undefined
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

/** The most handles of one principal. A new handle then replaces the oldest of the same principal. */
const EACH = 100
/** The most handles of all principals together. A new handle then replaces the oldest of all. */
const KEPT = 10_000

/** Handles in memory: they are lost when the process ends, and the files must then be sent again. Only hashes of secrets are kept. */
export function createUploadHandles(baseUrl: string, lifetimeMs: number, clock: () => number): UploadHandles {
  /** By the hash of the secret, oldest first. */
  const handles = new Map<string, UploadHandle>()
  const live = (handle: UploadHandle | undefined) => (handle && clock() < handle.expires_at ? handle : undefined)
  return {
    open(principal, { filename, instruction, terms }) {
      const secret = randomBytes(24).toString('base64url')
      const handle: UploadHandle = {
        upload_id: `mup_${randomUUID()}`,
        principal,
        filename,
        instruction,
        terms,
        key: `mcp-upload-${randomUUID()}`,
        expires_at: clock() + lifetimeMs,
        arrived: [],
        refused: new Map(),
        last_refusal: undefined,
        sending: false,
        coming: undefined,
        closed: false,
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
      return handle.arrived.length === 0 && !handle.sending ? live(handle) : handle
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
