import type { Writable } from 'node:stream'

/**
 * Takes stdout for the caller alone: whatever else in this process writes to `process.stdout`, by the console too, reaches
 * stderr (MCP-11). Call it before any other module is loaded.
 */
export function takeStdout(): Writable {
  const { stdout, stderr } = process
  // An error that nobody hears ends the process, and with it a server whose host only gave up reading what it is told. Who has to
  // know that stdout takes no more listens for it (unwritten.ts).
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr })
  return stdout
}
