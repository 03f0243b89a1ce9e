import { AdminRefused } from '../domain/admin.ts'
import { addAllowance, endAllowance, liveAllowances } from '../store/allowances.ts'
import { recordEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { type AdminOptions, at } from './desk.ts'

/** Whom an allowance is for: whoever is on this machine. Members answer for themselves. */
const LOCAL_PRINCIPAL = 'local'

/** What may be spent without a question. Moments in milliseconds since 1970. */
export interface NewAllowance {
  /** `credits`, `tokens`, `characters`, or a currency. */
  readonly unit: string
  readonly amount: number
  /** The amount is for each day (UTC), or for all time. */
  readonly period: 'day' | 'once'
  /** An absolute path; only for files in it. */
  readonly folder: string | null
  readonly until: number | null
}

export interface AllowanceView extends NewAllowance {
  readonly id: string
  readonly left: number
  readonly created_at: number
}

/** The allowances that hold now, with what is left of them. */
export function listAllowances(options: AdminOptions): Promise<readonly AllowanceView[]> {
  return at(options, async ({ db, now }) => (await liveAllowances(db, LOCAL_PRINCIPAL, now)).map(view))
}

/** Allows an amount ahead. @throws {AdminRefused} invalid_amount; invalid_expiry */
export function allowAhead(options: AdminOptions, wanted: NewAllowance): Promise<AllowanceView> {
  return at(options, async ({ db, now, newId, workspace }) => {
    if (!(wanted.amount > 0)) throw new AdminRefused('invalid_amount', 'An allowance needs an amount above 0.')
    if (wanted.until !== null && wanted.until <= now) {
      throw new AdminRefused('invalid_expiry', 'The end of the allowance is in the past: name a later date.')
    }
    const row = { ...wanted, id: newId('alw'), principal: LOCAL_PRINCIPAL, created_at: now, revoked_at: null }
    await write(db, async tx => {
      await addAllowance(tx, row)
      const detail = { by: 'operator', allowance_id: row.id, ...wanted }
      await recordEvent(tx, { now, newId }, { kind: 'allowance_made', workspace_id: workspace.id, detail })
    })
    return view({ ...row, left: row.amount })
  })
}

/** Ends an allowance. @throws {AdminRefused} allowance_not_found */
export function revokeAllowance(options: AdminOptions, id: string): Promise<void> {
  return at(options, ({ db, now, newId, workspace }) =>
    write(db, async tx => {
      if (!(await endAllowance(tx, id, now))) {
        const message = `There is no allowance ${id}: translation-mcp allow list shows those that hold.`
        throw new AdminRefused('allowance_not_found', message)
      }
      const detail = { by: 'operator', allowance_id: id }
      await recordEvent(tx, { now, newId }, { kind: 'allowance_revoked', workspace_id: workspace.id, detail })
    }),
  )
}

function view({ id, unit, amount, left, period, folder, until, created_at }: AllowanceView): AllowanceView {
  return { id, unit, amount, left, period, folder, until, created_at }
}
