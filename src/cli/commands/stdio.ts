import { serveOverStdio } from '../../mcp/stdio.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { endWithin, onSignal } from '../ending.ts'
import { takesNoMore } from '../usage.ts'

/**
 * Serves an assistant over standard input and output, until the assistant closes the pipe or a signal comes. If the service inside
 * this program has unfinished work then, the next process continues it.
 */
export async function stdio({ settings, operands, env, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('stdio', operands)
  const { parts, close } = composeServer(settings, { env, stderr, named: settings.allow, assistants: true })
  onSignal(() => process.stdin.destroy())
  await serveOverStdio(parts, { input: process.stdin, output: stdout })
  await endWithin(close)
  return 0
}
