import { serveOverStdio } from '../../mcp/stdio.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { endWithin, onSignal } from '../ending.ts'
import { takesNoMore } from '../usage.ts'

/** Serves an assistant until its end of the pipe closes, or a signal. What the embedded service still does goes on in the next process. */
export async function stdio({ settings, operands, env, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('stdio', operands)
  const { parts, close } = composeServer(settings, { env, stderr, named: settings.allow, assistants: true })
  onSignal(() => process.stdin.destroy())
  await serveOverStdio(parts, { input: process.stdin, output: stdout })
  await endWithin(close)
  return 0
}
