import { FIRST_WORKSPACE, nameAsKept } from './members.ts'
import { DAY, MINUTE } from './time.ts'

/** How long a wrong password counts, in milliseconds: a fixed window from the first one. */
export const TRIES_MS = 15 * MINUTE

/** How long a name is known at an address that the right password came from, in milliseconds. */
export const KNOWN_MS = 30 * DAY

/** Wrong passwords that are taken within a window. */
export interface TryLimits {
  /** For one name from one address. */
  readonly pair: number
  /** For one name from all addresses. Beyond it, somebody guesses from many: an address that is new to the name has FEW tries left. */
  readonly name: number
  /** From one address for all names; not counted for a name that is known there. */
  readonly address: number
}

export const TRY_LIMITS: TryLimits = { pair: 10, name: 50, address: 200 }

/** The tries that an address has for a name at which many others guess: a member who is away from home still gets in. */
const FEW = 3

/** Wrong passwords counted within the window, and where each window ends (ms). */
export interface Tries {
  readonly pair: Counted
  readonly name: Counted
  readonly address: Counted
  /** The right password for this name came from this address lately. */
  readonly known: boolean
}

export interface Counted {
  readonly wrong: number
  readonly ends: number
}

/**
 * Judges one more try: undefined where it may be made, else when the next one may (ms). No number of tries from elsewhere locks
 * a name: they lower what an unknown address may try, but never to nothing.
 */
export function lockedUntil({ pair, name, address, known }: Tries, limits: TryLimits = TRY_LIMITS): number | undefined {
  const most = !known && name.wrong >= limits.name ? Math.min(FEW, limits.pair) : limits.pair
  if (pair.wrong >= most) return pair.ends
  return !known && address.wrong >= limits.address ? address.ends : undefined
}

/**
 * The name that tries are counted under. `ada` and `ada@local` are one, and so are names that differ in case, whether or not there
 * is such a member. `isWorkspace` says whether what follows the last @ is the short name of a workspace.
 */
export async function countedName(written: string, isWorkspace: (slug: string) => Promise<boolean>): Promise<string> {
  const name = nameAsKept(written).normalize('NFKC').toLowerCase()
  const at = name.lastIndexOf('@')
  return at >= 0 && (await isWorkspace(name.slice(at + 1))) ? name : `${name}@${FIRST_WORKSPACE}`
}
