import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import * as z from 'zod'
import { ABOUT, pathIn, SUMS } from './parts.ts'
import { BackupRefused } from './refused.ts'

/** What a backup says of itself. */
export const About = z.object({
  format: z.literal(1),
  made_at: z.string(),
  program: z.string(),
  schema: z.int(),
  keys: z.boolean(),
})
export type About = z.output<typeof About>

/** Takes one entry of a backup; it has to read `body` to its end. `path` is one of a data folder. */
export type Take = (path: string, body: AsyncIterable<Uint8Array>) => Promise<void>

/** What was read of a backup. Sizes in bytes. */
export interface ReadBack {
  readonly about: About
  readonly entries: number
  readonly size_bytes: number
}

/** The most bytes of an entry that is read as a text: sums of more than a million files. */
const LONGEST_TEXT = 128 * 1024 * 1024

/**
 * Reads a backup to its end, and checks that it is whole: each entry has the SHA-256 that is written down, none is missing and none
 * is there in addition.
 *
 * @throws {BackupRefused} not_a_backup; damaged
 */
export async function unpack(source: Readable, take: Take = drain): Promise<ReadBack> {
  const seen = new Map<string, string>()
  let about: About | undefined
  let sums: string | undefined
  let size = 0
  try {
    for await (const { header, body } of entriesOf(source)) {
      const path = header.type === 'file' || header.type === undefined ? pathIn(header.name) : undefined
      if (path === undefined || sums !== undefined) throw notOurs()
      if (about === undefined && path !== ABOUT) throw notOurs()
      if (seen.has(path)) throw damaged(`${path} is in it twice`)
      const hash = createHash('sha256')
      const pieces = hashed(body, hash)
      if (path === ABOUT) about = readAbout(await textOf(pieces))
      else if (path === SUMS) sums = await textOf(pieces)
      else await take(path, pieces)
      size += header.size
      if (path !== SUMS) seen.set(path, hash.digest('hex'))
    }
  } catch (error) {
    throw isOfArchive(error) ? damagedOrForeign(about) : error
  } finally {
    source.destroy()
  }
  if (about === undefined) throw notOurs()
  compare(seen, sums)
  return { about, entries: seen.size - 1, size_bytes: size }
}

function entriesOf(source: Readable) {
  const gunzip = createGunzip()
  source.once('error', error => gunzip.destroy(error))
  const bytes: ReadableStream<Uint8Array> = Readable.toWeb(source.pipe(gunzip))
  return bytes.pipeThrough(createTarDecoder({ strict: true }))
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: { update(piece: Uint8Array): unknown }) {
  for await (const piece of body) {
    hash.update(piece)
    yield piece
  }
}

async function drain(_path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > LONGEST_TEXT) throw notOurs()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readAbout(text: string): About {
  const found = About.safeParse(parsed(text))
  if (found.success) return found.data
  const later = z.object({ format: z.int().min(2) }).safeParse(parsed(text))
  if (!later.success) throw notOurs()
  throw new BackupRefused(
    'newer',
    'A newer version of this program made this backup. Update translation-mcp, then restore it.',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws {BackupRefused} damaged, naming the first entry that is not as it was written down */
function compare(seen: ReadonlyMap<string, string>, sums: string | undefined): void {
  if (sums === undefined) throw damaged('its end is missing')
  const written = new Map(sums.split('\n').flatMap(line => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])))
  for (const [path, sum] of written) {
    if (!seen.has(path)) throw damaged(`${path} is missing`)
    if (seen.get(path) !== sum) throw damaged(`${path} is not what was backed up`)
  }
  for (const path of seen.keys()) if (!written.has(path)) throw damaged(`${path} does not belong to it`)
}

/** True for an error of decompression or of the archive, not of reading the file. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BackupRefused) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code === undefined || code.startsWith('Z_') || code === 'ABORT_ERR'
}

function damagedOrForeign(about: About | undefined): BackupRefused {
  return about === undefined ? notOurs() : damaged('it is cut off, or was changed')
}

function notOurs(): BackupRefused {
  return new BackupRefused(
    'not_a_backup',
    'This file is no backup that `translation-mcp backup` made. Nothing was restored.',
  )
}

function damaged(what: string): BackupRefused {
  return new BackupRefused('damaged', `The backup is damaged: ${what}. Nothing was restored; take another backup.`)
}
