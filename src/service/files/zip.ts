import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file of a zip: its name there, and its content as a stream. */
export interface ZipEntry {
  readonly name: string
  readonly content: () => AsyncIterable<Uint8Array>
}

/** Writes a zip as a stream; no entry is held in memory. Names must differ; `now` (ms) is the time its files carry. */
export async function* zip(entries: readonly ZipEntry[], now: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | undefined
  const archive = new Zip((error, chunk) => {
    if (error !== null) failure = error
    else ready.push(chunk)
  })
  const taken = function* (): Generator<Uint8Array> {
    if (failure !== undefined) throw failure
    yield* ready.splice(0)
  }
  for (const { name, content } of entries) {
    const file: Written = { filename: name, compression: DEFLATED, size: 0, crc: 0, mtime: now }
    archive.add(file)
    for await (const chunk of deflated(content(), file)) {
      file.ondata?.(null, chunk, false)
      yield* taken()
    }
    file.ondata?.(null, new Uint8Array(), true)
    yield* taken()
  }
  archive.end()
  yield* taken()
}

/** An entry while it is written. */
interface Written extends ZipInputFile {
  size: number
  crc: number
}

const DEFLATED = 8

/** Packed by Node itself: the streams of fflate 0.8 write damaged data where a file has runs of zeros, as packed documents have. */
async function* deflated(content: AsyncIterable<Uint8Array>, file: Written): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      file.size += chunk.length
      file.crc = crc32(chunk, file.crc)
      yield chunk
    }
  }
  const deflate = createDeflateRaw()
  const packed = pipeline(Readable.from(counted()), deflate)
  // The error of the content comes out of the loop, too.
  packed.catch(() => undefined)
  for await (const chunk of deflate) yield new Uint8Array(chunk)
  await packed
}
