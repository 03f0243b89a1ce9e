import { apiAddress } from '../../auth/authority.ts'
import { tlsFailure } from '../../client/tls.ts'
import { shellWord } from '../../contract/shell-word.ts'
import type { ServiceAnswer } from './ask-service.ts'
import { asBroken, type Diagnosis, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Whether the address of a hosted service leads to one. */
export async function lookAtService({ settings, answer }: Examined): Promise<Diagnosis> {
  const { api_url } = settings
  const answered = await answer()
  if (api_url === undefined || answered === undefined) {
    return well('The service inside this program is used: no address is set, and nobody has to sign in.')
  }
  return serviceFound(apiAddress(api_url), answered)
}

const PROBED = '/v1/account'
const ADDRESS = 'TRANSLATION_API_URL (--api-url)'

/** What an answer means, and what to do about it. `address`: as `apiAddress` writes it. */
export function serviceFound(address: string, answer: ServiceAnswer): Diagnosis {
  const { origin } = new URL(address)
  switch (answer.kind) {
    case 'late':
      return asBroken(
        `${origin} did not answer within ${answer.ms / 1000} seconds.`,
        `Try \`curl -sS -m 10 -o /dev/null -w '%{http_code}' ${shellWord(address + PROBED)}\` from this machine: where that hangs too, a firewall, a proxy or the service itself holds the call back.`,
      )
    case 'unreachable':
      return unreachable(origin, answer.cause)
    case 'answered':
      return answeredFound(address, answer)
  }
}

/** By the system's code. */
const CAUSES: ReadonlyMap<string | undefined, readonly [what: string, mend: string]> = new Map([
  ['ENOTFOUND', ['its name is not known', `Check the spelling of ${ADDRESS}, and whether this machine is online.`]],
  ['EAI_AGAIN', ['names cannot be looked up now', 'Check whether this machine is online, and its DNS.']],
  ['ECONNREFUSED', ['nothing listens there', `Start the service, or mend the port in ${ADDRESS}.`]],
  ['ENETUNREACH', ['there is no way to it', 'Check the network of this machine.']],
  ['EHOSTUNREACH', ['there is no way to it', 'Check the network of this machine, and a VPN that it may need.']],
])

function unreachable(origin: string, cause: string | undefined): Diagnosis {
  const distrust = cause === undefined ? undefined : tlsFailure(cause)
  if (distrust !== undefined) {
    return asBroken(`${origin} is not trusted: ${distrust.why}`, distrust.mend.trim() || `Check ${ADDRESS}.`)
  }
  const [what, mend] = CAUSES.get(cause) ?? [
    'the connection broke',
    `Check ${ADDRESS} and the network, and do this again.`,
  ]
  return asBroken(`${origin} cannot be reached: ${what}${cause === undefined ? '' : ` (${cause})`}.`, mend)
}

function answeredFound(
  address: string,
  { status, is_api, leads_to }: Extract<ServiceAnswer, { kind: 'answered' }>,
): Diagnosis {
  const { origin } = new URL(address)
  if (status >= 300 && status < 400) {
    const base = leads_to?.endsWith(PROBED) ? leads_to.slice(0, -PROBED.length) : undefined
    return asBroken(
      `${origin} answers ${status}, a redirect${leads_to === undefined ? '' : ` to ${leads_to}`}: a credential is never sent after one.`,
      base === undefined
        ? `Set ${ADDRESS} to the address of the API itself.`
        : `Set TRANSLATION_API_URL=${shellWord(base)}`,
    )
  }
  if (status >= 500) {
    return asBroken(
      `${origin} is there and fails (status ${status}).`,
      'Ask whoever runs it, or do this again in a while.',
    )
  }
  if (!is_api) {
    return asBroken(
      `${origin} answers (status ${status}), but not as the Translation Service API does.`,
      `Set ${ADDRESS} to the address of the API, not to that of a web page or of an MCP server (/mcp).`,
    )
  }
  return well(`${origin} answers as the Translation Service API.`)
}
