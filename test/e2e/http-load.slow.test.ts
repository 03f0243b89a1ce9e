import { createServer, type IncomingMessage, request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { ACCOUNT, planned } from '../support/answers.ts'
import { CLIENTS } from '../support/clients.ts'
import { ask, HELLO, openSession, post } from '../support/http.ts'
import { toldOf } from '../support/mcp.ts'
import { forgetPeak, memoryOf } from '../support/memory.ts'
import { makePlace, startProgram } from '../support/program.ts'

const MB = 1024 * 1024
const Facts = z.object({ mcp_url: z.string(), health_url: z.string() })

async function serve(env: Record<string, string>, ...args: string[]) {
  const running = startProgram(['http', '--auth', 'none', '--port', '0', '--json', ...args], {
    ...{ place: makePlace(), env },
  })
  await running.heard('\n', 'stdout')
  return { ...Facts.parse(JSON.parse(running.said('stdout'))), pid: running.child.pid ?? 0 }
}

/** A service that takes no byte of a file before it is told to. */
async function startStalled() {
  const stalled: IncomingMessage[] = []
  let received = 0
  const server = createServer((incoming, outgoing) => {
    const answer = (data: object) => {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ data, request_id: 'req_1' }))
    }
    if (incoming.method === 'GET') return answer(ACCOUNT)
    incoming.on('end', () => {
      outgoing.statusCode = 201
      answer(planned())
    })
    stalled.push(incoming)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    received: () => received,
    release() {
      received = 0
      for (const incoming of stalled.splice(0)) {
        incoming.on('data', (chunk: Buffer) => {
          received += chunk.length
        })
      }
    },
  }
}

/** Sends so many bytes as fast as they are taken. */
function send(url: string, method: 'PUT' | 'POST', size: number) {
  const [head, tail] =
    method === 'PUT'
      ? ['', '']
      : ['--b\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n', '\r\n--b--\r\n']
  const headers = {
    'content-type': method === 'PUT' ? 'application/octet-stream' : 'multipart/form-data; boundary=b',
    'content-length': String(head.length + size + tail.length),
  }
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  const sending = request(url, { method, headers, agent: false })
  const answered = new Promise<number>((done, fail) => {
    sending.on('error', fail)
    sending.on('response', answer => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
  })
  const push = () => {
    while (sent < size) {
      sent += chunk.length
      if (!sending.write(chunk)) return void sending.once('drain', push)
    }
    sending.end(tail)
  }
  sending.write(head)
  push()
  return { sent: () => sent, answered }
}

/** Settles when a number has stopped growing. */
async function rest(read: () => number): Promise<number> {
  let before = -1
  await expect
    .poll(
      () => {
        const still = before === read() && before > 0
        before = read()
        return still
      },
      { interval: 400, timeout: 20_000 },
    )
    .toBe(true)
  return before
}

const onLinux = describe.skipIf(process.platform !== 'linux')

onLinux('a large upload', () => {
  it.each(['PUT', 'POST'] as const)('by %s goes straight through, whatever its size [UPL-1]', async method => {
    const api = await startStalled()
    const { mcp_url, pid } = await serve({ TRANSLATION_API_URL: api.url, TRANSLATION_API_KEY: 'tms_live_canned' })
    const client = await CLIENTS['sdk 2, newer era']?.connect({ url: new URL(mcp_url) }, () => undefined)
    const peaks: number[] = []
    for (const size of [20 * MB, 60 * MB, 180 * MB]) {
      const told = toldOf(await client?.call('create_batch', { filename: 'big.csv' }))
      const { upload } = z.looseObject({ upload: z.looseObject({ url: z.string() }) }).parse(told.data)
      forgetPeak(pid)
      const sending = send(upload.url, method, size)
      const taken = await rest(sending.sent)
      // The buffers of two connections in the kernel hold some 20 MB, and up to 72 where the machine is busy.
      expect(taken).toBeLessThan(80 * MB)
      api.release()
      expect(await sending.answered).toBe(201)
      expect(api.received()).toBeGreaterThan(size)
      peaks.push(memoryOf(pid).peak / MB)
    }
    await client?.close()
    const [, medium = 0, large = 0] = peaks
    expect(large - medium, `peaks in MB: ${peaks.map(Math.round)}`).toBeLessThan(32)
  })
})

onLinux('many sessions', () => {
  it('hold no more memory than their bound allows [MCP-12]', async () => {
    const { mcp_url, health_url, pid } = await serve({}, '--max-sessions', '100')
    const opened = async (count: number) => {
      for (let left = count; left > 0; left -= 20) {
        await Promise.all(Array.from({ length: 20 }, () => openSession(mcp_url)))
      }
      return memoryOf(pid).now / MB
    }
    const held = [await opened(2000), await opened(2000), await opened(2000), await opened(2000)]
    // What is not collected yet comes and goes by 35 MB; what is held for each session would grow in every step.
    const grown = held.slice(1).map((now, at) => now - (held[at] ?? 0))
    expect(Math.min(...grown), `MB: ${held.map(Math.round)}`).toBeLessThan(6)
    expect((await post(mcp_url, HELLO)).status).toBe(200)
    expect((await ask(health_url)).status).toBe(200)
  })
})
