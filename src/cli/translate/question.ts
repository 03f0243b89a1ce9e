import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/**
 * Asks a yes/no question once. Only `y` or `yes` means yes, and only `s` or `sample` a sample first, where `sample` says that there can be
 * one. Any other answer, the end of input and an interruption mean no.
 */
export async function askYesNo(
  question: string,
  input: Readable,
  output: Writable,
  { signal, sample = false }: { readonly signal: AbortSignal; readonly sample?: boolean },
): Promise<boolean | 'sample'> {
  const lines = createInterface({ input, output })
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([
      lines.question(`${question} [y/N${sample ? ', s = a sample first' : ''}] `, { signal }),
      ended,
    ])
    if (sample && /^\s*s(?:ample)?\s*$/i.test(answer)) return 'sample'
    return /^\s*y(?:es)?\s*$/i.test(answer)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}
