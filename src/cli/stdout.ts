import type { Writable } from 'node:stream'

/**
 * Takes stdout for the caller alone: whatever else in this process writes to `process.stdout`, by the console too, reaches
 * stderr (MCP-11). Call it before any other module is loaded.
 */
export function takeStdout(): Writable {
  const { stdout } = process
  // Hosts that go away leave a broken pipe: there is nobody left to tell.
  stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
  })
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => process.stderr })
  return stdout
}
