import type { Writable } from 'node:stream'

/**
 * Gives the real stdout to the caller alone. From then on `process.stdout` and the console write to stderr (MCP-11). Call it
 * before any other module is loaded.
 */
export function takeStdout(): Writable {
  const { stdout, stderr } = process
  // Without a listener an `error` event ends the process at once, for example when a host stops reading stderr. unwritten.ts adds
  // the listeners that act on an error of stdout.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr })
  return stdout
}
