import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'

/** The file of a submitted upload page: its name, and its bytes as they come. */
export interface FormFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The form has no file, or ended too early. */
export class BadForm extends Error {}

const CHOOSE = 'Choose a file and send the form again.'

/**
 * Reads a multipart/form-data body as a stream, up to its file part. The caller then reads the bytes of that part.
 *
 * @throws {BadForm} when the form has no file, or ended too early
 */
export function fileOfForm(body: Readable, contentType: string): Promise<FormFile> {
  if (!/^multipart\/form-data\b.*\bboundary="?[^";\s]/i.test(contentType)) return Promise.reject(new BadForm(CHOOSE))
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new BadForm(CHOOSE))
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { files: 1, fields: 4 } })
    parser.on('file', (_field, bytes, name) => {
      if (!name) {
        bytes.resume()
        return refuse()
      }
      // If the sender disconnects, the reader of the part must get an error and not wait for ever.
      body.once('error', error => bytes.destroy(error))
      parser.once('error', error => bytes.destroy(error instanceof Error ? error : new BadForm(CHOOSE)))
      resolve({ name, bytes })
    })
    parser.on('error', refuse)
    parser.on('finish', refuse)
    body.once('error', refuse)
    body.pipe(parser)
  })
}
