import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio'
import * as z from 'zod'
import { UNCHECKED } from '../../mcp/unchecked.ts'
import { VERSION } from '../version.ts'
import type { DemoPlace } from './place.ts'

/** What a tool answered: the text that the assistant reads, and its structured result. */
export interface HeardAnswer {
  readonly lines: readonly string[]
  readonly data: Readonly<Record<string, unknown>>
}

/** This program, started over stdio as an assistant starts it. */
export interface DemoHost {
  /** The number of tools that it offers. */
  readonly tools: number
  /** @throws {Error} the tool answered with an error, or the program ended */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<HeardAnswer>
}

export interface Hosting {
  readonly place: DemoPlace
  /** Variables of the program, besides the data folder: it gets none of the user's. */
  readonly settings: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Told each question that the program asks the person. The answer is always yes. */
  readonly onQuestion: (lines: readonly string[]) => void
}

/** Starts the program, does something with it, and ends it. */
export async function withHost<Result>(hosting: Hosting, act: (host: DemoHost) => Promise<Result>): Promise<Result> {
  const { signal } = hosting
  const transport = new StdioClientTransport(launchIn(hosting))
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-MOST_SAID)
  })
  const client = personsClient(hosting)
  const killNow = () => endProcess(transport.pid)
  // Before the folder goes, in which it works.
  process.prependOnceListener('exit', killNow)
  try {
    await client.connect(transport, { signal })
    const { tools } = await client.listTools({}, { signal })
    return await act({ tools: tools.length, call: (name, args) => callTool(client, name, args, signal) })
  } catch (error) {
    if (signal.aborted) throw error
    const words = error instanceof Error ? error.message : 'something failed'
    throw new Error([words, said.trim()].filter(Boolean).join('\n'))
  } finally {
    await client.close()
    process.removeListener('exit', killNow)
  }
}

/** The most of standard error that a failure repeats. */
const MOST_SAID = 2000

function launchIn({ place: { shop, home, temporary, data }, settings }: Hosting): StdioServerParameters {
  const [, started] = process.argv
  if (started === undefined) throw new Error('It cannot be told which file of this program runs.')
  return {
    command: process.execPath,
    args: [path.resolve(started), '--allow', shop],
    cwd: shop,
    env: {
      ...{ HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home },
      ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      TRANSLATION_DATA_DIR: data,
      ...settings,
    },
    stderr: 'pipe',
  }
}

function personsClient({ onQuestion }: Hosting): Client {
  const client = new Client(
    { name: 'translation-mcp-demo', version: VERSION },
    { capabilities: { elicitation: { form: {} } }, jsonSchemaValidator: UNCHECKED },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => {
    onQuestion(params.message.split('\n'))
    return { action: 'accept', content: {} }
  })
  return client
}

const Structured = z.record(z.string(), z.unknown())

async function callTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<HeardAnswer> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } }, { signal })
  const lines = content.flatMap(block => (block.type === 'text' ? block.text.split('\n') : []))
  if (isError === true) throw new Error(`${name}: ${lines.join('\n')}`)
  return { lines, data: Structured.parse(structuredContent) }
}

function endProcess(pid: number | null): void {
  if (pid === null) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
