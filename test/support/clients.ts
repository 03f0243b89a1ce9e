import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import * as z from 'zod'

/** A program to start and speak to over its stdin and stdout, or an address to speak to over HTTP. */
export type Peer =
  | { readonly command: string; readonly args: string[]; readonly cwd: string; readonly env: Record<string, string> }
  | { readonly url: URL }

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { progress: number }) => void
}

/** A client of one SDK, connected. */
export interface Connected {
  readonly instructions: string | undefined
  /** Calls a tool the way a host does, which checks the result against the tool's output schema where the SDK does so. */
  call(name: string, input: Record<string, unknown>, options?: CallOptions): Promise<unknown>
  request(method: string, params?: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** Opens a connection; `asked` hears the question of a host that can show one, and accepts it. */
export type Connect = (peer: Peer, asked: (message: string) => void) => Promise<Connected>

/** What this project needs of the 1.x client, which every release of it has; its types differ from release to release. */
interface OldClient {
  connect(transport: unknown): Promise<void>
  callTool(params: object, schema: undefined, options: CallOptions): Promise<unknown>
  listTools(): Promise<unknown>
  request(request: object, schema: unknown): Promise<unknown>
  setRequestHandler(schema: unknown, handler: (request: unknown) => object): void
  getInstructions?(): string | undefined
  close(): Promise<void>
}

const isClass = (value: unknown) => typeof value === 'function'
const OldSdk = z.object({
  Client: z.custom<new (info: object, options: object) => OldClient>(isClass),
  StdioClientTransport: z.custom<new (peer: Peer) => object>(isClass),
  StreamableHTTPClientTransport: z.custom<new (url: URL) => object>(isClass),
  ResultSchema: z.unknown(),
  /** Absent before 1.13. */
  ElicitRequestSchema: z.unknown().optional(),
})

type Modules = () => Promise<readonly object[]>

const INFO = { name: 'interop', version: '1' }
const Asked = z.looseObject({ params: z.looseObject({ message: z.string() }) })

function sdk1(load: Modules): Connect {
  return async (peer, asked) => {
    const sdk = OldSdk.parse(Object.assign({}, ...(await load())))
    const capabilities = sdk.ElicitRequestSchema === undefined ? {} : { elicitation: {} }
    const client = new sdk.Client(INFO, { capabilities })
    if (sdk.ElicitRequestSchema !== undefined) {
      client.setRequestHandler(sdk.ElicitRequestSchema, request => {
        asked(Asked.parse(request).params.message)
        return { action: 'accept', content: {} }
      })
    }
    await client.connect(
      'url' in peer ? new sdk.StreamableHTTPClientTransport(peer.url) : new sdk.StdioClientTransport(peer),
    )
    // Hosts list the tools first, and from then on check results against their output schemas.
    await client.listTools()
    return {
      instructions: client.getInstructions?.(),
      call: (name, input, options = {}) => client.callTool({ name, arguments: input }, undefined, options),
      request: (method, params = {}) => client.request({ method, params }, sdk.ResultSchema),
      close: () => client.close(),
    }
  }
}

function sdk2(mode: 'legacy' | { pin: string }): Connect {
  return async (peer, asked) => {
    const client = new Client(INFO, { capabilities: { elicitation: {} }, versionNegotiation: { mode } })
    client.setRequestHandler('elicitation/create', request => {
      asked(Asked.parse(request).params.message)
      return { action: 'accept', content: {} }
    })
    await client.connect('url' in peer ? new StreamableHTTPClientTransport(peer.url) : new StdioClientTransport(peer))
    await client.listTools()
    return {
      instructions: client.getInstructions(),
      call: (name, input, options = {}) => client.callTool({ name, arguments: input }, { ...options }),
      request: (method, params = {}) => client.request({ method, params }, z.looseObject({})),
      close: () => client.close(),
    }
  }
}

/** The clients of today's hosts, oldest first, and what each can do. */
export const CLIENTS: Readonly<Record<string, { readonly connect: Connect; readonly asks: boolean }>> = {
  'sdk 1.12.1': {
    asks: false,
    connect: sdk1(() =>
      Promise.all([
        import('sdk-1-12/client/index.js'),
        import('sdk-1-12/client/stdio.js'),
        import('sdk-1-12/client/streamableHttp.js'),
        import('sdk-1-12/types.js'),
      ]),
    ),
  },
  'sdk 1.20.2': {
    asks: true,
    connect: sdk1(() =>
      Promise.all([
        import('sdk-1-20/client/index.js'),
        import('sdk-1-20/client/stdio.js'),
        import('sdk-1-20/client/streamableHttp.js'),
        import('sdk-1-20/types.js'),
      ]),
    ),
  },
  'sdk 1.25.2': {
    asks: true,
    connect: sdk1(() =>
      Promise.all([
        import('sdk-1-25/client/index.js'),
        import('sdk-1-25/client/stdio.js'),
        import('sdk-1-25/client/streamableHttp.js'),
        import('sdk-1-25/types.js'),
      ]),
    ),
  },
  'sdk 1, newest': {
    asks: true,
    connect: sdk1(() =>
      Promise.all([
        import('@modelcontextprotocol/sdk/client/index.js'),
        import('@modelcontextprotocol/sdk/client/stdio.js'),
        import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
        import('@modelcontextprotocol/sdk/types.js'),
      ]),
    ),
  },
  'sdk 2, older era': { asks: true, connect: sdk2('legacy') },
  'sdk 2, newer era': { asks: true, connect: sdk2({ pin: '2026-07-28' }) },
}
