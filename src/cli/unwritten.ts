import type { Readable, Writable } from 'node:stream'

/**
 * Has this process end with status 1 where what a command says could not be written, a full disk for instance, and tells so once.
 * A reader that stops early, e.g. `head`, is no failure: the command goes on.
 */
export function failUnwritten(stdout: Writable, tell: (line: string) => void): void {
  let failed = false
  stdout.on('error', error => {
    const code = codeOf(error)
    if (failed || code === BROKEN_PIPE) return
    failed = true
    tell(`the output could not be written${code === undefined ? '' : ` (${code})`}.`)
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
}

/**
 * Has the protocol end, as at the end of its input, where nobody takes what it says: a host that goes away leaves a broken pipe.
 * What is at work is given back on the way.
 */
export function endUnheard(stdout: Writable, stdin: Readable): void {
  stdout.on('error', error => {
    if (codeOf(error) === BROKEN_PIPE) stdin.destroy()
  })
}

const BROKEN_PIPE = 'EPIPE'

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
