import { isJsonContentType } from '@modelcontextprotocol/server'

/** The body is declared as JSON and cannot be parsed as JSON. */
export const BROKEN = Symbol('not JSON')
/** The body is larger than the limit. */
export const TOO_LARGE = Symbol('too large')

/**
 * Reads the JSON body once for all handlers, so that none of them has to copy the request. Gives undefined without reading if the
 * headers do not say JSON, or name a length above `max_body` (bytes): the handlers refuse such a request themselves. A proxy may send
 * a body in pieces without a length; such a body is read until it ends or is too large.
 */
export async function readJsonBody(request: Request, max_body: number): Promise<unknown> {
  if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) return undefined
  const said = request.headers.get('content-length')
  if (said !== null && !(Number(said) <= max_body)) return undefined
  const text = said === null ? await piecesOf(request, max_body) : await request.text()
  if (text === undefined) return TOO_LARGE
  try {
    return JSON.parse(text)
  } catch {
    return BROKEN
  }
}

/** The text of a body whose length is not known beforehand; undefined if it has more than `max_body` bytes. */
async function piecesOf({ body }: Request, max_body: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > max_body) return undefined
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
