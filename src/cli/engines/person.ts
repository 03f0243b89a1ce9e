import type { Writable } from 'node:stream'
import { askLine } from '../ask-line.ts'
import { askSecret } from '../secret.ts'
import { askYesNo } from '../translate/question.ts'

/** Who sits at the terminal and can be asked. Each answer is undefined, or no, where she stops. */
export interface Person {
  line(question: string): Promise<string | undefined>
  yes(question: string): Promise<boolean>
  /** Asked twice, without showing it. @throws {Error} the two differ, or she stopped */
  secret(question: string): Promise<string>
}

/** The person at this terminal; undefined where the input is none. */
export function personAt(input: NodeJS.ReadStream, output: Writable, signal: AbortSignal): Person | undefined {
  if (input.isTTY !== true) return undefined
  return {
    line: question => askLine(question, input, output, signal),
    yes: async question => (await askYesNo(question, input, output, { signal })) === true,
    secret: async question => (await askSecret(question, input, output, 'A key is typed at a terminal.')).trim(),
  }
}
