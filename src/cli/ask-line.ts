import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/** Asks for one line, without the spaces around it. Undefined at the end of input, at Ctrl-C and where `signal` ends it: nothing more is asked then. */
export async function askLine(
  question: string,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lines = createInterface({ input, output })
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  try {
    const line = await Promise.race([lines.question(`${question} `, { signal }), ended])
    return line?.trim()
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return undefined
    throw error
  } finally {
    lines.close()
  }
}
