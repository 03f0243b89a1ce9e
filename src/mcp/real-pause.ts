import { once } from 'node:events'
import { limited } from '../contract/limited.ts'
import type { PauseBetweenLooks } from './context.ts'

/** Waits in real time. */
export const realPause: PauseBetweenLooks = async (ms, ...stops) => {
  const time = limited(ms, ...stops)
  if (!time.signal.aborted) await once(time.signal, 'abort')
  time.end()
}
