import { connect } from 'node:net'

/** The status of the answer to a request line as it is written, which no client of HTTP would send; 0 where none came. */
export function statusOf(base: string, target: string, method = 'GET'): Promise<number> {
  const { hostname, port, host } = new URL(base)
  return new Promise(resolve => {
    let said = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', text => {
      said += String(text)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)))
    socket.end(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  })
}
