/** Resolves with nothing after `ms`, sooner when `signal` aborts. */
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
