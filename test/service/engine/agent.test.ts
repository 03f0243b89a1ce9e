import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../src/service/engine/agent/agent.ts'
import { EngineError } from '../../../src/service/engine/engine.ts'

const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }

const agent = createAgent('set TRANSLATION_X_API_KEY')

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

  it('says of a large file that another engine is quicker, and how to get one [ENG-1]', () => {
    const advice = (words: number) => agent.describe({ words, characters: words * 6, credits: words, usage: 60 }).advice
    expect(advice(20_000)).toEqual([])
    expect(advice(20_001)).toEqual([
      expect.stringMatching(/^20,001 words .* for so much: set TRANSLATION_X_API_KEY\. Or leave parts out\.$/),
    ])
  })
})
