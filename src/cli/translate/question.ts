import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/** Asks a yes/no question once. Only `y` or `yes` means yes. Any other answer, the end of input and an interruption mean no. */
export async function askYesNo(
  question: string,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface({ input, output })
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended])
    return /^\s*y(?:es)?\s*$/i.test(answer)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}
