import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type * as z from 'zod'
import type { BatchStatus } from '../../src/contract/batch.ts'
import { api } from '../../src/contract/operations.ts'
import { type Created, Created as CreatedSchema } from '../../src/contract/plan.ts'
import { MARK } from '../../src/service/files/blobs.ts'
import { refusalIn, type Sent, type World } from './world.ts'

export const MENU = `{
  "menu": { "open": "Open the file", "save": "Save {name} now" },
  "help": "Read the manual"
}
`

/** Creates a batch from JSON text with an instruction, planned when this returns. */
export function createMenu(world: World, instruction = 'Translate everything into German.') {
  return world.call(api.batches.create, { body: { content: MENU, filename: 'menu.json', instruction } })
}

/** Approves the plan of a batch and waits until the work has ended. */
export async function translate(
  world: World,
  { batch, plan_revision }: Pick<z.output<typeof Created>, 'batch' | 'plan_revision'>,
) {
  await world.call(api.batches.approve, {
    params: { batch_id: batch.id },
    body: { expected_plan_revision: plan_revision ?? '' },
  })
  return await reaches(world, batch.id, 'completed')
}

/** Waits until a batch has a status. */
export async function reaches(world: World, batch_id: string, status: BatchStatus) {
  const read = () => world.call(api.batches.get, { params: { batch_id } })
  await expect.poll(async () => (await read()).status, { interval: 20, timeout: 20_000 }).toBe(status)
  return await read()
}

/** Fetches a link as it is, without a credential. */
export async function follow(url: string, init: RequestInit = {}): Promise<Sent & { bytes: Uint8Array }> {
  const response = await fetch(url, init)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  return { status: response.status, headers: response.headers, text, bytes }
}

/** The finished file of a batch. */
export async function resultOf(world: World, batch_id: string) {
  const result = await world.call(api.batches.result, { params: { batch_id } })
  return { result, file: await follow(result.url) }
}

export interface FormFile {
  readonly name: string
  readonly bytes: string | Uint8Array<ArrayBuffer>
}

/** Sends a multipart creation. */
export async function sendForm(
  world: World,
  file: FormFile | undefined,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Sent> {
  const form = new FormData()
  if (file !== undefined) form.set('file', new Blob([file.bytes]), file.name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${world.key}`, ...headers } }
  return await follow(`${world.baseUrl}/v1/batches`, init)
}

/** The creation in an answer that must be one. */
export function createdIn({ status, text }: Sent, expected: 200 | 201 = 201): z.output<typeof Created> {
  expect(status, text).toBe(expected)
  return CreatedSchema.parse(JSON.parse(text).data)
}

/** The refusal of a multipart creation. */
export async function refuseForm(...sent: Parameters<typeof sendForm>) {
  return refusalIn(await sendForm(...sent))
}

/** What lies in the folder of stored contents. */
export function storedFiles(world: World): string[] {
  return storedIn(world.dataDir)
}

/** The same of a data folder, without what says whose it is. */
export function storedIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files')).filter(name => name !== MARK)
}
