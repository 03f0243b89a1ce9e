import type { Writable } from 'node:stream'

/** Has this process end with status 1 where what a command says could not be written, a full disk for instance, and tells so once. */
export function failUnwritten(stdout: Writable, tell: (line: string) => void): void {
  stdout.once('error', error => {
    const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
    tell(`what was to be printed could not be written${code}.`)
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
}
