import { describe, expect, it } from 'vitest'
import type { ApiCredential } from '../../src/client/credential.ts'
import { api } from '../../src/contract/operations.ts'
import type { Seen } from '../support/faults.ts'
import { batch, failure, object, refusal, start } from './start.ts'

const BODY = { content: 'x', filename: 'a.txt' }

/** A way whose credential the service takes only after it was renewed so many times; beyond `most` there is none. */
function renewing(baseUrl: string, most: number, turn = 0): ApiCredential {
  const renew = async () => {
    if (turn >= most) throw new Error('sign in again')
    return renewing(baseUrl, most, turn + 1)
  }
  return { baseUrl, credential: `tms_live_${turn}`, renew }
}

const takes = (credential: string) => (seen: Seen) => {
  if (seen.headers.authorization !== `Bearer ${credential}`) return refusal(401, 'invalid_api_key')
  return seen.method === 'PATCH' ? object(batch({ name: 'x' })) : object({ batch: batch() }, 201)
}

async function startRenewing(most: number, credential: string) {
  const made: { url: string } = { url: '' }
  const started = await start(takes(credential), { connect: async () => renewing(made.url, most) })
  made.url = started.faults.url
  return started
}

describe('a credential that the service refuses', () => {
  it('is renewed, and the call goes on as the same one', async () => {
    const { client, faults } = await startRenewing(1, 'tms_live_1')
    await client.call(api.batches.create, { body: BODY })
    const keys = faults.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('is renewed for an operation that is never repeated too: refused, it changed nothing', async () => {
    const { client, faults } = await startRenewing(1, 'tms_live_1')
    const renamed = await client.call(api.batches.update, { params: { batch_id: 'bat_1' }, body: { name: 'x' } })
    expect(renamed.data.name).toBe('x')
    expect(faults.seen).toHaveLength(2)
  })

  it('ends the call with what the renewal says', async () => {
    const { client, faults } = await startRenewing(1, 'nothing')
    await expect(client.call(api.batches.create, { body: BODY })).rejects.toThrow('sign in again')
    expect(faults.seen).toHaveLength(2)
  })

  it('stays refused where the bytes of the call are given only once', async () => {
    const { client, faults } = await startRenewing(1, 'tms_live_1')
    const file = {
      name: 'a.txt',
      size: 1,
      open: async function* () {
        yield Buffer.from('x')
      },
    }
    const error = await failure(client.call(api.batches.create, { body: {} }, { file }))
    expect(error).toMatchObject({ code: 'invalid_api_key', status: 401 })
    expect(faults.seen).toHaveLength(1)
  })
})
