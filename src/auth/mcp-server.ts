/** Tells an MCP server from the API: a person who signs in at the wrong one would get a sign-in that nothing takes. */
import * as z from 'zod'
import { parseJson } from '../client/errors.ts'
import { SignInFailed } from './failure.ts'

/** Longest wait for one answer, in milliseconds. */
const PATIENCE_MS = 8000

/** A request that changes nothing, to which every MCP server answers in JSON-RPC, or by asking for a token. */
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const Rpc = z.looseObject({ jsonrpc: z.literal('2.0') })

/**
 * Refuses an address that serves MCP and no API. An address that serves both, or whose answers say neither, is not refused.
 *
 * @throws {SignInFailed} mcp_server
 */
export async function refuseMcpServer(address: string): Promise<void> {
  const account = await asked(`${address}/v1/account`, {})
  if (account?.status !== 404) return
  const base = address.replace(/\/mcp$/, '')
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const pinged = await asked(`${base}/mcp`, { method: 'POST', body: PING, headers })
  if (pinged === undefined || !speaksMcp(pinged)) return
  throw new SignInFailed(
    'mcp_server',
    `${base} is an MCP server, not the Translation Service API: nobody was signed in. Assistants connect to ${base}/mcp and sign in ` +
      'there themselves. For this command, give the address of the Translation Service: translation-mcp service prints it.',
  )
}

interface Answer {
  readonly status: number
  readonly challenge: string
  readonly text: string
}

function speaksMcp({ status, challenge, text }: Answer): boolean {
  if (status === 401) return /\bresource_metadata=/.test(challenge) && /\/mcp\b/.test(challenge)
  const [, event = text] = /^data: (.*)$/m.exec(text) ?? []
  return Rpc.safeParse(parseJson(event)).success
}

/** An answer; undefined where none came. What cannot be reached is told by those who need it. */
async function asked(address: string, request: RequestInit): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(address, { ...request, redirect: 'manual', signal })
    const challenge = answer.headers.get('www-authenticate') ?? ''
    return { status: answer.status, challenge, text: await answer.text() }
  } catch {
    return undefined
  }
}
