import type { Readable, Writable } from 'node:stream'

/**
 * Makes this process end with status 1 if the output of a command cannot be written, for example on a full disk. `tell` is called
 * once then. A reader that stops early, such as `head`, is no failure: the command goes on.
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
 * Ends the protocol when stdout is a broken pipe, since the host has gone away. It ends as at the end of its input, so unfinished
 * work is given back as usual.
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
