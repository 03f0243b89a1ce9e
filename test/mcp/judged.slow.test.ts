import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FormatError, loadFormat, rewrite } from '../../src/formats/index.ts'
import { judgeInThread } from '../../src/mcp/files/judging.ts'
import { lookAtResult } from '../../src/mcp/files/result-look.ts'
import { batch } from '../client/start.ts'
import { cannedParts } from '../support/canned.ts'
import { corpus } from '../support/corpus.ts'
import { openHost } from '../support/mcp.ts'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const ENTRY = pathToFileURL(join(ROOT, 'dist', 'judging-thread.js'))
const MB = 1024 * 1024
const limits = { first_ms: 20_000, megabyte_ms: 1000, memory_mb: 1024 }

/** A file on disk as one that was fetched. */
function fetched(name: string, bytes: Buffer) {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return { path, name, zip: false, size_bytes: bytes.length, announced: false, original: undefined }
}

describe('a large result is judged in a thread of its own', () => {
  const rows = Buffer.from('key,text\n'.concat('a1,"Guten Tag, zusammen"\n'.repeat(2_000_000)))

  it('and this one goes on with its work meanwhile [RES-1, MCP-10]', async () => {
    const judge = judgeInThread(ENTRY, limits)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const table = fetched('a.csv', rows)
    delay.enable()
    expect(await judge(table)).toEqual({ flaw: undefined, beside: [] })
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan(1500)
    expect(await judge(fetched('b.csv', Buffer.concat([rows, Buffer.from('"open\n')])))).toMatchObject({
      flaw: expect.stringMatching(/A quote/),
    })
  })

  it('which is ended when it takes too long or too much memory, and the result is not kept [RES-1]', async () => {
    expect(
      await judgeInThread(ENTRY, { ...limits, first_ms: 50, megabyte_ms: 0 })(fetched('a.csv', rows)),
    ).toMatchObject({
      flaw: expect.stringMatching(/could not be read within 0 seconds/),
    })
    const deep = Buffer.from(`[${'{"a": ["b"]},'.repeat(500_000)}"c"]`)
    expect(await judgeInThread(ENTRY, { ...limits, memory_mb: 8 })(fetched('a.json', deep))).toMatchObject({
      flaw: expect.stringMatching(/too much memory/),
    })
  })
})

it('210 MB in place of 15 bytes are not fetched: reading ends with the first bytes too many [RES-1]', async () => {
  let sent = 0
  const server = createServer((_, answer) => {
    const chunk = Buffer.alloc(MB, 'x')
    const more = () => {
      while (sent < 210 * MB && !answer.destroyed) {
        sent += MB
        if (!answer.write(chunk)) return
      }
      answer.end()
    }
    answer.on('drain', more)
    more()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a`
  const { parts } = await cannedParts({
    'GET /v1/batches/bat_1': batch({ status: 'completed', file_name: 'a.txt' }),
    'GET /v1/batches/bat_1/result': { url, size_bytes: 15, file_name: 'a.de.txt' },
  })
  const [folder = ''] = await parts.folders.allowed()
  const told = await (await openHost(parts)).call('get_result', { batch_id: 'bat_1' })
  expect(told.text).toMatch(/more came than the 15 bytes that were announced; reading stopped there/)
  expect(sent).toBeLessThan(32 * MB)
  expect(readdirSync(folder)).toEqual([])
})

/** A file as it is after a translation into another script, with signs that files have for themselves; every third text is left. */
async function translated(name: string, bytes: Buffer): Promise<Buffer | undefined> {
  const format = await loadFormat(name)
  if (format === undefined) return undefined
  async function* open() {
    yield bytes
  }
  const chunks: Uint8Array[] = []
  const texts = rewrite(
    format,
    open,
    async units => units.map(({ index, text }) => (index % 3 === 0 ? undefined : `«Привет», "x"; \t| ${text}`)),
    { language: 'ru' },
  )
  try {
    for await (const chunk of texts) chunks.push(Buffer.from(chunk))
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
  return Buffer.concat(chunks)
}

it('a translation of every real file that can be translated passes, with and without its source [RES-1, FMT-1]', async () => {
  const flaws: string[] = []
  let read = 0
  for (const kind of ['txt', 'md', 'csv', 'json', 'po']) {
    for (const { name, bytes } of corpus(kind)) {
      const result = await translated(name, bytes)
      if (result === undefined || result.length === 0) continue
      const content = fetched(name.replaceAll('/', '_'), result)
      const untouched = fetched(name.replaceAll('/', '_'), bytes)
      for (const [at, one] of [content, { ...content, original: bytes }, untouched].entries()) {
        const { flaw } = await lookAtResult(one)
        if (flaw !== undefined) flaws.push(`${name} ${at}: ${flaw}`)
      }
      read += 1
    }
  }
  expect(flaws).toEqual([])
  expect(read).toBeGreaterThan(20)
})
