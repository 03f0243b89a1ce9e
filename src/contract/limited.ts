/** A time limit joined with what may stop the work sooner. */
export interface Limited {
  readonly signal: AbortSignal
  /** Milliseconds left. */
  left(): number
  /** True where the time was up before anything stopped the work. */
  expired(): boolean
  /** Ends the timer and lets go of the other signals; the signal aborts no more. */
  end(): void
}

/**
 * A signal that aborts after `ms` (no more than 24 days), or sooner with one of `stops`. `AbortSignal.any` is not used: Node 20
 * forgets an `AbortSignal.timeout` behind it at the next garbage collection, and the work then has no limit at all.
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
