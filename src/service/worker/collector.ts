import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MEGABYTE = 1024 * 1024
/** Bytes that a thread may hold before it is collected out of turn: a file of 5 MB hardly comes so far, and loses no time. */
const MOST = 62 * MEGABYTE
/** Then it is collected again after it has grown by so many bytes. */
const STEP = 12 * MEGABYTE
/** What is left of a file that needs much for itself. Each time takes longer there and gives less back: it is collected after twice as much. */
const LARGE = 48 * MEGABYTE

/** What V8 holds for this thread, in bytes: its heap, and the buffers that the heap keeps alive. */
function heldNow(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/**
 * A function for a moment between two turns, which collects what nobody holds any more where this thread has taken much since the last time.
 * V8 itself waits until the heap has grown by a share of what it is, and sees buffers late: a file three times as large, of no larger parts,
 * would take half again the memory.
 */
export function createCollector(held: () => number = heldNow, made: () => () => void = collectorOf): () => void {
  let next = MOST
  let collect: (() => void) | undefined
  return () => {
    if (held() < next) return
    collect ??= made()
    collect()
    const left = held()
    next = left > LARGE ? 2 * left : Math.max(MOST, left + STEP)
  }
}

/** V8's own collection of everything, which it gives only to a context that begins under this flag. */
function collectorOf(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // Code that was compiled before is good for a process with the same flags only.
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? () => void collect() : () => undefined
}
