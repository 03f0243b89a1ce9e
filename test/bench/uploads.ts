import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'undici'
import { forgetPeak, memoryOf } from '../support/memory.ts'
import type { Line, Setup } from './measure.ts'
import { field, startPeer } from './processes.ts'

const UPLOADS = 200
const MEGABYTE = 1_000_000

/** Two hundred uploads of a megabyte at once: what the service does with them, and what they add to its memory. */
export async function* uploads({ root, folder, size }: Setup): AsyncGenerator<Line> {
  const service = startPeer({
    args: [
      path.join(root, 'dist', 'main.js'),
      'service',
      '--auth',
      'none',
      '--json',
      '--data-dir',
      path.join(folder, 'data'),
    ],
    home: folder,
  })
  const facts = await service.next()
  const key = readFileSync(String(field(facts, 'key_file')), 'utf8').trim()
  const count = Math.max(2, Math.round(UPLOADS * size))
  const pool = new Pool(String(field(facts, 'base_url')), { connections: count })
  const upload = async (number: number) => {
    const form = new FormData()
    form.set('file', new Blob([contentOf(number, MEGABYTE * size)]), `report-${number}.txt`)
    const encoded = new Response(form)
    const headers = { authorization: `Bearer ${key}`, 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = Buffer.from(await encoded.arrayBuffer())
    return { headers, body }
  }
  const prepared = await Promise.all(Array.from({ length: count }, (_, number) => upload(number)))
  const before = memoryOf(service.pid).now
  forgetPeak(service.pid)
  const begun = performance.now()
  try {
    const statuses = await Promise.all(
      prepared.map(async ({ headers, body }) => {
        const answer = await pool.request({ path: '/v1/batches', method: 'POST', headers, body })
        await answer.body.dump()
        return answer.statusCode
      }),
    )
    const seconds = (performance.now() - begun) / 1000
    const taken = statuses.filter(status => status === 201).length
    const megabytes = (memoryOf(service.pid).peak - before) / MEGABYTE
    const what = `${count} uploads of ${(size).toFixed(size < 1 ? 2 : 0)} MB at once that are taken`
    yield {
      what,
      figure: `${taken}`,
      budget: { text: `all ${count}`, kept: taken === count },
      detail: `in ${seconds.toFixed(1)} s`,
    }
    yield { what: 'the same: memory that they add to the service', figure: `${megabytes.toFixed(0)} MB` }
  } finally {
    await pool.close()
    await service.end('SIGKILL')
  }
}

function contentOf(number: number, bytes: number): string {
  const line = `This is report number ${number}, and it says what every report says.\n`
  return line.repeat(Math.ceil(bytes / line.length))
}
