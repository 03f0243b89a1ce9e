/** A repository served by git itself over HTTP, for whoever has the one header that lets in. */
import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface GitServer {
  readonly origin: string
  /** Requests that had another header of this name, or several. */
  readonly refused: string[]
}

/** Serves the folder above a bare repository; it ends with the test. */
export async function serveGit(bare: string, header: string): Promise<GitServer> {
  execFileSync('git', ['config', 'http.receivepack', 'true'], { cwd: bare })
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')
  const refused: string[] = []
  const server = createServer((request, response) => {
    const { url = '', method = '', rawHeaders, headers } = request
    const sent = rawHeaders.filter((_, at) => at % 2 === 1 && /^authorization$/i.test(rawHeaders[at - 1] ?? ''))
    if (sent.length !== 1 || sent[0] !== header) {
      refused.push(`${method} ${url}: ${sent.join(', ')}`)
      return void response.writeHead(403).end()
    }
    const { pathname, search } = new URL(url, 'http://git')
    const child = spawn(backend, {
      env: {
        ...{ GIT_PROJECT_ROOT: dirname(dirname(bare)), GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'someone' },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: method },
        ...{ CONTENT_TYPE: headers['content-type'] ?? '', HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '' },
        ...{ GIT_PROTOCOL: String(headers['git-protocol'] ?? ''), HOME: dirname(bare) },
      },
    })
    request.pipe(child.stdin)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('close', () => {
      const answer = Buffer.concat(chunks)
      const end = answer.indexOf('\r\n\r\n')
      const lines = answer.subarray(0, end).toString('latin1').split('\r\n')
      const fields = Object.fromEntries(lines.map(line => line.split(/: (.*)/, 2)))
      const { Status = '200', ...rest } = fields
      response.writeHead(Number.parseInt(Status, 10), rest).end(answer.subarray(end + 4))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close().closeAllConnections())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, refused }
}
