import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/**
 * Asks for one answer. Only `y` or `yes` means yes, only `n` or `no` means no. Any other line leaves the question as it is (`later`).
 * So do the end of input and an interruption, after which nothing more is asked (`stop`).
 */
export async function askAnswer(
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'later' | 'stop'> {
  const lines = createInterface({ input, output })
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  try {
    const line = await Promise.race([lines.question('Agree? [y = yes, n = no, Enter = later] ', { signal }), ended])
    if (line === undefined) return 'stop'
    if (/^\s*y(?:es)?\s*$/i.test(line)) return 'yes'
    return /^\s*no?\s*$/i.test(line) ? 'no' : 'later'
  } catch (error) {
    if (signal.aborted) return 'stop'
    throw error
  } finally {
    lines.close()
  }
}
