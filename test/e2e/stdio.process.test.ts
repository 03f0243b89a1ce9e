import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '../../src/cli/version.ts'
import { makePlace, type Place, type Running, runProgram, startProgram } from '../support/program.ts'

const Message = z.looseObject({ jsonrpc: z.literal('2.0'), id: z.number().optional(), result: z.unknown() })

const HELLO = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

function say({ child }: Running, ...messages: readonly object[]): void {
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** Every line that came out, which must be a message of the protocol. */
function messagesIn(stdout: string) {
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => Message.parse(JSON.parse(line)))
}

/** A module that is loaded before the program, by node itself. */
function preload(place: Place, code: string): Record<string, string> {
  const file = join(place.work, 'preload.cjs')
  writeFileSync(file, code)
  return { NODE_OPTIONS: `--require=${file}` }
}

const NO_NETWORK = `
  const refuse = what => () => { process.stderr.write('NETWORK ' + what + '\\n'); throw new Error('no network here') }
  require('node:net').Socket.prototype.connect = refuse('connect')
  require('node:net').Server.prototype.listen = refuse('listen')
  require('node:dns').lookup = refuse('lookup')`

/** A module that writes to stdout as soon as the program has taken it away. */
const NOISE = `
  const timer = setInterval(() => {
    if (process.stdout !== process.stderr) return
    clearInterval(timer)
    console.log('noise of the console')
    console.table([{ noise: 1 }])
    process.stdout.write('noise itself\\n')
    process.stderr.write('noise made\\n')
  }, 1)`

/** Milliseconds from now to the end of the process. */
async function timeToEnd({ ended }: Running): Promise<number> {
  const start = performance.now()
  await ended
  return performance.now() - start
}

const ACCOUNT = { id: 2, method: 'tools/call', params: { name: 'get_account', arguments: {} } }

describe('the program over stdio', () => {
  it('starts and lists everything with nothing configured, no network and nothing written [MCP-3, MCP-11]', async () => {
    const place = makePlace()
    const running = startProgram([], { place, env: preload(place, NO_NETWORK) })
    say(running, HELLO, { method: 'notifications/initialized' })
    for (const [index, list] of ['tools', 'resources', 'resources/templates'].entries()) {
      say(running, { id: index + 2, method: `${list}/list` })
    }
    await running.heard('"id":4', 'stdout')
    running.child.stdin.end()
    const { code, stdout, stderr } = await running.ended
    const results = messagesIn(stdout)
    expect(results).toHaveLength(4)
    expect(results[0]?.result).toMatchObject({ serverInfo: { name: 'translation-mcp', version: VERSION } })
    expect(results.slice(1).map(({ result }) => Object.keys(z.looseObject({}).parse(result))[0])).toEqual([
      'tools',
      'resources',
      'resourceTemplates',
    ])
    expect({ code, stderr, written: place.written() }).toEqual({ code: 0, stderr: '', written: [] })
  })

  it('serves the newer revision from the same start [MCP-3]', async () => {
    const running = startProgram([], { place: makePlace() })
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }
    say(running, { id: 1, method: 'tools/list', params: { _meta: meta } })
    await running.heard('"id":1', 'stdout')
    running.child.stdin.end()
    expect(messagesIn((await running.ended).stdout)[0]?.result).toMatchObject({ resultType: 'complete' })
  })

  it('lets nothing but the protocol reach stdout, whoever writes to it [MCP-11]', async () => {
    const place = makePlace()
    const running = startProgram([], { place, env: { ...preload(place, NOISE), TRANSLATION_ODD: '1' } })
    await running.heard('noise made')
    say(running, HELLO, { method: 'notifications/initialized' }, ACCOUNT)
    await running.heard('"id":2', 'stdout')
    running.child.stdin.end()
    const { stdout, stderr } = await running.ended
    expect(messagesIn(stdout).map(({ id }) => id)).toEqual([1, 2])
    for (const said of ['noise of the console', '│ 0', 'noise itself', 'TRANSLATION_ODD is not a setting']) {
      expect(stderr).toContain(said)
    }
  })

  it('ends within two seconds of its stdin, with the service at rest [MCP-11]', async () => {
    const running = startProgram([], { place: makePlace() })
    say(running, HELLO, { method: 'notifications/initialized' }, ACCOUNT)
    await running.heard('"id":2', 'stdout')
    running.child.stdin.end()
    expect(await timeToEnd(running)).toBeLessThan(2000)
    expect((await running.ended).code).toBe(0)
  })

  it('ends within two seconds of its stdin, although something never ends [MCP-11]', async () => {
    const place = makePlace()
    const running = startProgram([], { place, env: preload(place, 'setInterval(() => undefined, 1000)') })
    say(running, HELLO)
    await running.heard('"id":1', 'stdout')
    running.child.stdin.end()
    expect(await timeToEnd(running)).toBeLessThan(2000)
  })

  it('ends when nobody reads its stdout any more [MCP-11]', async () => {
    const running = startProgram([], { place: makePlace() })
    running.child.stdout.destroy()
    say(running, HELLO)
    expect((await running.ended).code).toBe(0)
  })

  it('ends at SIGTERM, SIGINT and SIGHUP, with the service at rest [MCP-11]', async () => {
    const ends = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map(async signal => {
      const running = startProgram([], { place: makePlace() })
      say(running, HELLO, { method: 'notifications/initialized' }, ACCOUNT)
      await running.heard('"id":2', 'stdout')
      running.child.kill(signal)
      const time = await timeToEnd(running)
      return { signal, in_time: time < 2000, code: (await running.ended).code }
    })
    expect((await Promise.all(ends)).filter(({ in_time, code }) => !in_time || code !== 0)).toEqual([])
  })

  it('ends when a message is larger than the protocol allows', async () => {
    const running = startProgram([], { place: makePlace() })
    say(running, HELLO, { id: 2, method: 'ping', params: { filling: 'x'.repeat(11 * 1024 * 1024) } })
    running.child.stdin.on('error', () => undefined)
    expect((await running.ended).code).toBe(0)
  })

  it('starts nothing where a setting is wrong, and says which', async () => {
    const place = makePlace()
    const ended = await runProgram(['--consent', 'maybe'], { place })
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^translation-mcp: --consent must be one of ask, required, code, not "maybe"\.\nNothing was changed or spent\. .+ --help shows what there is\.\n$/,
      ),
    })
  })
})
