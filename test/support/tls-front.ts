import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { certificate } from './certificate.ts'

/**
 * Ends TLS for a host name in front of a port of this machine, and has each `curl` of a home folder find it under that name: for pages that
 * speak of a public address. It ends with the test.
 */
export async function serveAs(host: string, to: number, home: string): Promise<void> {
  const { key, cert, files } = certificate(host)
  const server = createServer({ key, cert }, (incoming, answer) => {
    const { method, url: path, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.7' }
    const outgoing = request({ host: '127.0.0.1', port: to, method, path, headers: forwarded }, from => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    outgoing.once('error', () => answer.writeHead(502).end())
    incoming.pipe(outgoing)
  })
  const port = await new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address()))),
  )
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  writeFileSync(join(home, '.curlrc'), `connect-to = "${host}:443:127.0.0.1:${port}"\ncacert = "${files.cert}"\n`)
}

const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' ? (address?.port ?? 0) : 0)
