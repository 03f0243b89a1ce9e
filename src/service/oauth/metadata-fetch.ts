import type { FetchFile } from '../ports.ts'

/**
 * The fetch by which metadata documents of clients are read: the same guard as for files from addresses, so HTTPS only, no
 * redirects, and public addresses only, checked where the connection is made.
 */
export function metadataFetch(fetchFile: FetchFile) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { body } = await fetchFile(url, init?.signal ?? AbortSignal.timeout(LIMIT_MS))
    return new Response(ReadableStream.from(body), { headers: { 'content-type': 'application/json' } })
  }
}

const LIMIT_MS = 2500
