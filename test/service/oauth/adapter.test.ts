import type { Adapter } from 'oidc-provider'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile } from '../../../src/service/data-folder.ts'
import { createAdapter } from '../../../src/service/oauth/adapter.ts'
import { openKeys } from '../../../src/service/oauth/keys.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { manualClock, startWorld } from '../../support/world.ts'

/** The stores of two processes on one data folder, for one kind of artifact. */
async function twoProcesses(model: string, leewaySeconds: number) {
  const { db, dataDir, newId } = await startWorld()
  const other = openDatabase(databaseFile(dataDir))
  onTestFinished(() => other.destroy())
  const clock = manualClock('2026-03-01T00:00:00Z')
  const keys = await openKeys(db, dataDir)
  const adapters = [db, other].map(each => {
    const alreadyUsed = () => new Error('used')
    return createAdapter({ db: each, keys, clock, newId, leewaySeconds, alreadyUsed })(model)
  })
  const [one, two] = adapters
  if (one === undefined || two === undefined) throw new Error('no adapters')
  await one.upsert('the-secret', { jti: 'the-secret', grantId: 'con_1', accountId: 'mem_1' }, 3600)
  return { one, two, clock }
}

/** Both look before either uses: as two requests do that come at the same moment. */
async function usedByBoth(one: Adapter, two: Adapter): Promise<number> {
  const seen = [await one.find('the-secret'), await two.find('the-secret')]
  expect(seen.map(payload => payload?.consumed)).toEqual([undefined, undefined])
  const uses = await Promise.allSettled([one.consume('the-secret'), two.consume('the-secret')])
  return uses.filter(({ status }) => status === 'fulfilled').length
}

describe('what may be used once', () => {
  it.each(['RefreshToken', 'AuthorizationCode', 'DeviceCode'])(
    'is had by one of two that saw it unused: %s [OAU-1]',
    async model => {
      const { one, two } = await twoProcesses(model, 0)
      expect(await usedByBoth(one, two)).toBe(1)
      expect(await two.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
    },
  )

  it('is had once more within the leeway where it is a refresh token, counted from its first use [OAU-1]', async () => {
    const { one, two, clock } = await twoProcesses('RefreshToken', 30)
    expect(await usedByBoth(one, two)).toBe(2)
    clock.advance(29_000)
    await one.consume('the-secret')
    clock.advance(1000)
    await expect(two.consume('the-secret')).rejects.toThrow('used')
    expect(await one.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
  })

  it('is had once whatever the leeway where it is a code [OAU-1]', async () => {
    const { one, two } = await twoProcesses('AuthorizationCode', 30)
    expect(await usedByBoth(one, two)).toBe(1)
  })
})
