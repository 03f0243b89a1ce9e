import { api } from '../../contract/operations.ts'
import { timestamp } from '../domain/time.ts'
import { usagePoints, usageRange } from '../domain/usage.ts'
import { handle } from '../http/route.ts'
import { usageIn } from '../store/usage.ts'

export const usageRoute = handle(api.usage.get, async ({ query, caller }, { db, clock }) => {
  const range = usageRange(query, clock())
  const days = await usageIn(db, caller.workspace.id, range)
  const { from, to, granularity } = range
  return { data: { from: timestamp(from), to: timestamp(to), granularity, ...usagePoints(range, days) } }
})
