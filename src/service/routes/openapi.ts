import { createHash } from 'node:crypto'
import type { Page } from '../http/app.ts'
import type { Deps } from '../http/route.ts'

interface Made {
  readonly text: string
  readonly etag: string
}

/** The document of each running service, made when it is first asked for. */
const documents = new WeakMap<Deps, Promise<Made>>()

/** The API as an OpenAPI 3.1 document. It needs no credential: it says nothing of any workspace. */
export const openApiPage: Page = {
  method: 'GET',
  name: 'openapi',
  path: '/openapi.json',
  async respond(request, deps) {
    const { text, etag } = await documentOf(deps)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300', etag }
    if (known(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    return new Response(text, { headers })
  },
}

function documentOf(deps: Deps): Promise<Made> {
  const made = documents.get(deps) ?? make(deps)
  documents.set(deps, made)
  return made
}

async function make({ docsUrl, oauthAddresses }: Deps): Promise<Made> {
  const { openApiDocument } = await import('../../contract/openapi/document.ts')
  const text = JSON.stringify(openApiDocument({ docsUrl, oauth: oauthAddresses }))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

/** True where the caller has this version (RFC 9110 § 13.1.2): a weak tag is compared as a strong one. */
function known(header: string | null, etag: string): boolean {
  return (header ?? '').split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
