import { api } from '../../contract/operations.ts'
import { balanceOf } from '../domain/credits.ts'
import { RATES } from '../domain/price.ts'
import { momentOf } from '../domain/time.ts'
import { handle } from '../http/route.ts'
import { latestMonthlyExpiry, liveGrants } from '../store/credits.ts'
import { viewGrant } from '../views/grant.ts'

export const creditsRoute = handle(api.credits.get, async ({ caller }, { db, clock }) => {
  const now = clock()
  const { id, plan, monthly_allowance } = caller.workspace
  const grants = await liveGrants(db, id, now)
  return {
    data: {
      balance: balanceOf(grants, now),
      plan,
      monthly_allowance,
      next_refill_estimated_at: momentOf(await latestMonthlyExpiry(db, id, now)),
      grants: grants.map(grant => viewGrant(grant, now)),
    },
  }
})

/** What costs no credits, whatever the engine. */
const FREE = [
  'planning',
  'words known from earlier translations',
  'corrections',
  'an assistant that translates by itself',
]

export const pricesRoute = handle(api.prices.get, async () => ({
  data: { rates: RATES.map(rate => ({ ...rate })), free: [...FREE] },
}))
