import { expect, it } from 'vitest'
import type { Refusal } from '../../../src/service/domain/errors.ts'
import { createReplies } from '../../../src/service/worker/replies.ts'

const REFUSAL: Refusal = { code: 'plan_invalid', message: 'There is nothing to translate.' }
const STOPPED: Refusal = { code: 'service_unavailable', message: 'The service is stopping.' }

function listening() {
  const lines: string[] = []
  const note = (message: string) => void lines.push(message)
  return { lines, replies: createReplies({ warn: note, error: note }) }
}

it('tells of an analysis everybody who waits for it, and nobody who has stopped waiting', async () => {
  const { replies } = listening()
  const [one, two, gone] = [
    replies.awaitAnalysis('bat_1'),
    replies.awaitAnalysis('bat_1'),
    replies.awaitAnalysis('bat_1'),
  ]
  const other = replies.awaitAnalysis('bat_2')
  gone.end()
  replies.receive({ type: 'analyzed', batchId: 'bat_1', refusal: REFUSAL })
  replies.endAnalyses(STOPPED)
  expect(await one.said).toEqual({ refusal: REFUSAL })
  expect(await two.said).toEqual({ refusal: REFUSAL })
  expect(await other.said).toEqual({ refusal: STOPPED })
  expect(await Promise.race([gone.said, 'nothing'])).toBe('nothing')
})

it('tells each who waits for a plan the answer to that request, and all of them when the worker has ended', async () => {
  const { replies } = listening()
  const [first, second, third] = [replies.awaitPlan(), replies.awaitPlan(), replies.awaitPlan()]
  replies.receive({ type: 'planned', request: second.request, refusal: REFUSAL })
  replies.receive({ type: 'planned', request: first.request, refusal: undefined })
  replies.endPlans(STOPPED)
  expect([await first.answer, await second.answer, await third.answer]).toEqual([undefined, REFUSAL, STOPPED])
})

it('passes the lines of the worker on to the log', () => {
  const { replies, lines } = listening()
  replies.receive({ type: 'log', level: 'warn', message: 'A job was put off.', facts: {} })
  expect(lines).toEqual(['A job was put off.'])
})
