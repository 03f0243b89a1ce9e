import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects what nobody holds any more. */
export const collect: () => void = runInNewContext('gc')
// Code that was compiled before is good for a process with the same flags only.
setFlagsFromString('--no-expose-gc')

/** Waits for work while memory is collected twice, as a busy process has it. */
export async function collecting<Value>(work: Promise<Value>): Promise<Value> {
  const timers = [30, 90].map(ms => setTimeout(collect, ms))
  try {
    return await work
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
