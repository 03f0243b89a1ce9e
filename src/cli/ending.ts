/** A process ends within two seconds of its host (MCP-11); this leaves room for the rest. In milliseconds. */
const PATIENCE_MS = 1700

/** Ends what `close` ends, and the process in any case: something that hangs must not outlive its host. */
export async function endWithin(close: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(), PATIENCE_MS).unref()
  await close()
}

/** Runs `stop` once, at the first signal that asks this process to end; a second one ends it at once. */
export function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
}
