import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'
import { Stopped } from '../../../src/service/translation/stopped.ts'
import { paced } from '../../../src/service/worker/pace.ts'
import { opened } from '../../formats/files.ts'

it('gives the same units as its format, and turns to everything else while they are read [SCL-1]', async () => {
  const format = await loadFormat('a.csv')
  if (format === undefined) throw new Error('no csv')
  const content = `key,en\n${Array.from({ length: 40_000 }, (_, at) => `k${at},The text number ${at}`).join('\n')}\n`
  const read = async (of: typeof format) => {
    const texts: string[] = []
    for await (const unit of of.scan(opened(content)())) texts.push(unit.text)
    return texts
  }
  let turns = 0
  const over = new AbortController()
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await setTimeout(1)
  })()
  const texts = await read(paced(format))
  over.abort()
  await others
  expect(texts).toEqual(await read(format))
  expect(turns).toBeGreaterThan(0)
  await expect(read(paced(format, AbortSignal.abort()))).rejects.toThrow(Stopped)
})
