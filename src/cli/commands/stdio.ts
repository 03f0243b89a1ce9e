import { serveOverStdio } from '../../mcp/stdio.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { endWithin, onSignal } from '../ending.ts'
import { ownCommand } from '../own-command.ts'
import { takesNoMore } from '../usage.ts'

/**
 * Serves an assistant over standard input and output, until the assistant closes the pipe or a signal comes. If the service inside
 * this program has unfinished work then, the next process continues it.
 */
export async function stdio({ settings, operands, env, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('stdio', operands)
  // Traces alone: where no variable speaks of them, nothing is loaded.
  const traced = Object.keys(env).some(name => name.startsWith('OTEL_'))
  const watching = traced && (await (await import('../watching.ts')).openWatching({ settings, env, stderr }))
  const options = { env, stderr, named: settings.allow, assistants: true }
  const { parts, close } = composeServer(settings, { ...options, ...(watching && { watching }) })
  onSignal(() => process.stdin.destroy())
  if (process.stdin.isTTY === true) stderr.write(`${forPeople()}\n`)
  await serveOverStdio(parts, { input: process.stdin, output: stdout })
  await endWithin(async () => {
    await close()
    if (watching) await watching.close()
  })
  return 0
}

/** For whoever started it in a terminal, where no assistant will speak. */
function forPeople(): string {
  return `translation-mcp waits for an assistant to start it and speak MCP over standard input. ${ownCommand()} --help shows the commands for people; Ctrl-C ends this.`
}
