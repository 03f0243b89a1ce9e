import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { inSpanish, startApy } from '../support/apy.ts'
import { reaches, resultOf } from '../support/flow.ts'
import { startWorld } from '../support/world.ts'

const SENTENCES = Array.from({ length: 12 }, (_, at) => `Read page number ${at} of the manual.`)

it('a glossary that changes while a file is translated is that of the next one: nothing is lost or asked twice [GLO-3]', async () => {
  let change = async (): Promise<void> => undefined
  const apy = await startApy({ before: () => change() })
  const settings = { engine: 'apertium', engines: { apertium: { url: apy.url } } }
  const world = await startWorld({ settings })
  change = async () => {
    change = async () => undefined
    const terms = [{ source: 'box', target: 'caja' }]
    await world.call(api.glossaries.create, { body: { language_pair: 'en-es', terms } })
  }
  const body = { content: SENTENCES.join('\n\n'), filename: 'a.txt', instruction: 'From English into Spanish.' }
  const created = await world.call(api.batches.create, { body })
  await world.call(api.batches.approve, { params: { batch_id: created.batch.id }, body: {} })
  await reaches(world, created.batch.id, 'completed')
  const { file, result } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ segments: 12, kept_source: 0 })
  expect(file.text).toBe(SENTENCES.map(inSpanish).join('\n\n'))
  expect(apy.asked).toHaveLength(12)
})
