import { expect, it } from 'vitest'
import { stateKeys } from '../../src/service/domain/state-secret.ts'
import { holdFolder } from '../../src/service/folder-hold.ts'
import { isFolderHeld, noteHolder } from '../../src/service/store/folder-holders.ts'
import { forgetAddresses } from '../../src/service/store/upload-addresses.ts'
import { uploadDesk } from '../../src/service/upload-desk.ts'
import { manualClock, startWorld } from '../support/world.ts'

const world = await startWorld()
const { db } = world
const NEW = { principal: 'con_ada', held: '{}', caller: 'her permission' }

/** A desk under a clock that stands still, with one address. */
async function desk(id: string, sealing = stateKeys('a-secret-of-the-processes-of-a-team-0123456789')) {
  const clock = manualClock('2026-11-27T12:00:00Z')
  const made = uploadDesk({ db, clock, sealing })
  await made.add({ ...NEW, id, secret_hash: `hash of ${id}`, expires_at: clock() + 3_600_000 })
  return { clock, desk: made }
}

it('the turn to send is one’s at a time, and another’s half a minute after its process died [UPL-1]', async () => {
  const { clock, desk: one } = await desk('mup_turns')
  const id = 'mup_turns'
  expect([await one.begin(id, 'a'), await one.begin(id, 'b')]).toEqual([true, false])
  expect(await one.close(id)).toBe(false)
  clock.advance(20_000)
  await one.renew(id, 'a')
  clock.advance(29_000)
  expect(await one.begin(id, 'b')).toBe(false)
  clock.advance(1000)
  expect(await one.begin(id, 'b')).toBe(true)
  // The one that was cut off meanwhile keeps nothing over what its successor does.
  await one.keep(id, { held: '{"by":"a"}', closed: true }, 'a')
  await one.renew(id, 'a')
  await one.end(id, { held: '{"by":"a"}', closed: true }, 'a')
  expect(await one.find({ id })).toMatchObject({ held: '{}', closed: false, sending: true })
  await one.end(id, { held: '{"by":"b"}', closed: false }, 'b')
  expect(await one.find({ id })).toMatchObject({ held: '{"by":"b"}', closed: false, sending: false })
})

it('a closed address stays closed, and takes no turn [UPL-1]', async () => {
  const { desk: one } = await desk('mup_closed')
  const id = 'mup_closed'
  expect(await one.close(id)).toBe(true)
  await one.keep(id, { held: '{}', closed: false })
  expect([await one.begin(id, 'a'), (await one.find({ id }))?.closed]).toEqual([false, true])
})

it('a permission is kept sealed, opens with the secret alone, and without one is not kept [KEY-3]', async () => {
  const { clock, desk: one } = await desk('mup_sealed')
  const id = 'mup_sealed'
  const row = db.selectFrom('upload_addresses').select('caller').where('id', '=', id)
  expect((await row.executeTakeFirstOrThrow()).caller).not.toContain('permission')
  expect((await one.find({ secret_hash: `hash of ${id}` }))?.caller).toBe('her permission')
  await one.hear(id, 'a newer one')
  expect((await one.find({ id }))?.caller).toBe('a newer one')
  const other = uploadDesk({ db, clock, sealing: stateKeys('another-secret-than-that-of-the-team-0123456789') })
  expect((await other.find({ id }))?.caller).toBeUndefined()
  const alone = uploadDesk({ db, clock, sealing: undefined })
  await alone.add({ ...NEW, id: 'mup_alone', secret_hash: 'alone', expires_at: clock() + 1 })
  await alone.hear('mup_alone', 'a newer one')
  const kept = db.selectFrom('upload_addresses').select('caller').where('id', '=', 'mup_alone')
  expect((await kept.executeTakeFirstOrThrow()).caller).toBeNull()
})

it('an address is forgotten a day after its end, and not before [UPL-1]', async () => {
  const { clock, desk: one } = await desk('mup_old')
  clock.advance(25 * 3_600_000)
  await forgetAddresses(db, clock())
  expect(await one.find({ id: 'mup_old' })).toBeDefined()
  clock.advance(1)
  await forgetAddresses(db, clock())
  expect(await one.find({ id: 'mup_old' })).toBeUndefined()
})

it('a folder is held while its process gives signs, for a minute after the last, and not once it has ended [KEY-3]', async () => {
  const clock = manualClock('2026-11-27T12:00:00Z')
  // The service of this file is one, where its state is on a server.
  await db.deleteFrom('folder_holders').execute()
  await noteHolder(db, 'killed', clock())
  clock.advance(59_999)
  expect(await isFolderHeld(db, clock())).toBe(true)
  clock.advance(1)
  expect(await isFolderHeld(db, clock())).toBe(false)
  await noteHolder(db, 'ended', clock())
  const letGo = holdFolder({ db, holder: 'ended', clock })
  await letGo()
  expect(await isFolderHeld(db, clock())).toBe(false)
})
