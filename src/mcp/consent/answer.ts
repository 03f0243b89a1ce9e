import type { CallContext } from '../context.ts'
import { realPause } from '../real-pause.ts'
import type { Known } from './ways.ts'

/** Milliseconds between two looks at a question: a person answers in seconds. */
const LOOK_MS = 300
/** A host that waits gets a progress message at least this often, in milliseconds. */
const SIGN_OF_LIFE_MS = 5000

/**
 * Waits for a person's answer to a kept question, as long as a call may wait. `open`: it still waits. `ended`: it expired, or was
 * ended without an answer. `earlierNo`: when a person last said no, as it was known when this question was decided on (milliseconds
 * since 1970): another no is the answer, however soon it came. Sends progress meanwhile.
 *
 * @throws {Error} the signal's reason, when the call was cancelled
 */
export async function answerTo(
  id: string,
  earlierNo: number | undefined,
  look: () => Promise<Known | undefined>,
  context: CallContext,
): Promise<'yes' | 'no' | 'open' | 'ended'> {
  const { clock, ending } = context.parts
  const began = clock()
  const most = context.longest_wait * 1000
  let told = Number.NEGATIVE_INFINITY
  for (let waited = 0; ; waited += LOOK_MS) {
    const known = await look()
    if (known?.agreed !== undefined) return 'yes'
    if (known?.declined_at !== earlierNo) return 'no'
    if (known?.open?.id !== id) return 'ended'
    if (waited >= most || clock() - began >= most || ending?.aborted) return 'open'
    if (clock() - told >= SIGN_OF_LIFE_MS) {
      told = clock()
      await context.progress(0, 'waiting for a person to approve the cost')
    }
    await (context.parts.pause ?? realPause)(LOOK_MS, context.signal, ending)
    context.signal.throwIfAborted()
  }
}
