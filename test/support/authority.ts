import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterFile } from './after-file.ts'
import { ACCOUNT, CREDITS } from './answers.ts'
import { found, refused } from './canned.ts'
import type { Told } from './faults.ts'

/** What the server does beside its duty; may be changed while it runs. */
export interface Behaviour {
  /** Seconds an access token lives. */
  expires_in: number
  /** Says by RFC 9728 who issues its tokens, or only by being the issuer's own origin (RFC 8414). */
  names: 'resource' | 'origin' | 'nobody'
  /** The resource in that document. */
  resource: string | undefined
  /** Who issues tokens, in that document; itself unless said. */
  issuer: string | undefined
  /** `iss` in the answer to the browser; its own unless said. */
  iss: string | undefined
  pkce: readonly string[]
  /** What the person answers on the consent page. */
  consents: boolean
  /** Answers of the device flow before the person has entered the code. */
  pending: number
  device: boolean
  /** Answers 503 at the token endpoint, or breaks off. */
  token_endpoint: 'works' | 'fails' | 'breaks'
  /** The API refuses every token. */
  api_refuses: boolean
  /** What the server says it knows of scopes; undefined where it says nothing. */
  scopes: readonly string[] | undefined
  /** What else it says of itself. */
  metadata: object
  /** Called when it issues tokens. */
  issues: () => void
  /** Adds the headers of a page that wants something to be shown. */
  description: string
}

/** An authorization server and an API behind one address, as strict as the standards allow: a refresh token works exactly once. */
export interface Authority {
  /** Address of the API, and issuer. */
  readonly url: string
  readonly does: Behaviour
  /** Requests so far, as `METHOD /path`. */
  readonly seen: readonly string[]
  /** Bodies that reached the token endpoint. */
  readonly asked: readonly URLSearchParams[]
  /** Grants of each type that were answered with tokens. */
  granted(type: 'authorization_code' | 'refresh_token' | 'device_code'): number
  /** Every secret handed out, for looking where it must not be. */
  readonly secrets: readonly string[]
  /** Ends all connections, as a person does on the page of connections. */
  revokeAll(): void
  close(): Promise<void>
}

interface Grant {
  readonly challenge: string | undefined
  alive: boolean
}

const ORDINARY: Behaviour = {
  ...{
    expires_in: 600,
    names: 'resource',
    resource: undefined,
    issuer: undefined,
    iss: undefined,
    pkce: ['S256'],
    consents: true,
    scopes: undefined,
  },
  ...{ pending: 1, device: true, token_endpoint: 'works', api_refuses: false, description: '', metadata: {} },
  issues: () => undefined,
}

/** Starts one; it ends with the test. The consent page answers by itself, as `does.consents` says. */
export async function startAuthority(behaviour: Partial<Behaviour> = {}): Promise<Authority> {
  const does: Behaviour = { ...ORDINARY, ...behaviour }
  const seen: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    seen.push(`${request.method} ${url.pathname}`)
    void bodyOf(request).then(body => answer(url, request, body, response))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const desk = createDesk(issuer, does)
  function answer(url: URL, request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    if (url.pathname === '/oauth/token' && does.token_endpoint === 'breaks') return void request.socket.destroy()
    const told = desk.answer(url, body, request.headers.authorization)
    if (told === undefined) return void response.writeHead(404).end()
    response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers })
    response.end(told.body === undefined ? '' : JSON.stringify(told.body))
  }
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    server.closeAllConnections()
    await new Promise<void>(done => server.close(() => done()))
  }
  afterFile(close)
  return { url: issuer, does, seen, ...desk, close }
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}

const json = (body: object, status = 200): Told => ({ status, body })
const wrong = (error: string, error_description?: string) =>
  json({ error, ...(error_description && { error_description }) }, 400)

