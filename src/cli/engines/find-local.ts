import http from 'node:http'
import {
  LOCAL_SERVERS,
  type LocalModel,
  type LocalServer,
  proposedModel,
  type ServerReply,
} from '../../service/engine/local-servers.ts'
import type { Environment } from '../config.ts'

/** A server of models that answered on this machine. */
export interface FoundServer {
  readonly server: LocalServer
  /** With the version, as clients of chat completions take it. */
  readonly base_url: string
  readonly models: readonly LocalModel[]
  /** The one to propose; undefined where it has none for texts. */
  readonly model: string | undefined
}

/** By the name of a server, where it listens. */
export type LocalPorts = Readonly<Record<string, number>>

const HOST = '127.0.0.1'
/** For all servers together: what runs on this machine answers at once, and a person waits. */
const PATIENCE_MS = 300
/** Far more than a list of models takes. */
const MOST_BYTES = 1024 * 1024

/**
 * Looks for the servers on the loopback address, all at once. Each is sent GET requests without a body or a credential. They go through no
 * proxy and follow no redirect, and whoever answers otherwise than such a server does is passed over.
 */
export async function findLocalServers(ports: LocalPorts): Promise<readonly FoundServer[]> {
  // An agent of its own: the global one may have been told to use a proxy.
  const agent = new http.Agent({ keepAlive: false })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), PATIENCE_MS)
  try {
    const found = await Promise.all(
      LOCAL_SERVERS.map(async server => {
        const port = ports[server.name] ?? server.port
        const ask = (path: string) => replyOf({ port, path, agent, signal: late.signal })
        const models = server.models(await Promise.all(server.paths.map(ask)))
        const base_url = `http://${HOST}:${port}/v1`
        return models === undefined ? [] : [{ server, base_url, models, model: proposedModel(models)?.name }]
      }),
    )
    return found.flat()
  } finally {
    clearTimeout(timer)
    agent.destroy()
  }
}

interface Question {
  readonly port: number
  readonly path: string
  readonly agent: http.Agent
  readonly signal: AbortSignal
}

/** What a server says; undefined without a whole answer of status 200 in time. */
function replyOf({ port, path, agent, signal }: Question): Promise<ServerReply | undefined> {
  return new Promise(resolve => {
    const request = http.get({ host: HOST, port, path, agent, signal, headers: { accept: 'application/json' } })
    const none = () => {
      resolve(undefined)
      request.destroy()
    }
    request.once('error', none)
    request.once('response', answer => {
      if (answer.statusCode !== 200) return none()
      const parts: Buffer[] = []
      let size = 0
      answer.once('error', none)
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > MOST_BYTES) none()
        else parts.push(part)
      })
      answer.once('end', () => resolve({ json: parsed(Buffer.concat(parts)), server: serverIn(answer.headers) }))
    })
  })
}

function serverIn({ server }: http.IncomingHttpHeaders): string | undefined {
  return typeof server === 'string' ? server : undefined
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Where the servers are told to listen by variables of their own, which people set in their shell; this machine's alone. */
export function localPorts({ OLLAMA_HOST, LLAMA_ARG_PORT }: Environment): LocalPorts {
  const ollama = /^(?:https?:\/\/)?(?:127\.0\.0\.1|0\.0\.0\.0|localhost|\[::1?\])?:(\d{1,5})\/?$/.exec(
    OLLAMA_HOST ?? '',
  )
  const ports = { ollama: portOf(ollama?.[1]), 'llama.cpp': portOf(LLAMA_ARG_PORT) }
  return Object.fromEntries(Object.entries(ports).flatMap(([name, port]) => (port === undefined ? [] : [[name, port]])))
}

function portOf(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}
