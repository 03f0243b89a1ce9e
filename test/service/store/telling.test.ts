import { expect, it } from 'vitest'
import { createIds } from '../../../src/service/data-folder.ts'
import { CHANNEL, KINDS, readTold } from '../../../src/service/store/telling.ts'

it.each(KINDS)('what is told of a batch as “%s” is read as it was written', kind => {
  const batchId = createIds(Date.now)('bat_')
  expect(readTold(`${kind} ${batchId}`)).toEqual({ kind, batchId })
  // A server takes less than 8000 bytes a line (PostgreSQL, NOTIFY).
  expect(Buffer.byteLength(`${kind} ${batchId}`)).toBeLessThan(100)
})

it.each([
  ['nothing', ''],
  ['a word alone', 'work'],
  ['no batch', 'work '],
  ['two spaces', 'work  bat_1'],
  ['more than one batch', 'work bat_1 bat_2'],
  ['a space behind it', 'moved bat_1 '],
  ['a space before it', ' work bat_1'],
  ['another case', 'Work bat_1'],
  ['another word', 'ended bat_1'],
  ['a name that every object has', 'constructor bat_1'],
  ['another space', 'work\tbat_1'],
  ['JSON', '{"kind":"work","batchId":"bat_1"}'],
  ['the channel', CHANNEL],
] as const)('a line of another program is none of ours: %s', (_, line) => {
  expect(readTold(line)).toBeUndefined()
})
