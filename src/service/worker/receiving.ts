import { traceOf } from '../trace.ts'
import type { ToThread } from './messages.ts'
import { createRunner, type RunnerOptions } from './runner.ts'

/**
 * Makes a runner that is told by messages what to do. The function returned takes one message. It never rejects; for `close` it
 * resolves when all work has stopped.
 */
export function createReceiver(options: RunnerOptions): (message: ToThread) => Promise<void> {
  const { report } = options
  const runner = createRunner(options)

  async function receive(message: ToThread): Promise<void> {
    switch (message.type) {
      case 'wake':
        return runner.wake()
      case 'plan': {
        const refusal = await runner.plan(message.batchId, message.instruction)
        return report({ type: 'planned', request: message.request, refusal })
      }
      case 'close':
        return await runner.close()
    }
  }
  return message =>
    receive(message).catch(error =>
      report({ type: 'log', level: 'error', message: 'The worker failed.', facts: traceOf(error) }),
    )
}
