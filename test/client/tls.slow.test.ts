import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, createServer as createTcp, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { certificate, type Identity, issued, issuer } from '../support/certificate.ts'
import { makePlace, runProgram } from '../support/program.ts'
import { batch, failure, object, start } from './start.ts'

let known: Identity
let stranger: Identity
let requests = 0
const running: Server[] = []

beforeAll(() => {
  known = issuer()
  stranger = issuer()
})

afterAll(() => {
  for (const server of running) server.close()
})

afterEach(() => void vi.unstubAllEnvs())

/** The port of a server on loopback; it ends with the file. */
async function listen(server: Server): Promise<number> {
  running.push(server)
  await new Promise<void>(done => server.listen(0, 'localhost', done))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function serve({ key, cert }: Identity): Promise<number> {
  const server = createHttps({ key, cert }, (_, answer) => {
    requests += 1
    const { status, body } = object({ batch: batch() })
    answer.writeHead(status).end(JSON.stringify(body))
  })
  return listen(server)
}

/** What an approval is told that is sent to https://localhost. */
async function told(port: number): Promise<unknown> {
  const connect = async () => ({ baseUrl: `https://localhost:${port}`, credential: 'k' })
  const { client } = await start(() => object({}), { connect })
  return failure(client.call(api.batches.approve, { params: { batch_id: 'bat_1' } }))
}

describe('a certificate that is not trusted', () => {
  it.each<[string, () => Identity, RegExp]>([
    ['is self-signed', () => certificate('localhost'), /certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    [
      'is from an unknown issuer',
      () => issued('localhost', stranger),
      /issuer of its certificate is not known to this machine \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/,
    ],
  ])(
    'because it %s is told in plain words, once, with what mends it; nothing is sent [ERR-3]',
    async (_, made, words) => {
      const before = requests
      const error = await told(await serve(made()))
      expect(error).toMatchObject({ code: 'tls_error', status: null, may_have_applied: false })
      expect(String(error)).toMatch(words)
      expect(String(error)).toMatch(/\. If you trust its issuer, .* set NODE_EXTRA_CA_CERTS/)
      expect(requests).toBe(before)
    },
  )
})

describe('an https address', () => {
  it('behind which nobody speaks TLS is told as such [ERR-3]', async () => {
    const plain = await listen(createHttp((_, answer) => void answer.end()))
    const error = await told(plain)
    expect(error).toMatchObject({ code: 'tls_error', may_have_applied: false })
    expect(String(error)).toMatch(/does not speak TLS .*begin with http:\/\//)
  })

  it('that ends the connection before it is secure has got nothing [ERR-3]', async () => {
    const port = await listen(createTcp(socket => void socket.once('data', () => socket.destroy())))
    expect(await told(port)).toMatchObject({ code: 'network_error', may_have_applied: false })
  })
})

describe('a secure connection', () => {
  it('that nobody agrees to has carried nothing, whatever the code [ERR-3]', async () => {
    const alert = Buffer.from([21, 3, 3, 0, 2, 2, 40])
    const error = await told(await listen(createTcp(socket => void socket.once('data', () => socket.end(alert)))))
    expect(error).toMatchObject({ code: 'tls_error', may_have_applied: false })
    expect(String(error)).toMatch(/a secure connection could not be agreed on \(.*ALERT_HANDSHAKE_FAILURE\)/)
  })

  it.each<[string, Buffer]>([
    ['plain text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a record that is too long', Buffer.from([23, 3, 3, 255, 255, 1])],
    ['a record that nobody can read', Buffer.concat([Buffer.from([23, 3, 3, 0, 64]), Buffer.alloc(64, 7)])],
    ['an alert', Buffer.from([21, 3, 3, 0, 2, 2, 40])],
  ])('in which %s comes after an approval was sent: it may have happened [ERR-3, APR-2]', async (_, spoilt) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    let arrived: () => void = () => undefined
    const server = createHttps(known, () => arrived())
    const behind = await listen(server)
    const between = await listen(
      createTcp(socket => {
        const onward = connect(behind, 'localhost')
        arrived = () => {
          onward.unpipe(socket)
          socket.write(spoilt)
        }
        for (const end of [socket, onward]) end.on('error', () => undefined)
        socket.pipe(onward).pipe(socket)
      }),
    )
    const error = await told(between)
    server.closeAllConnections()
    expect(error).toMatchObject({ code: 'network_error', status: null, may_have_applied: true })
    expect(String(error)).toMatch(/The secure connection to https:\/\/localhost:\d+ broke \(ERR_SSL_\w+\)\./)
    expect(String(error)).not.toMatch(/Nothing was sent|not trusted/)
  })
})

it('the program trusts the issuer in NODE_EXTRA_CA_CERTS, but nothing that has expired or is for another host [ERR-3]', async () => {
  const status = async (identity: Identity) => {
    const env = {
      NODE_EXTRA_CA_CERTS: known.files.cert,
      TRANSLATION_API_URL: `https://localhost:${await serve(identity)}`,
      TRANSLATION_API_KEY: 'tms_live_x',
    }
    const { stdout, stderr } = await runProgram(['status'], { place: makePlace(), env })
    return `${stdout}${stderr}`
  }
  const before = requests
  expect(await status(issued('localhost', known, -1))).toMatch(/its certificate has expired \(CERT_HAS_EXPIRED\)/)
  expect(await status(issued('elsewhere.test', known))).toMatch(
    /for another host name \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
  )
  expect(requests).toBe(before)
  expect(await status(issued('localhost', known))).not.toMatch(/not trusted/)
  expect(requests).toBeGreaterThan(before)
})

it('a sign-in at an address that is not trusted says the same [ERR-3]', async () => {
  const env = { TRANSLATION_API_URL: `https://localhost:${await serve(issued('localhost', stranger))}` }
  const { code, stderr } = await runProgram(['login'], { place: makePlace(), env })
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/issuer of its certificate is not known to this machine .* set NODE_EXTRA_CA_CERTS/)
})
