import { createServer } from 'node:http'
import { ACCOUNT, CREDITS } from '../support/answers.ts'

/** What the API answers to the two calls behind get_account, ready to be sent. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/v1/account': JSON.stringify({ data: ACCOUNT, request_id: 'req_1' }),
  '/v1/credits': JSON.stringify({ data: CREDITS, request_id: 'req_2' }),
}

/** An API that costs next to nothing: fixed answers from memory. Gives its address. */
export function startUpstream(): Promise<string> {
  const server = createServer((request, response) => {
    const text = ANSWERS[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text ?? ''),
    })
    response.end(text)
  })
  server.keepAliveTimeout = 60_000
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    })
  })
}
