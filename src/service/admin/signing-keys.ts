import { timestamp } from '../domain/time.ts'
import { rotateSigning } from '../oauth/keys.ts'
import { recordEvent } from '../store/audit.ts'
import { writeAlone } from '../store/database.ts'
import { type AdminOptions, at } from './desk.ts'

/** A planned change of the key that signs tokens. Moments as RFC 3339. */
export interface SigningRotation {
  /** When the new key signs; it is published at once. */
  readonly signs_from: string
  /** When the last of the earlier keys is dropped: all its tokens have ended by then. */
  readonly earlier_until: string
}

/**
 * Replaces the key that signs tokens, for all processes on the data folder and without a restart. Nobody has to sign in again.
 *
 * @throws {AdminRefused} no_signing_key, rotation_under_way
 */
export function rotateSigningKeys(options: AdminOptions): Promise<SigningRotation> {
  return at(options, ({ db, workspace, secrets, now, newId }) => {
    let rotated: Awaited<ReturnType<typeof rotateSigning>> | undefined
    return writeAlone(db, async tx => {
      // Once, however often the transaction is run.
      rotated ??= await rotateSigning(tx, secrets, now)
      const { fresh, earlier } = rotated
      const signs_from = timestamp(fresh.signs_from)
      const earlier_until = timestamp(Math.max(...earlier.map(({ ends_at }) => ends_at)))
      const detail = { signs_from, by: 'operator' }
      await recordEvent(tx, { now, newId }, { kind: 'signing_key_rotated', workspace_id: workspace.id, detail })
      return { signs_from, earlier_until }
    })
  })
}
