import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Recent } from './recent.ts'
import { Held } from './upload-held.ts'
import type { KeptUpload, UploadPlace } from './upload-place.ts'
import type { UploadHandle, UploadHandles, UploadTurn } from './uploads.ts'

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

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
