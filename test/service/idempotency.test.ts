import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createdIn, MENU, refuseForm, sendForm, storedFiles } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const { create } = api.batches
const into = 'Translate everything into German.'
const json = { 'content-type': 'application/json' }

function post(body: object, headers: Record<string, string> = {}) {
  return world.send('POST', '/v1/batches', { headers: { ...json, ...headers }, body: JSON.stringify(body) })
}

describe('an idempotency key', () => {
  it('makes a repeat answer with the first batch and its current plan, 200 [CRE-6]', async () => {
    const body = { content: MENU, filename: 'menu.json', instruction: into }
    const first = createdIn(await post(body, { 'idempotency-key': 'repeat' }))
    const stored = storedFiles(world)
    const params = { batch_id: first.batch.id }
    const refined = await world.call(api.batches.plan, { params, body: { instruction: 'Also into French.' } })
    const again = createdIn(await post({ ...body, idempotency_key: 'repeat' }), 200)
    expect(again.batch.id).toBe(first.batch.id)
    expect(again.plan_revision).toBe(refined.plan_revision)
    expect(again.plan_revision).not.toBe(first.plan_revision)
    expect(storedFiles(world)).toEqual(stored)
  })

  it('is refused for another file, name or instruction [CRE-6]', async () => {
    const body = { content: MENU, filename: 'menu.json', instruction: into, idempotency_key: 'other' }
    createdIn(await post(body))
    const stored = storedFiles(world)
    for (const other of [{ content: '{"a": "Other text"}' }, { filename: 'b.json' }, { instruction: 'Into French.' }]) {
      expect(refusalIn(await post({ ...body, ...other }))).toMatchObject({
        code: 'idempotency_key_reused',
        status: 409,
      })
    }
    expect(storedFiles(world)).toEqual(stored)
  })

  it('holds for a form too, whose bytes are dropped again [CRE-6]', async () => {
    const file = { name: 'a.txt', bytes: 'Hello there.' }
    const first = createdIn(await sendForm(world, file, { idempotency_key: 'form' }))
    const stored = storedFiles(world)
    const again = createdIn(await sendForm(world, file, {}, { 'idempotency-key': 'form' }), 200)
    expect(again.batch.id).toBe(first.batch.id)
    const other = await refuseForm(world, { ...file, bytes: 'Other text.' }, { idempotency_key: 'form' })
    expect(other.code).toBe('idempotency_key_reused')
    expect(storedFiles(world)).toEqual(stored)
  })

  it('belongs to its caller [CRE-6]', async () => {
    const body = { content: MENU, filename: 'menu.json', idempotency_key: 'mine' }
    const mine = await world.call(create, { body })
    const { secret } = await world.issueKey(['batches:create'])
    const theirs = await world.call(create, { body, key: secret })
    expect(theirs.batch.id).not.toBe(mine.batch.id)
  })

  it.each([
    ['empty', '', {}],
    ['too long', 'a'.repeat(256), {}],
    ['not printable', 'schlüssel', {}],
  ])('is refused when %s [CRE-6]', async (_, idempotency_key) => {
    expect(await world.refuse(create, { body: { content: 'Hello', idempotency_key } })).toMatchObject({
      code: 'invalid_parameter',
    })
  })

  it('is refused when header and body differ [CRE-6]', async () => {
    const sent = await post({ content: 'Hello', idempotency_key: 'a' }, { 'idempotency-key': 'b' })
    expect(refusalIn(sent)).toMatchObject({ code: 'invalid_request', param: 'idempotency_key' })
  })

  it('makes racing creations yield one batch [CRE-7]', async () => {
    const file = { name: 'race.txt', bytes: 'We race each other.' }
    const before = storedFiles(world).length
    const racing = Array.from({ length: 6 }, () =>
      sendForm(world, file, { idempotency_key: 'race', instruction: into }),
    )
    const answers = await Promise.all(racing)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ text }) => JSON.parse(text).data.batch.id)).size).toBe(1)
    expect(storedFiles(world).length).toBe(before + 1)
  })

  it('is forgotten after its day [CRE-6]', async () => {
    const body = { content: MENU, filename: 'menu.json', idempotency_key: 'old' }
    const first = await world.call(create, { body })
    await world.db.updateTable('idempotency_keys').set({ expires_at: 1 }).where('key', 'like', '% old').execute()
    const second = createdIn(await post(body))
    expect(second.batch.id).not.toBe(first.batch.id)
  })
})
