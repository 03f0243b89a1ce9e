import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openProgram } from '../support/program-host.ts'
import { PSEUDO, read, shop, translate, YES } from './shop.ts'

const Planned = z.looseObject({
  plan: z.looseObject({ included: z.array(z.looseObject({ part: z.string() })), guidance: z.array(z.string()) }),
  warnings: z.array(z.string()).default([]),
})

describe('exact arguments through the built program', () => {
  it('choose the parts that a command line names, and leave all others as they were [MCP-16]', async () => {
    const place = shop()
    const before = JSON.parse(read(place, 'locales', 'en.json'))
    const [first = '', ...others] = Object.keys(before)
    const flags = ['--to', 'de', '--only', first, '--keep', 'Acme,"a, b"', '--tone', 'formal']
    const { code, stderr } = await translate(place, 'locales/en.json', ...flags, ...YES)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('does not show')])
    const after = JSON.parse(read(place, 'locales', 'de.json'))
    expect(after[first]).not.toEqual(before[first])
    for (const other of others) expect(after[other]).toEqual(before[other])
    const unknown = await translate(place, 'locales/en.json', '--to', 'de', '--leave-out', `${first}x`, ...YES)
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`nearest: “${first}”`)])
  })

  it('are taken over stdio [MCP-16]', async () => {
    const place = shop()
    const host = await openProgram(place, PSEUDO)
    const names = Object.keys(JSON.parse(read(place, 'locales', 'en.json')))
    const asked = { file_path: `${place.work}/locales/en.json`, target_languages: ['de'], leave_out: names.slice(1) }
    const { plan, warnings } = Planned.parse((await host.call('create_batch', { ...asked, tone: 'formal' })).data)
    expect([plan.included.map(({ part }) => part), plan.guidance, warnings]).toEqual([[names[0]], ['Tone: formal'], []])
  })
})
