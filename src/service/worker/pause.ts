/** Waits `ms` milliseconds, shorter when `signal` aborts. Resolves with nothing. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<undefined>

/** A pause in real time. */
export function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(undefined)
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
