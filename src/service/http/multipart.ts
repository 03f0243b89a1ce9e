import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ServiceError } from '../domain/errors.ts'

/** A whole form. */
export interface Form<File> {
  readonly fields: Readonly<Record<string, string>>
  /** What `take` made of the file part; undefined when the form has none. */
  readonly file: File | undefined
}

/** What is done with the file part. */
export interface Taking<File> {
  /** Gets its name as sent and its bytes, and reads them to the end or throws to refuse them. `before`: the fields before it. */
  take(fileName: string, content: AsyncIterable<Uint8Array>, before: Readonly<Record<string, string>>): Promise<File>
  /** Undoes `take`, when the rest of the form is refused. */
  drop(file: File): Promise<void>
}

const FIELD_BYTES = 64 * 1024
const FIELDS = 16
const HEADER_BYTES = 16 * 1024

/** The most bytes that the other parts add to a file, so that a Content-Length can be checked before anything is read. */
export const FORM_OVERHEAD_BYTES = FIELDS * (FIELD_BYTES + HEADER_BYTES)

/**
 * Reads a multipart/form-data body as a stream: one file part named `file`, with text fields before or after it. At most one
 * chunk of the file is held in memory. A body that is refused is not read further.
 *
 * @throws {ServiceError} invalid_request for a body that is no such form or ends early; what `take` refuses with
 */
export async function readForm<File>(request: Request, taking: Taking<File>): Promise<Form<File>> {
  const parser = openParser(request.headers.get('content-type') ?? '')
  const fields: Record<string, string> = Object.create(null)
  let file: Promise<File> | undefined
  // The file's content while it arrives; undefined before it, and again when the next part shows that it is whole.
  let arriving: { destroy(error: Error): unknown } | undefined
  const refusal = new Promise<never>((_, reject) => {
    const refuse = (message: string): void => reject(new ServiceError('invalid_request', message))
    parser.on('error', () => refuse(BROKEN))
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => {
        arriving = undefined
        refuse('The form has too many parts: send one file and its fields.')
      })
    }
    parser.on('field', (name, value, _, truncated) => {
      arriving = undefined
      if (truncated) return refuse('A field of the form is too long.')
      if (Object.hasOwn(fields, name)) return refuse('A field of the form is given twice.')
      fields[name] = value
    })
    parser.on('file', (name, stream, fileName) => {
      stream.on('error', () => refuse(BROKEN))
      if (name !== 'file') return refuse('The file part of the form must be named file.')
      arriving = stream
      file = taking.take(fileName ?? '', partOf(stream), { ...fields })
      file.catch(error => {
        stream.resume()
        reject(error)
      })
    })
  })
  refusal.catch(() => undefined)
  try {
    await pump(request, parser, refusal)
    return { fields, file: await file }
  } catch (error) {
    parser.destroy()
    // The parser leaves the file open when it ends: whoever reads it would wait for ever.
    arriving?.destroy(new ServiceError('invalid_request', BROKEN))
    // A refused file, or one that cannot be stored, ends its stream early, which looks like a broken form: its own error counts.
    const taken = await Promise.allSettled(file === undefined ? [] : [file])
    for (const outcome of taken) {
      if (outcome.status === 'rejected') throw outcome.reason
      await taking.drop(outcome.value)
    }
    throw error
  }
}

const BROKEN = 'The body is not a whole multipart form.'

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (field, _, fileName) => field === 'file' || fileName !== undefined,
      preservePath: true,
      limits: {
        files: 1,
        fields: FIELDS,
        parts: FIELDS + 1,
        fieldSize: FIELD_BYTES,
        headerSize: HEADER_BYTES,
        fieldNameSize: 100,
      },
    })
  } catch {
    throw new ServiceError('invalid_request', 'The multipart form names no boundary.')
  }
}

/** The bytes of the file part. If they end too early, for whatever reason, the form is reported as broken. */
async function* partOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch {
    brokenOff()
  }
}

function brokenOff(): never {
  throw new ServiceError('invalid_request', BROKEN)
}

/**
 * Feeds the body to the parser. It does not use `for await`: leaving such a loop cancels the body, and that closes the connection
 * before the refusal has reached the caller.
 */
async function pump(request: Request, parser: BusboyInstance, refusal: Promise<never>): Promise<void> {
  const finished = new Promise<void>(resolve => parser.on('finish', resolve))
  const reader = request.body?.getReader()
  try {
    for (;;) {
      const next = await Promise.race([reader?.read().catch(brokenOff), refusal])
      if (next === undefined || next.done) break
      const { value } = next
      await Promise.race([new Promise<void>(resolve => parser.write(value, () => resolve())), refusal])
    }
    parser.end()
    await Promise.race([finished, refusal])
  } finally {
    reader?.releaseLock()
  }
}
