import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { madeIn } from '../support/mcp.ts'
import { makePlace, type Place, runProgram } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { CTRL_C, ENTER, TERMINAL, typed } from '../support/terminal.ts'

const ENGINE = { TRANSLATION_ENGINE: 'pseudo' }
const ASKS = 'Enter = later]'

/** A host without dialogs in a machine without display, and a file whose approval waits. */
async function waitingAt(place: Place) {
  writeFileSync(join(place.work, 'notes.txt'), 'Good morning, everybody.\n')
  const host = await openProgram(place, ENGINE)
  const made = madeIn(await host.call('create_batch', { file_path: 'notes.txt', target_languages: ['de'] }))
  const told = await host.call('approve_batch', made.approval)
  return { host, made, told }
}

const approve = (place: Place, keys: readonly string[]) =>
  typed(['approve'], { place, questions: keys.map(() => ASKS), keys })

describe.skipIf(!TERMINAL)('translation-mcp approve at a terminal', () => {
  it('lists what waits, asks, and the same call goes on after a yes [MCP-9]', async () => {
    const place = makePlace()
    const { host, made, told } = await waitingAt(place)
    const [, dataDir] = /main\.js approve --data-dir (\S+)/.exec(told.text) ?? []
    expect(dataDir).toBe(join(place.home, '.local', 'share', 'translation-mcp'))
    const { code, screen } = await approve(place, [`y${ENTER}`])
    expect(code).toBe(0)
    for (const words of [
      '1 question to answer.',
      'Translate «notes.txt» for 3 credits?',
      'German (de)',
      'Left out',
      'Agreed.',
    ])
      expect(screen).toContain(words)
    const approved = await host.call('approve_batch', made.approval)
    expect(approved.failed, approved.text).toBe(false)
    expect((await approve(place, [])).screen).toContain('Nothing waits for an answer.')
  })

  it('takes s for a sample alone, which the same call then shows [MCP-9, APR-3]', async () => {
    const place = makePlace()
    const texts = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`k${at}`, `Text ${at} of the file`]))
    writeFileSync(join(place.work, 'large.json'), JSON.stringify(texts))
    const host = await openProgram(place, ENGINE)
    const made = madeIn(await host.call('create_batch', { file_path: 'large.json', target_languages: ['de'] }))
    await host.call('approve_batch', made.approval)
    const { screen } = await approve(place, [`s${ENTER}`])
    expect(screen).toMatch(/s = Sample first, for \d+ credits, n = no/)
    expect(screen).toContain('Agreed to the sample alone.')
    const told = await host.call('approve_batch', made.approval)
    expect(told.failed, told.text).toBe(false)
    expect(told.text.match(/→ \d/g)).toHaveLength(5)
    const state = await host.call('get_batch', { batch_id: made.id, wait_seconds: 0 })
    expect(state.data).toMatchObject({ batch: { status: 'awaiting_review' } })
  })

  it.each([
    ['n', `n${ENTER}`, 'Declined. Nothing is spent.'],
    ['Enter', ENTER, 'Left open.'],
    ['Ctrl-C', CTRL_C, ''],
  ])('takes %s for no yes: nothing is spent [MCP-9]', async (_, key, words) => {
    const place = makePlace()
    const { host, made } = await waitingAt(place)
    const { screen } = await approve(place, [key])
    expect(screen).toContain(words)
    const state = await host.call('get_batch', { batch_id: made.id, wait_seconds: 0 })
    expect(state.data).toMatchObject({ batch: { status: 'awaiting_review' } })
  })
})