function createDesk(issuer: string, does: Behaviour) {
  const secrets: string[] = []
  const codes = new Map<string, Grant>()
  const refreshes = new Map<string, { grant: Grant; used: boolean }>()
  const accesses = new Map<string, { grant: Grant; until: number }>()
  const devices = new Map<string, number>()
  const grants: Grant[] = []
  const asked: URLSearchParams[] = []
  const counts = { authorization_code: 0, refresh_token: 0, device_code: 0 }

  const secret = (kind: string) => {
    const made = `planted-${kind}-${randomBytes(12).toString('hex')}`
    secrets.push(made)
    return made
  }
  const grant = (challenge?: string) => {
    const made: Grant = { challenge, alive: true }
    grants.push(made)
    return made
  }
  function issue(made: Grant, type: keyof typeof counts): Told {
    does.issues()
    counts[type] += 1
    const [access_token, refresh_token] = [secret('access'), secret('refresh')]
    accesses.set(access_token, { grant: made, until: Date.now() + does.expires_in * 1000 })
    refreshes.set(refresh_token, { grant: made, used: false })
    return json({
      access_token,
      refresh_token,
      token_type: 'Bearer',
      expires_in: does.expires_in,
      scope: 'account:read',
    })
  }

  function authorize(query: URLSearchParams): Told {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('iss', does.iss ?? issuer)
    if (does.consents) {
      const code = secret('code')
      codes.set(code, grant(query.get('code_challenge') ?? undefined))
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      if (does.description !== '') back.searchParams.set('error_description', does.description)
    }
    return { status: 303, headers: { location: back.href } }
  }

  const TOKEN: Record<string, (body: URLSearchParams) => Told> = {
    authorization_code(body) {
      const made = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      const hash = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      return made !== undefined && made.challenge === hash ? issue(made, 'authorization_code') : wrong('invalid_grant')
    },
    refresh_token(body) {
      const known = refreshes.get(body.get('refresh_token') ?? '')
      if (known === undefined || !known.grant.alive) return wrong('invalid_grant')
      // Presented twice: somebody else has it, so the whole connection ends.
      if (known.used) known.grant.alive = false
      if (known.used) return wrong('invalid_grant')
      known.used = true
      return issue(known.grant, 'refresh_token')
    },
    'urn:ietf:params:oauth:grant-type:device_code'(body) {
      const left = devices.get(body.get('device_code') ?? '')
      if (left === undefined) return wrong('expired_token')
      devices.set(body.get('device_code') ?? '', left - 1)
      if (left > 0) return wrong('authorization_pending')
      return does.consents ? issue(grant(), 'device_code') : wrong('access_denied', does.description)
    },
  }

  function answer(url: URL, body: URLSearchParams, authorization: string | undefined): Told | undefined {
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/v1':
        if (does.names !== 'resource') return undefined
        return json({ resource: does.resource ?? `${issuer}/v1`, authorization_servers: [does.issuer ?? issuer] })
      case '/.well-known/oauth-authorization-server':
        return does.names === 'nobody' ? undefined : json(metadata(issuer, does))
      case '/oauth/authorize':
        return authorize(url.searchParams)
      case '/oauth/token':
        asked.push(body)
        if (does.token_endpoint === 'fails') return json({}, 503)
        return TOKEN[body.get('grant_type') ?? '']?.(body) ?? wrong('unsupported_grant_type')
      case '/oauth/device-authorization': {
        const device_code = secret('device')
        devices.set(device_code, does.pending)
        const verification_uri = `${issuer}/oauth/device`
        return json({ device_code, user_code: 'WDJB-MJHT', verification_uri, expires_in: 600, interval: 0.01 })
      }
      case '/oauth/revoke': {
        const token = body.get('token') ?? ''
        const known = refreshes.get(token) ?? accesses.get(token)
        if (known) known.grant.alive = false
        return json({})
      }
      case '/v1/account': {
        const known = accesses.get(authorization?.replace('Bearer ', '') ?? '')
        const takes = known?.grant.alive === true && known.until > Date.now() && !does.api_refuses
        const credential = { ...ACCOUNT.credential, kind: 'oauth', id: 'con_1', name: 'laptop', prefix: 'oat' }
        return takes ? found({ ...ACCOUNT, credential }) : refused(401, 'authentication_required', 'Who are you?')
      }
      case '/v1/credits':
        return found(CREDITS)
      default:
        return undefined
    }
  }
  const revokeAll = () => {
    for (const one of grants) one.alive = false
  }
  return { answer, secrets, asked, revokeAll, granted: (type: keyof typeof counts) => counts[type] }
}

function metadata(issuer: string, does: Behaviour): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    ...(does.device ? { device_authorization_endpoint: `${issuer}/oauth/device-authorization` } : {}),
    response_types_supported: ['code'],
    ...(does.scopes && { scopes_supported: does.scopes }),
    code_challenge_methods_supported: does.pkce,
    authorization_response_iss_parameter_supported: true,
    ...does.metadata,
  }
}

/** What a browser does with an address: follows it, through redirects, to the end. */
export async function browse(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}
