import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { failure, object, start } from './start.ts'

it('an answer that is far too large unpacked is told as such, and of a change that it may have happened [ERR-3]', async () => {
  const body = gzipSync(Buffer.alloc(65 * 1024 * 1024))
  const { faults, client } = await start(() => object({}))
  faults.script({ kind: 'answer', status: 200, headers: { 'content-encoding': 'gzip' }, body })
  const error = await failure(client.call(api.batches.approve, { params: { batch_id: 'bat_1' } }))
  expect(error).toMatchObject({ code: 'not_an_api', status: 200, may_have_applied: true })
  expect(String(error)).toContain('although it was asked for as it is, and is far too large')
})
