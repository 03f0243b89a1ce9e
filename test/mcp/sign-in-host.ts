import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { type Authority, browse } from '../support/authority.ts'
import { type HostKind, type Told, toldOf } from '../support/mcp.ts'
import { environmentOf, inTheEnd, type Place, PROGRAM } from '../support/program.ts'

type Answer = 'accept' | 'decline' | 'cancel'
interface Asked {
  readonly message: string
  readonly url: string
}
interface HostOptions {
  readonly kind?: HostKind
  /** What the host declares; a page in the browser unless said. */
  readonly elicitation?: { form?: Record<string, never>; url?: Record<string, never> } | undefined
  /** What the person does with the page. */
  readonly meet?: (asked: Asked) => Promise<Answer> | Answer
}

const Elicited = z.looseObject({
  params: z.looseObject({ mode: z.literal('url'), message: z.string(), url: z.string() }),
})
const URL_MODE = { form: {}, url: {} }
const INFO = { name: 'host', version: '1' }

/** A host that has started the program for a hosted service, without a key. */
export async function openHost(place: Place, { url }: Authority, options: HostOptions = {}) {
  const { kind = 'modern', meet = () => 'decline' as const } = options
  const elicitation = 'elicitation' in options ? options.elicitation : URL_MODE
  const asked: Asked[] = []
  const answer = async (request: unknown) => {
    const { params } = Elicited.parse(request)
    asked.push(params)
    return { action: await meet(params) }
  }
  const env = environmentOf(place)
  const start = {
    ...{ command: process.execPath, args: [PROGRAM], cwd: place.work, stderr: 'ignore' as const },
    env: { ...env, TRANSLATION_API_URL: url, TRANSLATION_LOGIN_STORE: 'file' },
  }
  const capabilities = elicitation === undefined ? {} : { elicitation }
  const host = kind === 'sdk 1' ? await old() : await newer()
  inTheEnd(() => void host.close())
  return { asked, call: host.call }

  async function old() {
    const client = new OldClient(INFO, { capabilities })
    if (elicitation) client.setRequestHandler(ElicitRequestSchema, answer)
    await client.connect(new OldStdio(start))
    const call = async (name: string): Promise<Told> => toldOf(await client.callTool({ name, arguments: {} }))
    return { call, close: () => client.close() }
  }
  async function newer() {
    const mode = kind === 'modern' ? { pin: '2026-07-28' } : 'legacy'
    const client = new Client(INFO, { capabilities, versionNegotiation: { mode } })
    if (elicitation) client.setRequestHandler('elicitation/create', answer)
    await client.connect(new StdioClientTransport(start))
    const call = async (name: string): Promise<Told> => toldOf(await client.callTool({ name, arguments: {} }))
    return { call, close: () => client.close() }
  }
}

/** Opens the page, and goes there only after the host has answered, as people do. */
export function later(asked: Asked): 'accept' {
  setTimeout(() => void browse(asked.url), 100)
  return 'accept'
}
