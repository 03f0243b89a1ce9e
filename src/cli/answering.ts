import type { Readable, Writable } from 'node:stream'
import type { PersonsAnswer } from '../service/domain/questions.ts'
import { askLine } from './ask-line.ts'

/**
 * Asks for one answer. Only `y` or `yes` means yes, only `n` or `no` means no, and only `s` or `sample` the other spending, where there is one. Any other line leaves the question as it is (`later`).
 * So do the end of input and an interruption, after which nothing more is asked (`stop`).
 */
export async function askAnswer(
  input: Readable,
  output: Writable,
  { other, signal }: { readonly other?: string | undefined; readonly signal: AbortSignal },
): Promise<PersonsAnswer | 'later' | 'stop'> {
  const choices = `[y = yes,${other === undefined ? '' : ` s = ${other},`} n = no, Enter = later]`
  const line = await askLine(`Agree? ${choices}`, input, output, signal)
  if (line === undefined) return 'stop'
  if (/^y(?:es)?$/i.test(line)) return 'yes'
  if (other !== undefined && /^s(?:ample)?$/i.test(line)) return 'other'
  return /^no?$/i.test(line) ? 'no' : 'later'
}
