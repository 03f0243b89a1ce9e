import { describe, expect, it } from 'vitest'
import { HOSTS, madeIn, startMcpWorld } from '../support/mcp.ts'
import { ends } from '../support/seed.ts'

const PAGE = '# Shop\n\nGood morning.\n\n## Legal\n\nAll rights reserved.\n'

describe.each(ends(HOSTS))('what was said and applied, through %s,', kind => {
  it.each([
    ['Fill in what is missing in French. Leave out the Legal section.', 'Leave out the Legal section'],
    ['Translate into French, but skip the Legal section', 'skip the Legal section'],
  ])('is reported to nobody as not understood: %s [MCP-14]', async (instruction, said) => {
    const world = await startMcpWorld()
    const asking = await world.open({ kind, answers: [{ action: 'decline' }] })
    const made = await asking.call('create_batch', { content: PAGE, filename: 'shop.md', instruction })
    const { approval } = madeIn(made)
    expect(made.data).toMatchObject({ plan: { target_languages: ['fr'], not_understood: [] } })
    expect(JSON.stringify(Object(made.data.plan).applied)).toContain(said)
    await asking.call('approve_batch', approval)
    const silent = await world.open({ kind })
    await silent.call('approve_batch', approval)
    const waiting = (await world.desk.waiting(undefined)).flatMap(({ lines }) => lines)
    expect(waiting.length).toBeGreaterThan(0)
    for (const text of [made.text, ...asking.questions, ...waiting]) {
      expect(text).not.toMatch(/not understood/i)
      expect(text).not.toContain('«Fill»')
    }
    expect(asking.questions.join()).toContain('Legal')
    await world.close()
  })
})
