import { createHash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { ServerParts } from '../context.ts'
import type { UploadHandle } from '../uploads.ts'
import { BadForm } from './upload-form.ts'

const RETRY = 'Nothing was stored or spent. The address still works: send this file again, or another one.'
const UNSURE =
  'It is not known whether the file was stored. Nothing was spent, and sending the same file again is safe.'

/** Statuses of the API that the sender gets too. Any other becomes 502: the sender cannot change what causes it. */
const ABOUT_THE_FILE = new Set<number | null>([400, 409, 413, 422, 429, 503])

/** The sender disconnected. Nobody reads the response, but the handle keeps the reason for the agent. */
export class BrokenOff extends Error {}

/** A file as it comes in. */
export interface FileOnItsWay {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly size?: number
}

/** Streams a file to the API with the instruction of the handle, and keeps the batch that was made of it. @throws {ApiError} as creating does */
export async function passToApi(
  { name, bytes, size }: FileOnItsWay,
  handle: UploadHandle,
  client: Client,
  signal: AbortSignal,
  now: number,
): Promise<void> {
  const { instruction } = handle
  const { data, request_id } = await client.call(
    api.batches.create,
    { body: instruction === undefined ? {} : { instruction } },
    {
      signal,
      idempotencyKey: keyOf(handle, name),
      file: { name, open: () => bytes, ...(size === undefined ? {} : { size }) },
    },
  )
  handle.arrived.push({ name, created: data, request_id, instruction, read_at: now })
}

/** The same for each attempt at one file: a file whose answer was lost is not made twice. Another one of its name, later, has another key. */
function keyOf({ key, arrived }: UploadHandle, name: string): string {
  const before = arrived.filter(file => file.name === name).length
  return `${key}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}-${before}`
}

/** Why a file was not taken: `reason` is what stays true of it, `message` says too what its sender can do now. */
export interface FileRefusal {
  readonly status: number
  readonly reason: string
  readonly message: string
}

/** Why an upload failed, in words for the sender and for the agent that asked for the file. */
export function whyRefused(error: unknown, parts: Pick<ServerParts, 'report'>): FileRefusal {
  const told = (status: number, reason: string, more = '') => ({ status, reason, message: `${reason} ${more}`.trim() })
  if (error instanceof BrokenOff) return told(400, 'The transfer broke off.', UNSURE)
  if (error instanceof BadForm) return told(400, error.message)
  if (error instanceof ApiError) {
    const status = error.status !== null && ABOUT_THE_FILE.has(error.status) ? error.status : 502
    return told(status, error.message, error.may_have_applied ? UNSURE : RETRY)
  }
  parts.report('an upload failed', error)
  return told(500, 'The upload could not be passed on.', UNSURE)
}
