import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ACCOUNT } from '../support/answers.ts'
import { cannedParts } from '../support/canned.ts'
import { listening } from './listening.ts'

/** A server with little patience, and the invitation to upload that it gave. */
async function start() {
  const { parts } = await cannedParts({ 'GET /v1/account': ACCOUNT })
  const { port, open } = await listening(parts, { body_ms: 100 })
  return { port, path: new URL(await open()).pathname }
}

/** Sends the beginning of a message and no more. @returns how the connection is after a while */
function begin(port: number, start: string, more: string, patience_ms: number): Promise<'cut' | 'open'> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).on('data', () => undefined)
    socket.once('close', () => resolve('cut'))
    setTimeout(() => {
      resolve('open')
      socket.destroy()
    }, patience_ms)
    socket.write(`${start} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${more}`)
  })
}

it('gives up a message whose body never comes to its end, but not an upload [MCP-12, UPL-1]', async () => {
  const { port, path } = await start()
  for (const more of ['Content-Length: 1000\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n']) {
    const begun = ['/mcp', '/oauth/token', '/elsewhere'].map(at => begin(port, `POST ${at}`, more, 5000))
    expect(await Promise.all(begun)).toEqual(['cut', 'cut', 'cut'])
  }
  expect(await begin(port, `PUT ${path}`, 'Content-Length: 1000\r\n\r\nGood', 400)).toBe('open')
})
