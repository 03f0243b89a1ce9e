import { describe, expect, it } from 'vitest'
import { agent } from '../../../src/service/engine/agent/agent.ts'
import { EngineError } from '../../../src/service/engine/engine.ts'
import { judge, shownText } from '../../../src/service/segments/answer.ts'

const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }
const TEXT = ' Press <b class="key">Enter</b><br/> to <i>go on</i> with {name}. '
const SHOWN = ' Press <g1>Enter</g1><x2/> to <g3>go on</g3> with {name}. '

describe('a segment as a model sees it', () => {
  it('has short tags for its markup, its placeholders and nothing else as they are', () => {
    expect(shownText({ text: TEXT })).toBe(SHOWN)
    expect(shownText({ text: 'Plain {name} %s' })).toBe('Plain {name} %s')
  })
})

describe('an answer', () => {
  it('is read back into the file’s own markup, tags in another order and white space of its own too [ENG-2]', () => {
    const answer = 'Mit {name} <g3>weiter</g3>: <g1>Enter</g1><x2/> drücken.'
    expect(judge({ text: TEXT }, answer, conditions)).toEqual({
      text: ' Mit {name} <i>weiter</i>: <b class="key">Enter</b><br/> drücken. ',
      worst: undefined,
      problem: undefined,
    })
  })

  it.each([
    ['', 'The translation is empty.'],
    ['Drücken <g1>Enter</g1><x2/> {name}', 'The translation lost <g3> </g3>.'],
    ['<g1>Enter</g1><x2/><x2/> <g3>weiter</g3> {name}', 'The translation has, and the source has not, <x2/>.'],
    ['<g1>Enter</g1><x2/> <g3>weiter</g3> {name} <g9>x</g9>', 'has not, <g9> </g9>.'],
    ['<g1>Enter</g1><x2/> <g3>weiter</g3>', '{name}'],
    ['</g1>Enter<g1><x2/> <g3>weiter</g3> {name}', 'not closed in the order'],
  ])('is refused in the words of what was shown: %s [ENG-2]', (answer, reason) => {
    const { worst, problem } = judge({ text: TEXT }, answer, conditions)
    expect(worst).toBe('refuse')
    expect(problem).toContain(reason)
  })
})

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
