import { tlsFailure } from '../client/tls.ts'
import { systemCode } from '../client/transport.ts'
import { urlOf } from '../contract/url.ts'
import { errorCode, shown, succeeded } from './answer.ts'
import { type Answer, type Probe, valueAt } from './probe.ts'

/** Nothing that follows can be judged where this request finds no API. */
const FIRST = '/v1/account'

/**
 * The account as the service tells it to a credential, its own one where none is given. It is the first request.
 *
 * @throws {Error} in words: nobody answers, what answers is no API, or the credential is refused
 */
export async function greeted(
  probe: Pick<Probe, 'send'>,
  baseUrl: string,
  redact: (text: string) => string,
  key?: string,
): Promise<Answer> {
  const { origin } = new URL(baseUrl)
  const answer = await probe.send('GET', FIRST, key === undefined ? {} : { key }).catch(error => {
    throw new Error(`${unreachable(origin, error)} Nothing was tried.`)
  })
  const why = refusal(answer, baseUrl, key !== undefined)
  if (why !== undefined) throw new Error(redact(`${why} Nothing was tried.`))
  return answer
}

/** The data of an account; undefined where the credential may not read it. */
export function accountTold(answer: Answer): unknown {
  return succeeded(answer) ? valueAt(answer.json, 'data') : undefined
}

function unreachable(origin: string, error: unknown): string {
  const code = systemCode(error)
  const distrust = tlsFailure(code)
  if (distrust !== undefined) return `${origin} is not trusted: ${distrust.why}${distrust.mend}`
  const isNoHttp = code === 'UND_ERR_SOCKET' || (error instanceof Error && error.name === 'HTTPParserError')
  if (isNoHttp) {
    const perhaps = origin.startsWith('http:') ? ' Perhaps the address has to begin with https://.' : ''
    return `What ${origin} answers is not HTTP (${code}).${perhaps}`
  }
  return `${origin} cannot be reached (${code}).`
}

/** Why nothing can be tried at what answers there; undefined where it is the API, also where it refuses for want of a scope. */
function refusal(answer: Answer, baseUrl: string, isSecond: boolean): string | undefined {
  const { status, headers, json } = answer
  const data = valueAt(json, 'data')
  if (succeeded(answer) && typeof data === 'object' && data !== null) return undefined
  const [said, code] = [shown(answer), errorCode(answer)]
  if (status === 403 && code !== '') return undefined
  if (status === 401) {
    const which = isSecond ? 'the second credential (TRANSLATION_SECOND_API_KEY)' : 'the credential'
    return `The service refuses ${which}: ${said}.`
  }
  if (status >= 300 && status < 400) {
    const to = typeof headers.location === 'string' ? urlOf(headers.location)?.origin : undefined
    return `${said}: a redirect${to === undefined ? '' : ` to ${to}`}. Give the address that it leads to; none is followed.`
  }
  if (code === '') {
    const type = String(headers['content-type'] ?? 'no content type').split(';')[0]
    const what = json === undefined ? `no JSON (${type})` : 'neither data nor an error'
    return `What answers at ${new URL(baseUrl).origin} is not the API: ${said}: ${what}.${hint(baseUrl)}`
  }
  return `The service does not tell its account, which everything else needs: ${said}.${status === 404 ? hint(baseUrl) : ''}`
}

/** The address is the base of all paths, which begin with /v1. */
function hint(baseUrl: string): string {
  const isDoubled = /\/v1\/?$/.test(new URL(baseUrl).pathname)
  return isDoubled ? ' Leave /v1 out of the address: every path of the API begins with it.' : ' Check the address.'
}
