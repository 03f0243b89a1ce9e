import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ServerEntry } from '../../../src/cli/setup/entry.ts'
import { findConfigs, machineHere } from '../../../src/cli/setup/found-configs.ts'
import { planConfig } from '../../../src/cli/setup/plan.ts'
import { writeConfig } from '../../../src/cli/setup/writing.ts'
import { homeWith } from './homes.ts'

const CURSOR = '.cursor/mcp.json'
const entry: ServerEntry = { command: '/usr/bin/node', args: ['/opt/translation-mcp/dist/main.js'], env: {} }

/** The one configuration of a home, and what is planned for it. */
async function planned(home: string, remove = false) {
  const machine = machineHere({ HOME: home, USERPROFILE: home, PATH: '' }, home)
  const [config] = await findConfigs(machine, ['cursor'])
  if (config === undefined) throw new Error('Cursor was not found')
  const step = planConfig(config, { entry, program: '', remove, asJson: () => '' })
  return { step, write: () => writeConfig(config, step, { entry, env: {}, home, day: '2026-11-26' }) }
}

describe('a configuration', () => {
  it.each([
    ['changed', '{"a": 1}', '{"a": 2}'],
    ['made', undefined, '{}'],
  ])('stays as it is where it was %s after it was looked at', async (_, before, meanwhile) => {
    const { home, at, put, files } = homeWith(before === undefined ? {} : { [CURSOR]: before })
    const { write } = await planned(home)
    put(CURSOR, meanwhile)
    const note = `${at(CURSOR)} has changed meanwhile, so it stays as it is. Run setup again.`
    expect(await write()).toEqual({ done: false, backup: undefined, note })
    expect(files()).toEqual({ [CURSOR]: meanwhile })
  })

  it('is not taken away whole where something came into it after it was looked at', async () => {
    const { home, text, put } = homeWith()
    await (await planned(home)).write()
    const removal = await planned(home, true)
    expect(removal.step.kind).toBe('restore')
    put(CURSOR, text(CURSOR).replace('{', '{"a": 1,'))
    expect((await removal.write()).done).toBe(false)
    expect(text(CURSOR)).toContain('"a": 1')
  })

  it('leaves nothing behind where it cannot be written', async () => {
    const { home, at, put, files } = homeWith({ '.cursor/x': '' })
    const { write } = await planned(home)
    // The copy, or the new file, has nowhere to go.
    const long = `${'x'.repeat(250)}.json`
    symlinkSync(at(`.cursor/${long}`), at(CURSOR))
    const { done, note } = await write()
    expect(done).toBe(false)
    expect(note).toMatch(/was not written: ENAMETOOLONG\.$/)
    put('.cursor/y', '')
    expect(Object.keys(files())).toEqual(['.cursor/x', '.cursor/y'])
  })

  it('is told where something else is in its place', async () => {
    const { home, at } = homeWith()
    mkdirSync(at(CURSOR), { recursive: true })
    expect((await planned(home)).step).toMatchObject({ kind: 'flaw', words: 'It cannot be read: EISDIR.' })
  })

  it('of a large file is planned at once', async () => {
    const { home, at } = homeWith({ '.cursor/x': '' })
    const servers = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`s${at}`, { command: 'x', args: [] }]))
    writeFileSync(at(CURSOR), JSON.stringify({ mcpServers: servers }, null, 2))
    const start = performance.now()
    const { write } = await planned(home)
    expect((await write()).done).toBe(true)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
