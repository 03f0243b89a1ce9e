import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { SUMS, TOP } from './parts.ts'

/** An archive that is being made. Each entry is written wholly before the next one. */
export interface Archive {
  /** Puts a text into it. */
  text(path: string, text: string): Promise<void>
  /** Puts an open file into it, as long as it is now. @returns its size in bytes */
  file(path: string, handle: FileHandle): Promise<number>
}

/**
 * A tar archive (POSIX.1-2001) of what `fill` puts into it, as a stream of bytes. Its last entry has the SHA-256 of each other one, as
 * `sha256sum -c` reads it.
 */
export function archiveOf(fill: (archive: Archive) => Promise<void>): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const sums: string[] = []
  const add = async (path: string, size: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const sha256 = await addEntry(controller, { path, size }, pieces)
    sums.push(`${sha256}  ${path}\n`)
  }
  const text = (path: string, written: string) => {
    const bytes = Buffer.from(written)
    return add(path, bytes.length, [bytes])
  }
  const file = async (path: string, handle: FileHandle) => {
    const { size } = await handle.stat()
    await add(path, size, size === 0 ? [] : handle.createReadStream({ start: 0, end: size - 1, autoClose: false }))
    return size
  }
  const filling = async () => {
    await fill({ text, file })
    await text(SUMS, sums.join(''))
    controller.finalize()
  }
  filling().catch((error: unknown) => controller.error(error))
  return readable
}

async function addEntry(
  controller: TarPackController,
  { path, size }: { path: string; size: number },
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const hash = createHash('sha256')
  const writer = controller.add({ name: `${TOP}${path}`, size, mode: 0o600 }).getWriter()
  for await (const piece of pieces) {
    hash.update(piece)
    await writer.ready
    await writer.write(piece)
  }
  await writer.close()
  return hash.digest('hex')
}
