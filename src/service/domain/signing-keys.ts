import { AdminRefused } from './admin.ts'
import { MINUTE, timestamp } from './time.ts'

/** When a signing key is used. Moments in milliseconds since 1970. */
export interface KeyTimes {
  /** It signs from then on, until a later key does. It is published before, so that whoever verifies tokens knows it in time. */
  readonly signs_from: number
  /** Its tokens hold until then; null while no later key is planned. */
  readonly ends_at: number | null
}

/**
 * How long a new key is published before it signs. Whoever verifies tokens fetches the keys again for one that is not known, but
 * not within 30 s of the last time (jose).
 */
const PUBLISHED_MS = 2 * MINUTE

/** How long an earlier key is honoured after it signed last: longer than its tokens live (oauth/resources.ts), for clocks that differ. */
const HONOURED_MS = 10 * MINUTE

/** The keys that hold now: first the one that signs, then those that only verify. */
export function keysInForce<Key extends KeyTimes>(keys: readonly Key[], now: number): readonly Key[] {
  const held = keys.filter(({ ends_at }) => ends_at === null || ends_at > now)
  const begun = held.filter(({ signs_from }) => signs_from <= now)
  const newest = begun.toSorted((one, other) => other.signs_from - one.signs_from)
  return [...newest, ...held.filter(({ signs_from }) => signs_from > now)]
}

/** When the keys in force change next by themselves; undefined where they stay as they are. */
export function nextKeyChange(keys: readonly KeyTimes[], now: number): number | undefined {
  const moments = keys.flatMap(({ signs_from, ends_at }) => [signs_from, ends_at ?? signs_from])
  return moments.filter(moment => moment > now).sort((one, other) => one - other)[0]
}

/**
 * Plans a change to a fresh key: it is published now and signs soon; the earlier ones are honoured until their tokens have ended.
 * Those that ended already are left out.
 *
 * @throws {AdminRefused} rotation_under_way
 */
export function rotatedKeys<Key extends KeyTimes, Fresh>(keys: readonly Key[], fresh: Fresh, now: number) {
  const waiting = keys.find(({ signs_from }) => signs_from > now)
  if (waiting !== undefined) {
    const message = `A new key is published already and signs from ${timestamp(waiting.signs_from)} on. Wait until then. Nothing was changed.`
    throw new AdminRefused('rotation_under_way', message)
  }
  const signs_from = now + PUBLISHED_MS
  const earlier = keysInForce(keys, now).map(key => ({ ...key, ends_at: key.ends_at ?? signs_from + HONOURED_MS }))
  return { fresh: { ...fresh, signs_from, ends_at: null }, earlier }
}
