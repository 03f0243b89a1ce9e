import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage.ts'

/** The input that a person types into, such as process.stdin. */
interface Terminal extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Asks for a secret twice without showing it. `elsewhere` is the message for the case that nobody can be asked.
 *
 * @throws {UsageError} the input is no terminal
 * @throws {Error} the two texts differ, or the person cancelled
 */
export async function askSecret(
  question: string,
  input: Terminal,
  output: Writable,
  elsewhere: string,
): Promise<string> {
  if (input.isTTY !== true) throw new UsageError(elsewhere)
  // readline repeats the typed characters. They go here instead of to the screen.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  const ask = async (prompt: string) => {
    output.write(`${prompt}: `)
    const closed = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
    const typed = await Promise.race([lines.question(''), closed])
    output.write('\n')
    if (typed === undefined) throw new Error('Cancelled: nothing was changed.')
    return typed
  }
  try {
    const first = await ask(question)
    if ((await ask('The same again')) !== first) throw new Error('The two are not the same: nothing was changed.')
    return first
  } finally {
    lines.close()
  }
}
