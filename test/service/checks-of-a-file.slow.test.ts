import { describe, expect, it } from 'vitest'
import { reaches, resultOf } from '../support/flow.ts'
import { agentWorld, answer, handedOver, next } from '../support/segments.ts'

const BOXES = ['Open the first box', 'Close the first box', 'Open the first box']

describe('answers of one call', () => {
  it('that changed places are doubted once; sent again as they are, they are taken [ENG-2]', async () => {
    const world = await agentWorld()
    const handed = await handedOver(world, { content: '{"a": "Restaurant", "b": "Information"}', filename: 'a.json' })
    await next(world, handed)
    const swapped = [
      { id: '1', text: 'Informationen' },
      { id: '2', text: 'Restaurants' },
    ]
    const first = await answer(world, handed, swapped)
    expect(first.rejected).toMatchObject([
      { id: '1', reason: expect.stringContaining('translation of 2'), final: false },
      { id: '2', reason: expect.stringContaining('translation of 1'), final: false },
    ])
    const second = await answer(world, handed, swapped)
    expect(second).toMatchObject({ rejected: [], doubts: [{ id: '1' }, { id: '2' }], done: true })
  })
})

describe('a file that is written', () => {
  it('says where one source has two translations, and where two sources have one [ENG-2]', async () => {
    const world = await agentWorld()
    const rows = BOXES.map((text, at) => `k${at},${text},,${at === 2 ? 60 : 50}`)
    const content = `key,en,de,max_length\n${rows.join('\n')}\nk3,Please read every page,,50\nk4,Please look at the map,,50\n`
    const handed = await handedOver(world, { content, filename: 'a.csv' })
    const { segments } = await next(world, handed)
    const texts: Record<string, string[]> = {
      'Open the first box': ['Öffne die erste Kiste', 'Mach die erste Kiste auf'],
      'Close the first box': ['Schließe die erste Kiste'],
      'Please read every page': ['Bitte alles ansehen'],
      'Please look at the map': ['Bitte alles ansehen'],
    }
    await answer(
      world,
      handed,
      segments.map(({ id, text }) => ({ id, text: texts[text]?.shift() ?? '' })),
    )
    await reaches(world, handed.batch_id, 'completed')
    const { result } = await resultOf(world, handed.batch_id)
    expect(result.quality?.findings.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Written, worth a look: The same source has another translation at csv:/),
      expect.stringMatching(/^Written, worth a look: Another source, at csv:.* has the same translation\.$/),
    ])
  })

  it('is not looked at by a check that the operator switched off for its languages [ENG-2]', async () => {
    const said = async (unchecked: readonly string[]) => {
      const world = await agentWorld({ settings: { unchecked } })
      const handed = await handedOver(world, { content: '{"a": "Are you sure?"}', filename: 'a.json' })
      return (await answer(world, handed, [{ id: '1', text: 'Sicher' }])).doubts.length
    }
    expect(await said([])).toBe(1)
    expect(await said(['en-fr:end_punctuation'])).toBe(1)
    expect(await said(['en-de:end_punctuation'])).toBe(0)
    expect(await said(['end_punctuation'])).toBe(0)
  })
})
