import { performance } from 'node:perf_hooks'
import { limited } from '../../contract/limited.ts'
import type { Invocation } from '../command.ts'
import { playActs } from '../demo/acts.ts'
import { inDemoPlace } from '../demo/place.ts'
import { createScreen } from '../demo/screen.ts'
import { onSignal } from '../ending.ts'
import { startedHere } from '../setup/launch.ts'
import { typedAs } from '../setup/typed.ts'
import { takesNoMore } from '../usage.ts'

/** All of it may take so long, in milliseconds. */
const LONGEST_MS = 60_000

/**
 * Shows in a terminal what the program does, with a repository of its own in a temporary folder: nothing of the user's is read, and nothing is left.
 * Exit status 1 where something did not go as the demo says, or it was stopped.
 *
 * @throws {UsageError} it takes no operands
 */
export async function demo({ operands, env, stdout, stderr }: Invocation): Promise<0 | 1> {
  takesNoMore('demo', operands)
  const screen = createScreen(stdout, env)
  const stopping = new AbortController()
  const stopListening = onSignal(() => {
    stopping.abort()
    // A second one does not wait, and leaves nothing either.
    onSignal(() => process.exit(1))
  })
  const limit = limited(LONGEST_MS, stopping.signal)
  const began = performance.now()
  try {
    screen.say('The demo plays the assistant and the person. All of it happens in a temporary folder, without a key.')
    await inDemoPlace(place => playActs({ place, screen, signal: limit.signal }))
  } catch (error) {
    if (limit.expired())
      throw new Error('The demo was given up after a minute: something hangs, or this machine is busy.')
    if (!stopping.signal.aborted) throw error
    stderr.write('Stopped. Nothing is left behind.\n')
    return 1
  } finally {
    limit.end()
    stopListening()
  }
  screen.act('Done. This line connects your assistants; it shows what it would write, and asks:')
  screen.command(`${typedAs(await startedHere(env))} setup`)
  screen.say(
    `(${((performance.now() - began) / 1000).toFixed(1)} s; the temporary folder is removed, nothing is left behind.)`,
  )
  return 0
}
