import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type CallOptions, type Told, toldOf } from './mcp.ts'
import { environmentOf, inTheEnd, type Place, PROGRAM } from './program.ts'
import type { Caller } from './translator.ts'

/** The built program behind a real client, which can be killed. */
export interface ProgramHost extends Caller {
  call(tool: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Told>
  /** Ends the process at once, as a crash does, and waits until it is gone. */
  kill(): Promise<void>
  /** How often it was said that there are other tools now. */
  listChanges(): number
  close(): Promise<void>
}

/**
 * Starts the built program over stdio, in a host that can ask nobody, or with `asked` one that is told each question and says yes; `env`
 * beside a clean environment. It ends with the test, or the file.
 */
export async function openProgram(
  place: Place,
  env: Readonly<Record<string, string>> = {},
  asked?: (question: string) => void,
): Promise<ProgramHost> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM],
    cwd: place.work,
    env: { ...environmentOf(place), ...env },
  })
  const capabilities = asked === undefined ? {} : { elicitation: {} }
  const client = new Client({ name: 'program-host', version: '1' }, { capabilities })
  if (asked !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked(params.message)
      return { action: 'accept', content: {} }
    })
  }
  const ended = new Promise<void>(resolve => {
    client.onclose = resolve
  })
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1
  })
  await client.connect(transport)
  inTheEnd(() => void client.close())
  return {
    call: async (name, input = {}, options = {}) =>
      toldOf(await client.callTool({ name, arguments: input }, { ...options })),
    async kill() {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL')
      await ended
    },
    listChanges: () => changes,
    close: () => client.close(),
  }
}
