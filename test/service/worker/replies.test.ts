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

it('tells each who waits for a plan or for checks the answer to that request, or that it is lost with its thread', async () => {
  const { replies } = listening()
  const [first, second, third, fourth] = [
    replies.awaitPlan(),
    replies.awaitPlan(),
    replies.awaitPlan(),
    replies.awaitJudging(),
  ]
  replies.receive({ type: 'planned', request: second.request, refusal: REFUSAL })
  replies.receive({ type: 'planned', request: first.request, refusal: undefined })
  const lost = { over: true, alone: false }
  replies.lose([third.request, fourth.request], lost)
  const answers = await Promise.all([first.answer, second.answer, third.answer, fourth.answer])
  expect(answers).toEqual([{ said: undefined }, { said: REFUSAL }, { lost }, { lost }])
})

it('passes the lines of the worker on to the log', () => {
  const { replies, lines } = listening()
  replies.receive({ type: 'log', level: 'warn', message: 'A job was put off.', facts: {} })
  expect(lines).toEqual(['A job was put off.'])
})
