import { expect } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { grantCredits } from '../../src/service/store/credits.ts'
import { write } from '../../src/service/store/database.ts'
import { startWorld, type World } from '../support/world.ts'

/** Settings of a world without credits. */
export const NONE = { seed_credits: 0, monthly_credits: null }

/** A world with nothing but these grants. */
export async function worldWith(clock: () => number, grants: readonly { amount: number; expires_at: number | null }[]) {
  const world = await startWorld({ clock, settings: NONE })
  for (const grant of grants) await give(world, grant, clock())
  return world
}

/** Gives the world a grant. */
export function give(world: World, grant: { amount: number; expires_at: number | null }, now: number) {
  const facts = { workspace_id: world.workspace.id, type: 'manual', now, newId: world.newId } as const
  return write(world.db, tx => grantCredits(tx, { ...grant, ...facts }))
}

/** What the API shows adds up with the ledger below it. */
export async function expectConserved(world: World): Promise<void> {
  const { balance, grants } = await world.call(api.credits.get)
  const ledger = await world.db.selectFrom('credit_reservations').selectAll().execute()
  const rows = await world.db.selectFrom('credit_grants').selectAll().execute()
  const sum = (state: string) => ledger.filter(row => row.state === state).reduce((all, row) => all + row.amount, 0)
  const remaining = grants.reduce((all, grant) => all + grant.remaining, 0)
  expect(remaining).toBe(balance + sum('reserved'))
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(rows.reduce((all, row) => all + row.used, 0)).toBe(sum('settled'))
  expect(rows.reduce((all, row) => all + row.reserved, 0)).toBe(sum('reserved'))
}
