import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { certificate } from './certificate.ts'
import { ROOT } from './tree.ts'
import { temporaryFolder } from './world.ts'

/** A proxy that ends TLS in front of a server of this machine, set up as docs/team.md says. */
export interface Proxy {
  /** `https://localhost:N`, on another port than 443. */
  readonly origin: string
  /** The certificate to trust. */
  readonly cert: string
}

const PAGE = readFileSync(join(ROOT, 'docs', 'team.md'), 'utf8')
/** The example of the page that holds these words, for a server on this port. */
function example(words: string, port: number): string {
  const found = [...PAGE.matchAll(/```\w*\n([\s\S]*?)```/g)]
    .map(([, text = '']) => text)
    .find(text => text.includes(words))
  if (found === undefined) throw new Error(`docs/team.md has no example with ${words}`)
  return found.replaceAll('127.0.0.1:8333', `127.0.0.1:${port}`)
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly key: string
  readonly cert: string
}

/** How each proxy is started: the arguments of its command, after its configuration was written into the folder. */
const PROXIES = {
  nginx({ folder, port, key, cert }: Place, to: number): string[] {
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = kinds.map(kind => `${kind}_temp_path ${join(folder, kind)};`).join(' ')
    const tls = `listen 127.0.0.1:${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};`
    const server = `server { ${tls} server_name localhost;\n${example('proxy_pass', to)} }`
    const http = `http { access_log off; ${temporary}\n${server} }`
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr;\nevents {}\n${http}\n`,
    )
    return ['-p', folder, '-c', join(folder, 'nginx.conf')]
  },
  caddy({ folder, port, key, cert }: Place, to: number): string[] {
    const site = example('reverse_proxy', to).replace('translate.example.com {', `https://localhost:${port} {`)
    const tls = site.replace('{\n', `{\n  bind 127.0.0.1\n  tls ${cert} ${key}\n`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n  auto_https disable_redirects\n}\n${tls}`)
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  },
} as const
export type ProxyName = keyof typeof PROXIES
export const PROXY_NAMES = ['nginx', 'caddy'] as const satisfies readonly ProxyName[]

/** True where the proxy is installed. */
export function isThere(name: ProxyName): boolean {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Starts a proxy in front of a port of this machine; it ends with the test. `at` is its own port. */
export async function startProxy(name: ProxyName, { at, to }: { at: number; to: number }): Promise<Proxy> {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const pem = certificate('localhost')
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.pem')]
  writeFileSync(key, pem.key)
  writeFileSync(cert, pem.cert)
  const args = PROXIES[name]({ folder, port: at, key, cert }, to)
  const child = spawn(name, args, {
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  onTestFinished(() => end(child))
  const origin = `https://localhost:${at}`
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await askTls(`${origin}/`, { cert: pem.cert }).then(
      () => true,
      () => false,
    )
    if (isUp) return { origin, cert: pem.cert }
    if (child.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not start: ${said}`)
}

function end(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** What came back through a proxy. */
export interface TlsAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface TlsRequest {
  readonly cert: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body, in pieces: each is sent after the one before. */
  readonly body?: readonly string[]
  /** Called after each piece was handed over. */
  readonly sent?: (pieces: number) => Promise<void>
  /** Called with each piece of the answer. */
  readonly came?: (text: string) => void
  /** The answer is left after its head. */
  readonly headOnly?: boolean
}

/** A request over TLS that trusts this certificate, to 127.0.0.1 whatever `localhost` means here. */
export function askTls(url: string, asked: TlsRequest): Promise<TlsAnswer> {
  const { cert, method = 'GET', headers = {}, body = [], sent, came, headOnly = false } = asked
  const { hostname, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: `${pathname}${search}`, servername: hostname, ca: cert, agent: false }
    const outgoing = request({ ...to, method, headers: { host: `${hostname}:${port}`, ...headers } }, answer => {
      const { statusCode: status = 0, headers: got } = answer
      let text = ''
      if (headOnly) {
        resolve({ status, headers: got, text })
        return void answer.destroy()
      }
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        came?.(piece)
      })
      answer.once('end', () => resolve({ status, headers: got, text })).once('error', reject)
    })
    outgoing.once('error', reject)
    const send = async () => {
      for (const [at, piece] of body.entries()) {
        outgoing.write(piece)
        await sent?.(at + 1)
      }
      outgoing.end()
    }
    send().catch(reject)
  })
}
