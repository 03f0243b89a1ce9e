import { expect, it } from 'vitest'
import { paidBy } from '../../src/service/domain/engine-facts.ts'

const bill = (who: 'you' | 'nobody' | 'workspace' | 'assistant') => ({ who, unit: 'tokens', estimate: 5 }) as const

it('names the operator where somebody runs the service for others, and the person who runs it for themselves as you', () => {
  expect(paidBy('operator', bill('you'))).toEqual({ ...bill('you'), who: 'operator' })
  expect(paidBy('you', bill('you'))).toEqual(bill('you'))
  for (const who of ['nobody', 'workspace', 'assistant'] as const) expect(paidBy('operator', bill(who)).who).toBe(who)
})
