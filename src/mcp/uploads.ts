import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { Created } from '../contract/plan.ts'
import { Recent } from './recent.ts'
import type { KeptUpload, UploadPlace } from './upload-place.ts'

/** A file that came to an upload address, and the translation that was made from it. */
const ArrivedFile = z.object({
  name: z.string(),
  created: Created,
  request_id: z.string(),
  /** The instruction that its batch was last planned with. */
  instruction: z.string().optional(),
  /** When its plan was last read, in milliseconds since 1970. */
  read_at: z.number(),
})
export type ArrivedFile = z.output<typeof ArrivedFile>

/** What the page at the address may say about where files go. */
const UploadTerms = z.object({
  /** The name of the member whose assistant waits; undefined where nobody signs in. */
  asker: z.string().optional(),
  /** The extensions of the files that the service reads. */
  formats: z.array(z.string()).readonly(),
  /** The most bytes of a file, whatever its format. */
  most_bytes: z.number(),
})
export type UploadTerms = z.output<typeof UploadTerms>

/** What is kept of an upload as JSON: what it is for, and what became of it. */
const Held = z.object({
  filename: z.string().optional(),
  /** The instruction that its files are planned with when they arrive. */
  instruction: z.string().optional(),
  terms: UploadTerms,
  /** Part of the idempotency keys of the batches that it makes. */
  key: z.string(),
  /** In the order in which they came. */
  arrived: z.array(ArrivedFile),
  /** Why a file was not taken, by its name: until one of that name is. */
  refused: z.array(z.tuple([z.string(), z.string()])),
  /** Why the last attempt failed. */
  last_refusal: z.string().optional(),
  /** Files that the page is still to send, as it said last, and until when that is believed, in milliseconds since 1970. */
  coming: z.object({ files: z.number(), until: z.number() }).optional(),
})

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
  coming: z.output<typeof Held>['coming']
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

/** How often a turn that goes on is renewed, in milliseconds. */
const RENEW_MS = 10_000

/** The handles in a place. Only hashes of secrets are kept. */
export function createUploadHandles(
  baseUrl: string,
  lifetimeMs: number,
  clock: () => number,
  place: UploadPlace,
): UploadHandles {
  const live = (kept: KeptUpload | undefined) => (kept && clock() < kept.expires_at ? handleOf(kept) : undefined)
  return {
    async open(principal, wishes, caller) {
      const secret = randomBytes(24).toString('base64url')
      const id = `mup_${randomUUID()}`
      const expires_at = clock() + lifetimeMs
      const held = JSON.stringify({ ...wishes, key: `mcp-upload-${randomUUID()}`, arrived: [], refused: [] })
      await place.add({ id, secret_hash: hashed(secret), principal, held, caller, expires_at })
      const { filename } = wishes
      return {
        upload_id: id,
        url: `${baseUrl}/upload/${secret}/${filename === undefined ? '' : encodeURIComponent(filename)}`,
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        expires_at: new Date(expires_at).toISOString(),
      }
    },
    async find(principal, upload_id, caller) {
      const kept = await place.find({ id: upload_id })
      if (kept?.principal !== principal) return undefined
      if (caller !== undefined) await place.hear(upload_id, caller)
      const handle = handleOf(kept)
      // The result of an upload can be asked for after its address has expired.
      return handle.arrived.length === 0 && !handle.sending ? live(kept) : handle
    },
    behind: async secret => live(await place.find({ secret_hash: hashed(secret) })),
    begin: handle => turnAt(place, handle.upload_id),
    async close(handle) {
      handle.closed = await place.close(handle.upload_id)
      return handle.closed
    },
    keep: handle => place.keep(handle.upload_id, kept(handle)),
    read: new Recent(READ),
  }
}

/** So many plans that were read are remembered. */
const READ = 2000

async function turnAt(place: UploadPlace, id: string): Promise<UploadTurn | undefined> {
  const sender = randomUUID()
  if (!(await place.begin(id, sender))) return undefined
  const found = await place.find({ id })
  if (found === undefined) return undefined
  const handle = handleOf(found)
  // One that cannot be renewed now may be renewed the next time; once it is another's, nothing of this one is kept.
  const timer = setInterval(() => void place.renew(id, sender).catch(() => undefined), RENEW_MS).unref()
  return {
    handle,
    keep: () => place.keep(id, kept(handle), sender),
    async end() {
      clearInterval(timer)
      await place.end(id, kept(handle), sender)
    },
  }
}

function handleOf({ id, principal, held, caller, closed, sending, expires_at }: KeptUpload): UploadHandle {
  const { refused, filename, instruction, last_refusal, coming, ...rest } = Held.parse(JSON.parse(held))
  const shown = { upload_id: id, principal, caller, closed, sending, expires_at }
  return { ...rest, ...shown, filename, instruction, last_refusal, coming, refused: new Map(refused) }
}

function kept(handle: UploadHandle): { readonly held: string; readonly closed: boolean } {
  const { filename, instruction, terms, key, arrived, refused, last_refusal, coming, closed } = handle
  const held = { filename, instruction, terms, key, arrived, refused: [...refused], last_refusal, coming }
  return { held: JSON.stringify(held), closed }
}

/** True for the id of an upload to this server, false for the id of an upload to the API. */
export function isHandleId(upload_id: string): boolean {
  return upload_id.startsWith('mup_')
}

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
