import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/**
 * Asks for one answer. Only `y` or `yes` means yes, only `n` or `no` means no. Any other line, the end of input and an interruption
 * leave the question as it is.
 */
export async function askAnswer(
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'later'> {
  const lines = createInterface({ input, output })
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    const line = await Promise.race([lines.question('Agree? [y = yes, n = no, Enter = later] ', { signal }), ended])
    if (/^\s*y(?:es)?\s*$/i.test(line)) return 'yes'
    return /^\s*no?\s*$/i.test(line) ? 'no' : 'later'
  } catch (error) {
    if (signal.aborted) return 'later'
    throw error
  } finally {
    lines.close()
  }
}
