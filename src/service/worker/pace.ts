import { setImmediate } from 'node:timers/promises'
import { batchesOf, Flattened, type Format } from '../../formats/index.ts'
import { Stopped } from '../translation/stopped.ts'

/** How long work may go on, in milliseconds, before everything else in the thread has its turn: timers, messages, other work. */
const TURN_MS = 15
/** So many units are taken together: the time is looked at between them. */
const SLICE = 100

/** Everything else in the thread has its turn: timers and messages wait while work only awaits what is there already. */
export function otherTurns(): Promise<void> {
  return setImmediate()
}

/** The same format, whose units come with turns for others between them. @throws {Stopped} on `signal` */
export function paced(format: Format, signal?: AbortSignal): Format {
  return {
    ...format,
    scan: (...given) => new Flattened(() => unhurried(batchesOf(format.scan(...given)), signal)),
  }
}

async function* unhurried<Item>(
  batches: AsyncIterable<readonly Item[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Item[]> {
  let since = performance.now()
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += SLICE) {
      if (performance.now() - since >= TURN_MS) {
        await otherTurns()
        since = performance.now()
      }
      if (signal?.aborted) throw new Stopped()
      yield batch.slice(at, at + SLICE)
    }
  }
}
