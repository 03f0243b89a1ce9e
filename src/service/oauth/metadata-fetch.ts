import { ServiceError } from '../domain/errors.ts'
import type { FetchFile, Log } from '../ports.ts'
import { traceOf } from '../trace.ts'

/**
 * The fetch for metadata documents of clients. It has the same guard as files from addresses: HTTPS only, no redirects, and
 * public addresses only, checked when the connection is made. The reason of a failure goes to the log only: a client must not
 * learn what this network can reach.
 */
export function metadataFetch({ fetchFile, log }: { readonly fetchFile: FetchFile; readonly log: Log }) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { body } = await fetchFile(url, init?.signal ?? AbortSignal.timeout(LIMIT_MS)).catch((error: unknown) => {
      const why = error instanceof ServiceError ? { why: error.message } : traceOf(error)
      log.warn('the document of a client could not be fetched:', { host: new URL(url).host, ...why })
      throw error
    })
    return new Response(ReadableStream.from(body), { headers: { 'content-type': 'application/json' } })
  }
}

const LIMIT_MS = 2500
