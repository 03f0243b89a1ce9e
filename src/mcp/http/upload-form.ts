import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { MAX_UPLOAD_BYTES } from '../../contract/formats.ts'

/** A file of a submitted upload page: its name, and its bytes as they come. */
export interface FormFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The form has no file, or ended too early. */
export class BadForm extends Error {}

const CHOOSE = 'Choose a file and send the form again.'
const TOO_LONG = 'The rest of the form was not read: this file is too large. Send the others again without it.'
const BROKE_OFF = 'The form broke off. Send what has not arrived again.'

type Part = Readable & AsyncIterable<Uint8Array>
type Event = { readonly name: string; readonly part: Part } | { readonly error: Error } | 'end'

/**
 * Reads a multipart/form-data body as a stream, file by file: the next one comes once the one before was read. What its reader leaves of a
 * file is passed over.
 *
 * @param most no more files than these are given
 * @throws {BadForm} when the form has no file, ended too early, or a file that was left goes on for too long
 */
export async function* filesOfForm(body: Readable, contentType: string, most: number): AsyncGenerator<FormFile> {
  if (!/^multipart\/form-data\b.*\bboundary="?[^";\s]/i.test(contentType)) throw new BadForm(CHOOSE)
  const next = eventsOf(body, contentType, most)
  let count = 0
  for (;;) {
    const event = await next()
    if (event === 'end') {
      if (count === 0) throw new BadForm(CHOOSE)
      return
    }
    if ('error' in event) throw new BadForm(count === 0 ? CHOOSE : BROKE_OFF)
    count += 1
    yield { name: event.name, bytes: event.part.iterator({ destroyOnReturn: false }) }
    await passOver(event.part)
  }
}

/** What the parser finds, one after the other; a part without a name is a field that was left empty. */
function eventsOf(body: Readable, contentType: string, most: number): () => Promise<Event> {
  const found: Event[] = []
  let wake = () => {}
  const tell = (event: Event) => {
    found.push(event)
    wake()
  }
  const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { files: most, fields: 4 } })
  const broken = (error: unknown) => tell({ error: error instanceof Error ? error : new BadForm(BROKE_OFF) })
  parser.on('file', (_field, part, name) => {
    // An error that comes while nobody reads the part is told by the parser too.
    part.on('error', () => undefined)
    if (!name) return void part.resume()
    // If the sender disconnects, the reader of the part must get an error and not wait for ever.
    const end = (error: unknown) => void part.destroy(error instanceof Error ? error : new BadForm(BROKE_OFF))
    body.once('error', end)
    parser.once('error', end)
    part.once('close', () => {
      body.off('error', end)
      parser.off('error', end)
    })
    tell({ name, part })
  })
  parser.on('error', broken)
  parser.on('finish', () => tell('end'))
  body.once('error', broken)
  body.pipe(parser)
  return async () => {
    while (found.length === 0) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    return found.shift() ?? 'end'
  }
}

/** Reads what is left of a part and keeps nothing. @throws {BadForm} where that is more than any file may have */
async function passOver(part: Part): Promise<void> {
  let left = 0
  for await (const chunk of part.iterator({ destroyOnReturn: false })) {
    left += chunk.length
    if (left > MAX_UPLOAD_BYTES) throw new BadForm(TOO_LONG)
  }
}
