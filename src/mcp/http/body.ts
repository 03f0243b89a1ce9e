import { isJsonContentType } from '@modelcontextprotocol/server'

/** The body is declared as JSON and cannot be parsed as JSON. */
export const BROKEN = Symbol('not JSON')
/** The body is larger than the limit. */
export const TOO_LARGE = Symbol('too large')

/**
 * The JSON body, read once for all handlers: otherwise each would copy the request to look into it. Undefined, and not read, if
 * its headers do not say that it is JSON, or say that it is too large: the handlers refuse that themselves. A proxy may send a
 * body in pieces without a length.
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

/** The text of a body whose length is not known before; undefined for one beyond the bound. */
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
