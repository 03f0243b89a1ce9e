import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Fetching } from '../../src/service/files/fetch-url.ts'
import { afterFile } from './after-file.ts'
import { certificate } from './certificate.ts'

/** A server of metadata documents of clients. */
export interface ClientDocuments {
  readonly port: number
  /** Paths that were asked for. */
  readonly seen: readonly string[]
  /** Connections that reached it, whether or not anything was asked. */
  reached(): number
  /** Names that were looked up. */
  readonly lookedUp: readonly string[]
  /** The address of a document. */
  at(path: string): string
  /** Lets a service fetch from it. */
  readonly fetching: Fetching
}

/** What a document has beside the ordinary, by its path. */
const MORE: Readonly<Record<string, object>> = {
  '/foreign.json': { client_id: 'https://other.example/' },
  '/secret.json': { client_secret: 'x' },
  '/basic.json': { token_endpoint_auth_method: 'client_secret_basic' },
  '/script.json': { redirect_uris: ['javascript:alert(1)'] },
  '/exchange.json': { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
  '/large.json': { client_uri: `https://client.example/${'x'.repeat(6000)}` },
}

/** Where names lead in such a world: one is let in, the others are judged as always. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'client.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['127.0.0.1', '10.0.0.7'],
  'nowhere.example': [],
}

/** Serves documents under https://client.example:<port>, until the file of tests ends. */
export async function serveClientDocuments(): Promise<ClientDocuments> {
  const { key, cert } = certificate('client.example')
  const [seen, lookedUp]: [string[], string[]] = [[], []]
  let reached = 0
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '/'
    seen.push(path)
    if (path === '/moved.json') return void response.writeHead(302, { location: '/plain.json' }).end()
    if (path === '/gone.json') return void response.writeHead(404).end('{}')
    response.writeHead(200, { 'content-type': 'application/json' })
    // Goes on for ever, a little at a time.
    if (path === '/slow.json') return void response.write('{')
    if (path === '/broken.json') return void response.end('{"client_id": ')
    const redirect_uris = ['http://127.0.0.1/callback', 'http://localhost/callback']
    const document = { client_id: at(path), client_name: 'Agent of the tests', redirect_uris, ...MORE[path] }
    response.end(JSON.stringify(document))
  })
  server.on('connection', () => {
    reached += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const at = (path: string) => `https://client.example:${port}${path}`
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const lookup = async (host: string) => {
    lookedUp.push(host)
    return (ADDRESSES[host] ?? ['::1']).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const fetching = { ca: cert, lookup, allowAddress: (address: string) => address === '127.0.0.1' }
  return { port, seen, reached: () => reached, lookedUp, at, fetching }
}
