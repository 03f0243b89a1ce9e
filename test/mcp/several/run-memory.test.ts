import { expect, it } from 'vitest'
import { createCallerState } from '../../../src/mcp/caller-state.ts'
import type { CallContext } from '../../../src/mcp/context.ts'
import { memoryOf } from '../../../src/mcp/several/run-memory.ts'
import { cannedParts } from '../../support/canned.ts'

/** A call of a process of its own; `by` makes others of the same process. */
async function calling() {
  const { parts } = await cannedParts({})
  const by = (principal: string, callerState = parts.callerState): CallContext => ({
    ...{ parts: { ...parts, callerState }, principal, signal: new AbortController().signal },
    ...{ longest_wait: 30, knows_links: true, shows_progress: false, progress: async () => undefined },
    ...{ can_ask: false, answered: undefined, question_state: undefined },
    ...{ can_open: false, answered_page: undefined, answered_sign_in: undefined },
  })
  return by
}

it('of how far calls came, each caller and each process has their own, and each thing has one [MCP-17, MCP-9]', async () => {
  const by = await calling()
  const own = memoryOf('run_1', by('maria'))
  expect(memoryOf('run_1', by('maria'))).toBe(own)
  const others = [
    memoryOf('run_2', by('maria')),
    memoryOf('run_1', by('jo')),
    memoryOf('run_1', by('maria', createCallerState())),
  ]
  own.agreed.set('100 credits', { undo: async () => undefined, until: 1 })
  for (const other of others)
    expect([other.agreed.size, other.made.size, other.read.size, other.fetched.size]).toEqual([0, 0, 0, 0])
})

it('what was used last is remembered, and 20 things of all callers together [MCP-17]', async () => {
  const by = await calling()
  const all = Array.from({ length: 20 }, (_, at) => memoryOf(`run_${at}`, by(at === 0 ? 'maria' : 'jo')))
  // Used again, so that it is not the oldest any more.
  expect(memoryOf('run_0', by('maria'))).toBe(all[0])
  memoryOf('run_20', by('jo'))
  expect(memoryOf('run_0', by('maria'))).toBe(all[0])
  expect(memoryOf('run_2', by('jo'))).toBe(all[2])
  expect(memoryOf('run_1', by('jo'))).not.toBe(all[1])
})
