import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createListener } from '../../src/cli/http-app.ts'
import { createEndpoint } from '../../src/mcp/http/endpoint.ts'
import type { cannedParts } from '../support/canned.ts'
import { UPLOAD_TERMS } from '../support/http.ts'
import { uploadsAtOrigin } from '../support/uploads.ts'

type Served = Parameters<typeof createListener>[0]
type Canned = Awaited<ReturnType<typeof cannedParts>>['parts']

/** A server as the command `http` has it, over these parts, until the test ends; with the addresses it takes uploads at. */
export async function listening(parts: Canned, more: Pick<Served, 'uploading' | 'body_ms'> = {}) {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const uploads = await uploadsAtOrigin(`http://127.0.0.1:${port}`, 60_000, parts.clock)
  const endpoint = createEndpoint(parts, { hostnames: ['127.0.0.1'] })
  const authorities = new Set([`127.0.0.1:${port}`])
  const served = { parts: { ...parts, uploads }, endpoint, follow: () => undefined, authorities, ...more }
  server.on('request', createListener(served))
  onTestFinished(async () => {
    await endpoint.close()
    server.closeAllConnections()
    server.close()
  })
  const open = async () =>
    (await uploads.open('local', { filename: 'n.txt', instruction: undefined, terms: UPLOAD_TERMS })).url
  return { port, open }
}
