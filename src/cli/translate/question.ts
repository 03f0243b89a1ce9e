import type { Readable, Writable } from 'node:stream'
import { askLine } from '../ask-line.ts'

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
  const answer =
    (await askLine(`${question} [y/N${sample ? ', s = a sample first' : ''}]`, input, output, signal)) ?? ''
  if (sample && /^s(?:ample)?$/i.test(answer)) return 'sample'
  return /^y(?:es)?$/i.test(answer)
}
