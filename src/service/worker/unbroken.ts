import { ServiceError } from '../domain/errors.ts'
import { type Attempt, type Attempting, attempt, type Extent } from './attempt.ts'
import { still } from './meter.ts'
import type { LanguageToWrite } from './report.ts'

/** At most this many translations that break a file are looked for: to find one among a million takes about twenty attempts. */
const MOST_CULPRITS = 8

/**
 * Writes one language. Where the file is broken, the translations that break it are found and put into `avoided`, and their
 * sources are written instead.
 *
 * @throws {ServiceError} internal_error when too many translations break the file, or it is broken without any
 * @throws {Stopped} on `signal`
 */
export async function unbroken(given: LanguageToWrite, avoided: Set<number>, attempting: Attempting): Promise<Attempt> {
  let tried = await attempt(given, { avoided }, attempting)
  // It is remembered by now.
  const language = { ...given, remembering: undefined }
  const later = { ...attempting, meter: still(attempting.meter) }
  const remove = ({ stored }: Attempt): Promise<void> => attempting.world.files.remove(stored.blob)
  const breaks = async (extent: Extent): Promise<boolean> => {
    const tried = await attempt(language, extent, later)
    await remove(tried)
    return tried.broken
  }
  let whole = 0
  for (let culprits = 0; tried.broken; culprits += 1) {
    await remove(tried)
    if (culprits === MOST_CULPRITS || (culprits === 0 && (await breaks({ avoided, end: 0 })))) throw unfaithful()
    whole = await leastWith(end => breaks({ avoided, end }), whole, tried.units)
    avoided.add(whole - 1)
    tried = await attempt(language, { avoided }, later)
  }
  return tried
}

/** The least number for which `holds` is true, found by halving. It is false for `without` and true for `given`. */
async function leastWith(holds: (end: number) => Promise<boolean>, without: number, given: number): Promise<number> {
  let [low, high] = [without, given]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** The error for a file that cannot be written so that it reads back as it should. */
export function unfaithful(): ServiceError {
  const message =
    'The translated file could not be written so that it reads back as it should. No credits were charged.'
  return new ServiceError('internal_error', message)
}
