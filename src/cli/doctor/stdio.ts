import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { parseJson } from '../../client/errors.ts'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { DOCTOR_CLIENT } from '../last-assistant.ts'
import { VERSION } from '../version.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** What a start over stdio gave. */
export type StdioEnd =
  | { readonly kind: 'served'; readonly tools: number; readonly version: string; readonly ms: number }
  /** Something came on standard output that is no message of the protocol. */
  | { readonly kind: 'noise'; readonly text: string }
  | { readonly kind: 'ended'; readonly code: number | null; readonly said: string }
  | { readonly kind: 'unstarted'; readonly why: string }

/** Starts this very program as an assistant does, greets it, asks for its tools and ends it. It neither makes nor migrates anything. */
export async function lookAtStdio({ settings, env, working }: Examined, signal: AbortSignal): Promise<Diagnosis> {
  const started = process.argv[1]
  if (started === undefined) return skipped('The file of this program is not known.')
  const { api_url, data_dir } = settings
  return stdioFound(
    await startAsHost({
      ...{ command: process.execPath, args: [path.resolve(started)], working, signal },
      env: {
        ...env,
        ...(api_url !== undefined && { TRANSLATION_API_URL: api_url }),
        ...(data_dir !== undefined && { TRANSLATION_DATA_DIR: path.resolve(working, data_dir) }),
      },
    }),
  )
}

/** A start that takes longer than this annoys, and some hosts give up after a few of it. In milliseconds. */
const SLOW_MS = 5000

export function stdioFound(end: StdioEnd): Diagnosis {
  switch (end.kind) {
    case 'served': {
      const said = `Started as an assistant does: ${counted(end.tools, 'tool')} after ${(end.ms / 1000).toFixed(2)} s, version ${visible(end.version, 40)}.`
      return end.ms < SLOW_MS
        ? well(said)
        : warning(
            said,
            'Assistants may give up on so slow a start: install the program (npm install -g translation-mcp) instead of fetching it each time with npx.',
          )
    }
    case 'noise':
      return asBroken(
        `Something else than this program writes to its standard output: «${visible(end.text, 120)}».`,
        'Only messages of MCP may stand there. Look for NODE_OPTIONS, and for a script around the program.',
      )
    case 'ended':
      return asBroken(
        `Started as an assistant does, it ended with status ${end.code ?? 'none'}${end.said === '' ? '.' : `: ${visible(end.said, 300)}`}`,
        'Mend what it says; the configuration of the assistant may set what your terminal does not.',
      )
    case 'unstarted':
      return asBroken(`It could not be started (${end.why}).`, 'Install the program again.')
  }
}

interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly working: string
  readonly signal: AbortSignal
}

const Served = z.looseObject({ id: z.number(), result: z.looseObject({}) })
const Hello = z.looseObject({ serverInfo: z.looseObject({ version: z.string() }) })
const Tools = z.looseObject({ tools: z.array(z.unknown()) })

const GREETING = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: DOCTOR_CLIENT, version: VERSION } },
}

/** The most of standard error that is kept. */
const MOST_SAID = 2000

export function startAsHost({ command, args, env, working, signal }: Start): Promise<StdioEnd> {
  return new Promise(resolve => {
    const began = performance.now()
    const child = spawn(command, [...args], {
      cwd: working,
      env: { ...env },
      stdio: 'pipe',
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
    })
    const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    let said = ''
    let version = ''
    const settle = (end: StdioEnd) => {
      child.stdin.end()
      resolve(end)
    }
    // It may have ended already: then that is told below.
    child.stdin.on('error', () => undefined)
    child.once('error', error => resolve({ kind: 'unstarted', why: error.message }))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID)
    })
    child.once('close', code => resolve({ kind: 'ended', code, said: said.trim() }))
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.trim() === '') return undefined
      const message = Served.safeParse(parseJson(line)).data
      if (message === undefined) return isMessage(line) ? undefined : settle({ kind: 'noise', text: line })
      const hello = Hello.safeParse(message.result).data
      if (message.id === GREETING.id && hello !== undefined) {
        version = hello.serverInfo.version
        send({ method: 'notifications/initialized' })
        send({ id: 2, method: 'tools/list' })
      }
      const tools = message.id === 2 ? Tools.safeParse(message.result).data?.tools : undefined
      if (tools !== undefined) settle({ kind: 'served', tools: tools.length, version, ms: performance.now() - began })
      return undefined
    })
    send(GREETING)
  })
}

const Message = z.looseObject({ jsonrpc: z.literal('2.0') })
const isMessage = (line: string) => Message.safeParse(parseJson(line)).success
