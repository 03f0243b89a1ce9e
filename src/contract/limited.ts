/** A time limit, combined with signals that may stop the work earlier. */
export interface Limited {
  readonly signal: AbortSignal
  /** Milliseconds left. */
  left(): number
  /** True if the time limit ended the work, not one of the other signals. */
  expired(): boolean
  /** Ends the timer, and no longer listens to the other signals. After that `signal` does not abort any more. */
  end(): void
}

/**
 * Makes a signal that aborts after `ms` (at most 24 days), or earlier with one of `stops`. `AbortSignal.any` is not used: in Node 20
 * an `AbortSignal.timeout` inside it is lost at the next garbage collection, and the work then has no time limit.
 */
export function limited(ms: number, ...stops: readonly (AbortSignal | undefined)[]): Limited {
  const controller = new AbortController()
  const until = performance.now() + ms
  let expired = false
  const abort = (): void => controller.abort()
  const timer = setTimeout(() => {
    expired = !controller.signal.aborted
    abort()
  }, ms)
  for (const stop of stops)
    if (stop?.aborted) abort()
    else stop?.addEventListener('abort', abort)
  const end = (): void => {
    clearTimeout(timer)
    for (const stop of stops) stop?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, left: () => until - performance.now(), expired: () => expired, end }
}
