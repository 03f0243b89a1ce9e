import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { HOSTS, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'
import { ends } from '../support/seed.ts'

const KEYS = {
  menu: { file: { open: 'Open', 'sa.ve': 'Save' }, edit: 'Edit it' },
  'menu.*': 'A star',
  'Leave out no part.': 'A sentence',
  'x" and "y': 'Quoted words',
  'line\nbreak\u202e': 'Hidden words',
  title: 'Acme makes tea',
}

const Planned = z.looseObject({
  plan: z.looseObject({
    plan_revision: z.string(),
    target_languages: z.array(z.string()),
    quality_tier: z.string(),
    included: z.array(z.looseObject({ part: z.string() })),
    keep_untranslated: z.array(z.string()),
    guidance: z.array(z.string()),
    not_understood: z.array(z.string()),
  }),
  warnings: z.array(z.string()).default([]),
})
type Planned = z.output<typeof Planned>
const partsIn = ({ plan }: Planned) => plan.included.map(({ part }) => part)

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

/** A file that no other test of this world has sent. */
let number = 0
const fresh = () => {
  number += 1
  return { content: JSON.stringify({ ...KEYS, number: `Number ${number} of them` }), filename: 'en.json' }
}

describe.each(ends(HOSTS))('exact arguments through %s', kind => {
  it('are obeyed, refined, replaced and cleared, each by itself [MCP-16]', async () => {
    const host = await world.open({ kind })
    const first = await host.call('create_batch', {
      ...fresh(),
      target_languages: ['de'],
      only: ['menu.file.*', 'title', 'x" and "y'],
      leave_out: ['menu.file.sa.ve'],
      keep_untranslated: ['Acme'],
      tone: 'formal',
      quality_tier: 'lite',
    })
    const { id: batch_id } = madeIn(first)
    const plan = async (asked: object) => Planned.parse((await host.call('plan_batch', { batch_id, ...asked })).data)
    const made = Planned.parse(first.data)
    expect(partsIn(made)).toEqual(['menu.file.open', 'x" and "y', 'title'])
    const stated = { keep_untranslated: ['Acme'], guidance: ['Tone: formal'], quality_tier: 'lite', not_understood: [] }
    expect(made).toMatchObject({ warnings: [], plan: { ...stated, target_languages: ['de'] } })
    const replaced = await plan({ only: ['title'], tone: 'playful', target_languages: ['fr', 'ja'] })
    expect(partsIn(replaced)).toEqual(['title'])
    const now = { ...stated, guidance: ['Tone: playful'], target_languages: ['fr', 'ja'] }
    expect(replaced).toMatchObject({ warnings: [], plan: now })
    const cleared = await plan({ only: [], leave_out: [], keep_untranslated: [], tone: '' })
    expect(partsIn(cleared)).toHaveLength(Object.keys(KEYS).length + 3)
    expect(cleared).toMatchObject({ warnings: [], plan: { ...now, keep_untranslated: [], guidance: [] } })
  })
})

describe('a part', () => {
  it('is named as the plan shows it, hidden characters and all [MCP-13, MCP-16]', async () => {
    const host = await world.open()
    const first = await host.call('create_batch', { ...fresh(), target_languages: ['de'] })
    const { id: batch_id } = madeIn(first)
    for (const part of partsIn(Planned.parse(first.data))) {
      const only = Planned.parse((await host.call('plan_batch', { batch_id, only: [part] })).data)
      const warnings = only.warnings.filter(text => !text.includes('of the preview'))
      expect([partsIn(only), warnings]).toEqual([[part], []])
    }
  })

  it('that is unknown is refused with the nearest and the argument at fault, and the plan stays [MCP-16, ERR-4]', async () => {
    const host = await world.open()
    const first = await host.call('create_batch', { ...fresh(), target_languages: ['de'] })
    const { id: batch_id } = madeIn(first)
    const told = await host.call('plan_batch', { batch_id, leave_out: ['titel', 'menu.file.open'] })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('plan_invalid')
    expect(told.text).toContain('no part called “titel” (nearest: “title”')
    expect(told.text).toContain('parameter: leave_out')
    expect((await host.call('get_batch', { batch_id })).data.plan).toEqual(first.data.plan)
    const made = await host.call('create_batch', { ...fresh(), target_languages: ['de'], only: ['menü.file.*'] })
    expect([made.failed, made.text]).toEqual([true, expect.stringContaining('“menu.file.*”')])
  })
})

describe('checks', () => {
  /** What is doubted of a correction that leaves a bracket open. */
  async function doubtsOf(asked: object) {
    const host = await world.open({ answers: [{ action: 'accept' }] })
    number += 1
    const file = {
      content: JSON.stringify({ a: 'Files (all)', b: `Number ${number}` }),
      filename: `checks-${number}.json`,
    }
    const made = await host.call('create_batch', { ...file, target_languages: ['de'], ...asked })
    const { id: batch_id, approval } = madeIn(made)
    await host.call('approve_batch', approval)
    const before = await host.call('get_result', { batch_id })
    const corrected = await host.call('translate_segments', { ...approval, translations: ['1 Dateien (alle'] })
    expect([before.failed, corrected.failed]).toEqual([false, false])
    const after = await host.call('get_result', { batch_id, overwrite: true })
    return { made, before, corrected, after, batch_id, host }
  }

  it('are made unless they are switched off for this translation, which its plan and its result say [MCP-16, ENG-2]', async () => {
    const checked = await doubtsOf({})
    expect(checked.corrected.text).toContain('has a ( without its )')
    expect(checked.before.text).not.toContain('Not checked')
    const { made, before, corrected, after } = await doubtsOf({ skip_checks: ['quotes', 'brackets', 'quotes'] })
    expect(made.data).toMatchObject({ plan: { skipped_checks: ['brackets', 'quotes'] } })
    expect(made.data.warnings).toBeUndefined()
    expect(made.text).toContain('Not checked, as asked: brackets, quotes.')
    expect(corrected.text).not.toContain('without its')
    expect(before.data).toMatchObject({ skipped_checks: ['brackets', 'quotes'] })
    expect(after.text).toContain('Not checked, as asked: brackets, quotes.')
    expect(after.data).toMatchObject({ quality: { findings: [] } })
  })

  it('that are switched off stay so until they are said again, and [] makes them all [MCP-16]', async () => {
    const host = await world.open()
    const { id: batch_id } = madeIn(
      await host.call('create_batch', { ...fresh(), target_languages: ['de'], skip_checks: ['quotes'] }),
    )
    const plan = async (asked: object) => Object((await host.call('plan_batch', { batch_id, ...asked })).data.plan)
    expect((await plan({ target_languages: ['fr'] })).skipped_checks).toEqual(['quotes'])
    expect((await plan({ skip_checks: ['length'] })).skipped_checks).toEqual(['length'])
    expect((await plan({ skip_checks: [] })).skipped_checks).toBeUndefined()
  })

  it.each([
    ['placeholders', 'only an operator can switch it off'],
    ['brakets', 'there is no check of the name «brakets»'],
  ])('%s cannot be switched off here: nothing is sent [MCP-16]', async (name, why) => {
    const host = await world.open()
    const before = world.faults.seen.length
    const told = await host.call('create_batch', { ...fresh(), target_languages: ['de'], skip_checks: [name] })
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining(why)])
    expect(told.text).toContain('These can be switched off here: line_breaks, length')
    expect(world.faults.seen.length).toBe(before)
  })

  it('are refused by the service too, in whatever words they come [ERR-4]', async () => {
    const host = await world.open()
    const instruction = 'Translate into German (de). Switch off these quality checks and no others: "placeholders".'
    const told = await host.call('create_batch', { ...fresh(), instruction })
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining('There is no check “placeholders”')])
  })
})

