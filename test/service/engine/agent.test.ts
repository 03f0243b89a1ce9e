import { describe, expect, it } from 'vitest'
import { agent } from '../../../src/service/engine/agent/agent.ts'
import { EngineError } from '../../../src/service/engine/engine.ts'

const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }

describe('the agent engine', () => {
  it('has every pair, and no translations of its own [MCP-15]', async () => {
    expect(await agent.supports('en', 'sw')).toBe(true)
    const job = { ...conditions, tier: 'standard', guidance: [] } as const
    const ask = async () => {
      for await (const _ of agent.translate([{ id: '1', text: 'x' }], job)) return 'translated'
      return 'nothing'
    }
    await expect(ask()).rejects.toThrow(EngineError)
  })
})
