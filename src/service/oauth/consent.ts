import { SCOPE_NAMES, type Scope } from '../../contract/scopes.ts'
import { shellWord } from '../../contract/shell-word.ts'
import { isOnThisMachine, urlOf } from '../../contract/url.ts'
import { grantedScopes, scopeWords } from '../domain/ceiling.ts'
import { FIRST_WORKSPACE } from '../domain/members.ts'
import { hostByScheme } from './redirects.ts'

/** The longest life of a connection, in days: after that its member is asked again. */
export const CONNECTION_DAYS = 90

/** What a consent page offers, from the request and the member's ceiling. What the member ticks is checked against it again. */
export interface Offer {
  readonly resources: readonly string[]
  readonly requested: readonly Scope[]
  /** What the member may tick. */
  readonly offered: readonly Scope[]
  /** Requested, but beyond the ceiling: an admin could widen it. */
  readonly overCeiling: readonly Scope[]
  /** The requested scopes of OpenID itself, which give no access to the API. */
  readonly openid: readonly string[]
}

/** The offer of a consent. */
export function offerOf(
  params: Readonly<Record<string, unknown>>,
  known: readonly string[],
  ceiling: readonly Scope[],
): Offer {
  const words = scopeWords(params.scope)
  const requested = grantedScopes({ requested: words, ceiling: SCOPE_NAMES })
  const offered = grantedScopes({ requested, ceiling })
  const asked = [params.resource].flat()
  return {
    resources: known.filter(resource => asked.includes(resource)),
    requested,
    offered,
    overCeiling: requested.filter(scope => !offered.includes(scope)),
    openid: words.filter(word => word === 'openid' || word === 'offline_access'),
  }
}

/** Where the answer of an approval is sent. */
export interface Return {
  /** Host, or scheme of a private-use address; null for a device. */
  readonly to: string | null
  readonly loopback: boolean
  /** Name of the host whose address scheme it is; undefined for http and https. */
  readonly app: string | undefined
  /** Addresses for the page's form policy: browsers apply it also to the redirect after a form. */
  readonly formTargets: readonly string[]
}

export function returnOf(redirect: unknown): Return {
  const url = typeof redirect === 'string' ? urlOf(redirect) : undefined
  if (url === undefined) return { to: null, loopback: false, app: undefined, formTargets: [] }
  const web = url.protocol === 'http:' || url.protocol === 'https:'
  return {
    to: web ? url.host : url.protocol,
    loopback: isOnThisMachine(url),
    app: hostByScheme(url.protocol),
    formTargets: [web ? url.origin : url.protocol],
  }
}

/** The command with which an admin widens a member's ceiling by these scopes. */
export function wideningOf(who: { name: string; slug: string }, overCeiling: readonly Scope[]): string {
  const more = overCeiling.map(scope => `+${scope}`).join(',')
  const where = who.slug === FIRST_WORKSPACE ? '' : ` --workspace ${who.slug}`
  return `translation-mcp members set ${shellWord(who.name)} --scopes ${more}${where}`
}
