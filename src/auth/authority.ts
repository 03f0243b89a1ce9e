import * as z from 'zod'
import { isOnThisMachine } from '../contract/url.ts'
import { because, SignInFailed } from './failure.ts'
import { refuseMcpServer } from './mcp-server.ts'

/** Who issues tokens for an API, and the resource that they are issued for (RFC 8707). */
export interface Authority {
  readonly issuer: string
  readonly resource: string
}

/** Longest wait for one document, in milliseconds. */
const PATIENCE_MS = 8000

const Protected = z.looseObject({ resource: z.url(), authorization_servers: z.array(z.url()).min(1) })
const Issuing = z.looseObject({ issuer: z.url() })

/** The form of an API's address under which its logins are stored: without query, fragment and trailing slash. */
export function apiAddress(given: string): string {
  const { origin, pathname } = new URL(given)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/**
 * Asks an API who issues its tokens. The resource metadata says it (RFC 9728). Without that, an authorization server at the API's
 * own origin is used, if it has metadata (RFC 8414). A document about another resource or issuer is ignored.
 *
 * @throws {SignInFailed} unreachable; mcp_server; no_authority, where the API names no server; unsuitable
 */
export async function findAuthority(apiUrl: string): Promise<Authority> {
  const address = apiAddress(apiUrl)
  const found = await authorityNamed(address)
  await refuseMcpServer(address)
  if (found !== undefined) return found
  throw new SignInFailed(
    'no_authority',
    `${new URL(address).origin} does not say where to sign in. Set TRANSLATION_API_KEY to a workspace key of that service.`,
  )
}

async function authorityNamed(address: string): Promise<Authority | undefined> {
  const { origin, pathname } = new URL(address)
  const base = pathname.replace(/\/+$/, '')
  for (const path of new Set([`${base}/v1`, base, ''])) {
    const found = Protected.safeParse(await read(`${origin}/.well-known/oauth-protected-resource${path}`))
    const [issuer] = found.data?.authorization_servers ?? []
    if (found.data && issuer !== undefined && covers(found.data.resource, `${address}/v1`)) {
      return checked({ issuer, resource: found.data.resource })
    }
  }
  const own = Issuing.safeParse(await read(`${origin}/.well-known/oauth-authorization-server`))
  if (own.success && new URL(own.data.issuer).href === `${origin}/`) {
    return checked({ issuer: own.data.issuer, resource: `${address}/v1` })
  }
  return undefined
}

/** True if the API's operations are below the resource, so that a token for the resource is valid for them (RFC 9728 § 3.3). */
function covers(resource: string, operations: string): boolean {
  const [named, used] = [new URL(resource), new URL(operations)]
  const below = `${named.pathname.replace(/\/+$/, '')}/`
  return named.origin === used.origin && `${used.pathname}/`.startsWith(below)
}

/** Refuses a sign-in without https. Only an API on this machine may send a person to a server on this machine. */
function checked(authority: Authority): Authority {
  const [issuer, resource] = [new URL(authority.issuer), new URL(authority.resource)]
  if (issuer.protocol === 'https:' || (isOnThisMachine(issuer) && isOnThisMachine(resource))) return authority
  throw new SignInFailed('unsuitable', `${resource.origin} sends its sign-in to an address that is not https.`)
}

/** Reads a JSON document; undefined where the address has none. @throws {SignInFailed} unreachable */
async function read(address: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(address, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
    const text = await answer.text()
    return answer.ok ? JSON.parse(text) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw new SignInFailed('unreachable', `${new URL(address).origin} cannot be reached.${because(error)}`)
  }
}
