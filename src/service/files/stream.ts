import { ServiceError } from '../domain/errors.ts'

/** A web stream of chunks that are read only as fast as they are taken, and no further once nobody takes them. */
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
 * The chunks of a request's body. Leaving the loop does not cancel the body: that would break the connection off before the
 * refusal has reached the caller.
 *
 * @throws {ServiceError} invalid_request when the caller breaks off: no failure of the service
 */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  try {
    for (;;) {
      const next = await reader?.read().catch(brokenOff)
      if (next === undefined || next.done) return
      yield next.value
    }
  } finally {
    reader?.releaseLock()
  }
}

function brokenOff(): never {
  throw new ServiceError('invalid_request', 'The body broke off before its end. Send it again.')
}
