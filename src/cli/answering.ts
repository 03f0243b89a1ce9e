import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { PersonsAnswer } from '../service/domain/questions.ts'

/**
 * Asks for one answer. Only `y` or `yes` means yes, only `n` or `no` means no, and only `s` or `sample` the other spending, where there is one. Any other line leaves the question as it is (`later`).
 * So do the end of input and an interruption, after which nothing more is asked (`stop`).
 */
export async function askAnswer(
  input: Readable,
  output: Writable,
  { other, signal }: { readonly other?: string | undefined; readonly signal: AbortSignal },
): Promise<PersonsAnswer | 'later' | 'stop'> {
  const lines = createInterface({ input, output })
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  try {
    const line = await Promise.race([
      lines.question(`Agree? [y = yes,${other === undefined ? '' : ` s = ${other},`} n = no, Enter = later] `, {
        signal,
      }),
      ended,
    ])
    if (line === undefined) return 'stop'
    if (/^\s*y(?:es)?\s*$/i.test(line)) return 'yes'
    if (other !== undefined && /^\s*s(?:ample)?\s*$/i.test(line)) return 'other'
    return /^\s*no?\s*$/i.test(line) ? 'no' : 'later'
  } catch (error) {
    if (signal.aborted) return 'stop'
    throw error
  } finally {
    lines.close()
  }
}
