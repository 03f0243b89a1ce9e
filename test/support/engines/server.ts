/** Small servers that speak the documented wire format of a translation server, with faults on order. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Call {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer, or what a broken server does instead of one. */
export type Reply =
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly json?: unknown
      readonly text?: string
    }
  | 'cut'
  | 'half'
  | 'silence'

export interface Server {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly calls: Call[]
  /** What the next calls get instead of an answer, in their order. */
  readonly faults: Reply[]
}

/** Starts a server that ends with the test. */
export async function serve(answer: (call: Call) => Reply): Promise<Server> {
  const calls: Call[] = []
  const faults: Reply[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const call = { method, path, headers, body }
      calls.push(call)
      const reply = faults.shift() ?? answer(call)
      if (reply === 'cut') request.socket.destroy()
      else if (reply === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"half":')
        setImmediate(() => request.socket.destroy())
      } else if (reply !== 'silence') {
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
        response.end(reply.text ?? JSON.stringify(reply.json))
      }
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>(done => server.close(() => done()))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, calls, faults }
}