describe.skipIf(!TERMINAL)('several questions at a terminal', () => {
  it('are all left open by one Ctrl-C [MCP-9]', async () => {
    const place = makePlace()
    const { host } = await waitingAt(place)
    writeFileSync(join(place.work, 'more.txt'), 'Good evening, everybody.\n')
    const more = madeIn(await host.call('create_batch', { file_path: 'more.txt', target_languages: ['de'] }))
    await host.call('approve_batch', more.approval)
    const { code, screen } = await approve(place, [CTRL_C])
    expect([code, screen.split(ASKS).length - 1]).toEqual([0, 1])
    expect(screen).toContain('Stopped: this question and those after it stay open')
    expect((await runProgram(['approve'], { place })).stdout.match(/^Translate /gm)).toHaveLength(2)
  })
})

describe('without a terminal', () => {
  it('approve lists what waits, answers nothing and says so [MCP-9]', async () => {
    const place = makePlace()
    const { host, made } = await waitingAt(place)
    const listed = await runProgram(['approve'], { place })
    expect(listed).toMatchObject({ code: 1, stdout: expect.stringContaining('Translate «notes.txt» for 3 credits?') })
    expect(listed.stderr).toContain('run this at a terminal')
    const { waiting } = z
      .object({ waiting: z.array(z.object({ id: z.string(), lines: z.array(z.string()) }).loose()) })
      .parse(JSON.parse((await runProgram(['approve', '--json'], { place })).stdout))
    expect(waiting).toHaveLength(1)
    const state = await host.call('get_batch', { batch_id: made.id, wait_seconds: 0 })
    expect(state.data).toMatchObject({ batch: { status: 'awaiting_review' } })
  })

  it('allow takes no amount, since a program might allow itself to spend [MCP-9]', async () => {
    const place = makePlace()
    const refused = await runProgram(['allow', '--credits', '100'], { place })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('only at a terminal') })
    expect((await runProgram(['allow', 'list'], { place })).stdout).toBe('Nothing is allowed ahead.\n')
  })
})

describe.skipIf(!TERMINAL)('translation-mcp allow at a terminal', () => {
  it('lets what is below it be spent without a question, says what is left, and ends when it is revoked [MCP-9]', async () => {
    const place = makePlace()
    const { host, made } = await waitingAt(place)
    const allowed = await typed(['allow', '--credits', '4', '--day', '--folder', '.'], {
      place,
      questions: [],
      keys: [],
    })
    expect(allowed.screen).toMatch(/Allowed\.\s+alw_\w+ {2}4 credits a day, 4 credits left, for files in \/\S+/)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
    const { stdout } = await runProgram(['allow', 'list'], { place })
    expect(stdout).toContain('4 credits a day, 1 credit')
    writeFileSync(join(place.work, 'more.txt'), 'Good evening, everybody.\n')
    const more = madeIn(await host.call('create_batch', { file_path: 'more.txt', target_languages: ['de'] }))
    expect((await host.call('approve_batch', more.approval)).text).toContain('in a terminal')
    const [id = ''] = /alw_\w+/.exec(stdout) ?? []
    const again = await typed(['allow', '--credits', '2'], { place, questions: [], keys: [] })
    expect(again.screen).toMatch(
      /It comes on top of 1 earlier allowance; .*\balw_\w+ {2}4 credits a day, 1 credit left/s,
    )
    expect(await runProgram(['allow', 'revoke', id], { place })).toMatchObject({ code: 0, stdout: 'Revoked.\n' })
    expect(await runProgram(['allow', 'revoke', id], { place })).toMatchObject({ code: 1 })
    const { stdout: log } = await runProgram(['audit'], { place })
    for (const kind of ['allowance_made', 'allowance_used', 'allowance_revoked']) expect(log).toContain(kind)
  })

  it.each([
    ['allow', 'allow takes one of'],
    ['allow --credits 1 --tokens 1', 'allow takes one of'],
    ['allow --credits 1 --folder nowhere', 'there is no such folder'],
    ['allow --credits 1 --until 2020-01-01', 'in the past'],
  ])('%s is refused', async (line, words) => {
    const { code, screen } = await typed(line.split(' '), { place: makePlace(), questions: [], keys: [] })
    expect(code).not.toBe(0)
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(words)
  })
})