describe('the same wishes', () => {
  it('find the same translation in any order, said twice, or empty instead of absent [MCP-16, CRE-10]', async () => {
    const host = await world.open()
    const file = fresh()
    const one = { target_languages: ['de', 'fr'], only: ['title', 'menu.*'], keep_untranslated: ['Acme', 'tea'] }
    const first = madeIn(await host.call('create_batch', { ...file, ...one }))
    const same = { target_languages: ['fr', 'de', 'fr'], only: ['menu.*', 'title', 'title'] }
    const again = { ...file, ...same, keep_untranslated: ['tea', 'Acme'], leave_out: [], tone: ' ' }
    const second = await host.call('create_batch', again)
    expect([second.data.reused, madeIn(second).id]).toEqual([true, first.id])
    const other = await host.call('create_batch', { ...again, tone: 'formal' })
    expect(madeIn(other).id).not.toBe(first.id)
  })

  it('are named where the plan found again no longer shows them [MCP-16]', async () => {
    const host = await world.open()
    const asked = { ...fresh(), target_languages: ['de'], only: ['title'] }
    const { id: batch_id } = madeIn(await host.call('create_batch', asked))
    await host.call('plan_batch', { batch_id, only: ['menu.edit'] })
    const again = Planned.parse((await host.call('create_batch', asked)).data)
    expect(again.warnings.join(' ')).toContain(
      'does not show all that was asked: only «title»; only, but it takes «menu.edit»',
    )
  })
})

describe('too many words for the service', () => {
  it('are refused by both tools before anything is sent [MCP-16]', async () => {
    const host = await world.open()
    const many = Array.from({ length: 200 }, (_, at) => `a part with a long name, number ${at}`)
    const { id: batch_id } = madeIn(await host.call('create_batch', { ...fresh(), target_languages: ['de'] }))
    const before = world.faults.seen.length
    const asked = { target_languages: ['de'], only: many, instruction: 'Be brief.' }
    for (const [tool, input] of [
      ['create_batch', { ...fresh(), ...asked }],
      ['plan_batch', { batch_id, ...asked }],
    ] as const) {
      const told = await host.call(tool, input)
      expect([told.failed, told.text]).toEqual([
        true,
        expect.stringMatching(/\(too_long\)\.\nNothing was done or sent: .* 4,000\./),
      ])
    }
    expect(world.faults.seen.length).toBe(before)
  })
})
