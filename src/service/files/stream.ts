import { ServiceError } from '../domain/errors.ts'

/** A web stream that reads a chunk of its source only when its reader asks for one, and ends the source when its reader cancels. */
export function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * The chunks of a request's body. A caller of this function that stops reading does not cancel the body: that would close the
 * connection before a refusal has reached the sender.
 *
 * @throws {ServiceError} invalid_request when the sender breaks the connection off: that is no failure of the service
 */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  // Where the connection is gone before the first chunk is asked for, what had come until then looks like the whole.
  let missing = Number(request.headers.get('content-length') ?? 0)
  try {
    for (;;) {
      const next = await reader?.read().catch(brokenOff)
      if (next === undefined) return
      if (next.done) return missing > 0 ? brokenOff() : undefined
      missing -= next.value.length
      yield next.value
    }
  } finally {
    reader?.releaseLock()
  }
}

function brokenOff(): never {
  throw new ServiceError('invalid_request', 'The body broke off before its end. Send it again.')
}
