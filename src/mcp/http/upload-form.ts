import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/** The file of a submitted upload page: its name, and its bytes as they come. */
export interface FormFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The form is not one with a file in it, or broke off. */
export class BadForm extends Error {}

/**
 * Reads a multipart/form-data body as a stream up to its file part, which is then read by the caller.
 *
 * @throws BadForm
 */
export function fileOfForm(request: Request): Promise<FormFile> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new BadForm('Choose a file and send the form again.'))
    if (request.body === null) return refuse()
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        limits: { files: 1, fields: 4 },
      })
    } catch {
      return refuse()
    }
    parser.on('file', (_field, bytes, name) => {
      if (name) return resolve({ name, bytes })
      bytes.resume()
      refuse()
    })
    parser.on('error', refuse)
    parser.on('finish', refuse)
    const body: WebStream<Uint8Array> = request.body
    Readable.fromWeb(body).on('error', refuse).pipe(parser)
  })
}
