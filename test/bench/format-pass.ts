/**
 * One pass over a file, in a process of its own, and there in a thread like those in which the service works. Arguments: `read`, `rewrite`,
 * `once` or `all`, the file, where the result goes, and perhaps another file that is passed over before, as in a thread that has had work
 * already. `rewrite` gives every text that would be translated another one; `once` reads the texts, writes them, and reads the result again;
 * `all` takes every pass that a translation takes, those of its plan, too. Prints the milliseconds of the pass and what all of it added to
 * the memory of the process.
 */
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'
import { Expectation, loadFormat, rewrite, type Translate, verify, withRanges } from '../../src/formats/index.ts'
import { BUDGET } from '../../src/service/worker/budget.ts'
import { paced } from '../../src/service/worker/pace.ts'
import { newThread } from '../../src/service/worker/ready-thread.ts'
import { memoryOf } from '../support/memory.ts'

// A thread has the environment of its process, and no arguments of its own.
if (isMainThread) process.env.PASS = JSON.stringify(process.argv.slice(2))
const [pass = '', file = '', result = '', before] = z.array(z.string()).parse(JSON.parse(process.env.PASS ?? '[]'))
const loaded = await loadFormat(file)
if (!loaded) throw new Error(`this build does not read ${file}`)
const format = paced(loaded)
const translate: Translate = async units =>
  units.map(unit => (unit.left_out === undefined ? `»${unit.text}` : undefined))

const target = { language: 'de' }

/** As a disk has it: read from its beginning, or from any place on. */
function opened(file: string) {
  const highWaterMark = 256 * 1024
  const read = (start: number, end: number) => createReadStream(file, { highWaterMark, start, end: end - 1 })
  return withRanges(createReadStream(file, { highWaterMark }), { size: async () => statSync(file).size, read })
}

async function run(from: string): Promise<number> {
  const source = () => opened(from)
  let count = 0
  const read = async (options = {}) => {
    for await (const _ of format.scan(source(), options)) count += 1
  }
  if (pass === 'read') {
    await read()
    return count
  }
  if (pass === 'once') await read()
  if (pass === 'all') {
    // What is in the file, what a plan takes of it, what is asked for.
    await read()
    await format.languages?.(source())
    await read({ target })
    await read({ target })
  }
  const written = await open(result, 'w')
  const expectation = new Expectation(format)
  for await (const chunk of rewrite(format, source, translate, target, expectation))
    count += (await written.write(chunk)).bytesWritten
  await written.close()
  if (pass === 'all' || pass === 'once') {
    const again = () => opened(result)
    const isMet = await expectation.isMet(source, again, target)
    const differences = isMet ? [] : await verify(format, source, again, translate, target)
    if (differences.length > 0) throw new Error(`${from} does not read back`)
  }
  return count
}

async function measured(): Promise<void> {
  const held = memoryOf(process.pid).now
  if (before !== undefined) await run(before)
  const start = performance.now()
  const count = await run(file)
  const milliseconds = performance.now() - start
  const added_bytes = memoryOf(process.pid).peak - held
  process.stdout.write(`${JSON.stringify({ milliseconds, added_bytes, count })}\n`)
}

if (isMainThread) newThread(new URL(import.meta.url), BUDGET.memory_mb)
else await measured()
