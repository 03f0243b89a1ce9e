/** A command of the operator that was refused; nothing was changed. */
export class AdminRefused extends Error {
  readonly code:
    | 'too_many_keys'
    | 'key_not_found'
    | 'key_not_active'
    | 'invalid_name'
    | 'invalid_expiry'
    | 'invalid_amount'
    | 'allowance_not_found'
    | 'workspace_not_found'
    | 'workspace_exists'
    | 'member_not_found'
    | 'member_exists'
    | 'last_admin'
    | 'weak_password'
    | 'entry_not_found'
    | 'translation_not_found'
    | 'nobody_named'
    | 'no_signing_key'
    | 'rotation_under_way'

  constructor(code: AdminRefused['code'], message: string) {
    super(message)
    this.name = 'AdminRefused'
    this.code = code
  }
}

/**
 * Checks the data of a new key: a name of 1 to 100 characters, and an expiry (ms) in the future.
 *
 * @throws {AdminRefused} invalid_name, invalid_expiry
 */
export function checkNewKey(name: string, expiresAt: number | null, now: number): void {
  if (name.trim() === '' || name.length > 100) {
    throw new AdminRefused('invalid_name', 'A key needs a name of 1 to 100 characters.')
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    throw new AdminRefused('invalid_expiry', 'The expiry must lie in the future.')
  }
}

/** Checks the credits (whole, above 0) and the expiry (ms) of a grant. @throws {AdminRefused} invalid_amount, invalid_expiry */
export function checkNewGrant(amount: number, expiresAt: number | null, now: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > MOST_CREDITS) {
    throw new AdminRefused('invalid_amount', `A grant is a whole number of credits from 1 to ${MOST_CREDITS}.`)
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    throw new AdminRefused('invalid_expiry', 'The expiry must lie in the future.')
  }
}

/** Far above any real grant, and so low that sums of grants stay safe integers (ENV-2). */
const MOST_CREDITS = 1_000_000_000_000
