import { Zip, ZipDeflate } from 'fflate'

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
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = now
    archive.add(file)
    for await (const chunk of content()) {
      file.push(chunk)
      yield* taken()
    }
    file.push(new Uint8Array(), true)
    yield* taken()
  }
  archive.end()
  yield* taken()
}
