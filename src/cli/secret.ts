import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage.ts'

/** What a person types at, as process.stdin is. */
interface Terminal extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Asks for a secret twice without showing it. `elsewhere` is the advice for when nobody can be asked.
 *
 * @throws {UsageError} where nobody is at a terminal
 * @throws {Error} where the two differ, or the person cancelled
 */
export async function askSecret(
  question: string,
  input: Terminal,
  output: Writable,
  elsewhere: string,
): Promise<string> {
  if (input.isTTY !== true) throw new UsageError(elsewhere)
  // The editing of a line is written there instead of to the screen.
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
