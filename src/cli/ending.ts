/** Longest time for `close`, in milliseconds. A process has to end within two seconds after its host (MCP-11). */
const PATIENCE_MS = 1700

/** Runs `close`. If the process still runs PATIENCE_MS later, and `more` seconds that work may take to end, ends it: a process that hangs must not outlive its host. */
export async function endWithin(close: () => Promise<void>, more = 0): Promise<void> {
  setTimeout(() => process.exit(), PATIENCE_MS + more * 1000).unref()
  await close()
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `stop` at the first SIGINT, SIGTERM or SIGHUP. The same signal a second time ends the process at once. What it gives back
 * stops the listening: then a signal ends the process as usual.
 */
export function onSignal(stop: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, stop)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, stop)
  }
}
