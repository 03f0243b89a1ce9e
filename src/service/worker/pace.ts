import { setImmediate } from 'node:timers/promises'
import { batchesOf, Flattened, type Format, type Unit } from '../../formats/index.ts'
import { Stopped } from '../translation/stopped.ts'
import { createCollector } from './collector.ts'

/** After so many milliseconds of work, everything else in the thread has a turn: timers, messages, other work. */
const TURN_MS = 15
/** The clock is looked at after so many units. */
const SLICE = 100

const collect = createCollector()

/** Gives everything else in the thread a turn. Without it, timers and messages wait while work awaits only promises already resolved. */
export function otherTurns(): Promise<void> {
  return setImmediate()
}

/**
 * The same format, but while its units are read, everything else in the thread has a turn now and then.
 *
 * @throws {Stopped} on `signal`, while the units are read
 */
export function paced(format: Format, signal?: AbortSignal): Format {
  return {
    ...format,
    scan: (...given) => new Flattened(() => unhurried(batchesOf(format.scan(...given)), signal)),
  }
}

async function* unhurried(
  batches: AsyncIterable<readonly Unit[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Unit[]> {
  let since = performance.now()
  let collected: string | undefined
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += SLICE) {
      if (performance.now() - since >= TURN_MS) {
        await otherTurns()
        collected = betweenParts(batch[at], collected)
        since = performance.now()
      }
      if (signal?.aborted) throw new Stopped()
      yield batch.slice(at, at + SLICE)
    }
  }
}

/** In the middle of a part hardly anything can be given back, and much of what was compiled for it would be thrown away. */
function betweenParts(next: Unit | undefined, collected: string | undefined): string | undefined {
  if (next === undefined || next.member === collected) return collected
  collect()
  return next.member
}
