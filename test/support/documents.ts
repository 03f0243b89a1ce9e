import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Fetching } from '../../src/service/files/fetch-url.ts'
import { temporaryFolder } from './world.ts'

/** A server of metadata documents of clients, and what lets a service fetch from it. */
export interface Documents {
  /** Address of the document of a client that comes back to loopback. */
  readonly client: string
  readonly fetching: Fetching
  /** Paths that were asked for. */
  readonly seen: readonly string[]
}

/** Serves under https://client.example, which is this computer for whoever looks it up with `fetching`. */
export async function serveDocuments(): Promise<Documents> {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=client.example', '-addext', 'subjectAltName=DNS:client.example']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  const ca = readFileSync(cert, 'utf8')
  const seen: string[] = []
  const server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    seen.push(request.url ?? '')
    const redirect_uris = ['http://127.0.0.1/callback', 'http://localhost/callback']
    const document = { client_id: client, client_name: 'Agent with a document', redirect_uris }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const client = `https://client.example:${port}/client.json`
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  return { client, fetching: { ca, lookup, allowAddress: address => address === '127.0.0.1' }, seen }
}
