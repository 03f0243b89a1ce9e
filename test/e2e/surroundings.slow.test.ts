import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { codeIn, madeIn } from '../support/mcp.ts'
import { makePlace, runProgram } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'

const Keys = z.object({ keys: z.array(z.looseObject({ id: z.string(), own: z.boolean() })) })

describe('the program over stdio', () => {
  it('keeps its data folder shut, although that lies in an allowed one [MCP-10, KEY-3]', async () => {
    const place = makePlace()
    const dataDir = join(place.work, 'data')
    const host = await openProgram(place, {
      ...{ TRANSLATION_DATA_DIR: dataDir, TRANSLATION_ENGINE: 'pseudo', TRANSLATION_CONSENT: 'code' },
    })
    const source = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'] }
    const { id, approval } = madeIn(await host.call('create_batch', source))
    const approval_code = codeIn(await host.call('approve_batch', approval))
    expect((await host.call('approve_batch', { ...approval, approval_code })).failed).toBe(false)
    const key = readFileSync(join(dataDir, 'key'), 'utf8')
    const read = await host.call('create_batch', { file_path: 'data/key', target_languages: ['de'] })
    const over = { batch_id: id, save_to: 'data/key', overwrite: true }
    for (const told of [read, await host.call('get_result', over)]) {
      expect(told).toMatchObject({ failed: true, text: expect.stringContaining('closed_folder') })
    }
    expect(readFileSync(join(dataDir, 'key'), 'utf8')).toBe(key)
  })

  it('takes the folder of the project that its host names, in place of its own [MCP-10]', async () => {
    const place = makePlace()
    const project = join(place.home, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'notes.txt'), 'Good morning.\n')
    writeFileSync(join(place.work, 'mine.txt'), 'Good evening.\n')
    const host = await openProgram(place, { CLAUDE_PROJECT_DIR: project, TRANSLATION_ENGINE: 'pseudo' })
    const call = (file_path: string) => host.call('create_batch', { file_path, target_languages: ['de'] })
    expect(madeIn(await call('notes.txt')).status).toBe('awaiting_review')
    const told = await call(join(place.work, 'mine.txt'))
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('outside_allowed_folders') })
  })

  it.each([
    ['a person has to be asked', { TRANSLATION_CONSENT: 'required' }, 'consent_required'],
    ['an approval may cost less', { TRANSLATION_MAX_CREDITS: '1' }, 'over_cap'],
  ])('spends nothing where the operator has set that %s, and hands out no code [MCP-9]', async (_, set, code) => {
    const host = await openProgram(makePlace(), { TRANSLATION_ENGINE: 'pseudo', ...set })
    const source = { content: 'Good morning, everybody.', filename: 'n.txt', target_languages: ['de'] }
    const told = await host.call('approve_batch', madeIn(await host.call('create_batch', source)).approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining(code) })
    expect(told.text).not.toMatch(/\d-credits-/)
    expect((await host.call('get_account')).data).toMatchObject({ credit_balance: 200_000 })
  })

  it('signs with the secret that is set: a code is good in another process with it, and no key is kept [MCP-9]', async () => {
    const place = makePlace()
    const env = {
      ...{ TRANSLATION_DATA_DIR: join(place.home, 'data'), TRANSLATION_ENGINE: 'pseudo', TRANSLATION_CONSENT: 'code' },
    }
    const secret = (letter: string) => ({ ...env, TRANSLATION_STATE_SECRET: letter.repeat(64) })
    const first = await openProgram(place, secret('a'))
    const source = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'] }
    const { approval } = madeIn(await first.call('create_batch', source))
    const coded = { ...approval, approval_code: codeIn(await first.call('approve_batch', approval)) }
    const files = readdirSync(env.TRANSLATION_DATA_DIR)
    expect((await (await openProgram(place, secret('b'))).call('approve_batch', coded)).failed).toBe(true)
    expect((await (await openProgram(place, secret('a'))).call('approve_batch', coded)).failed).toBe(false)
    expect(files.filter(name => name.includes('state'))).toEqual([])
  })

  it('goes on with the next key when another process has rotated its own [KEY-2]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    expect((await host.call('get_account')).failed).toBe(false)
    const { stdout } = await runProgram(['keys', 'list', '--json'], { place })
    const own = Keys.parse(JSON.parse(stdout)).keys.find(key => key.own)?.id ?? ''
    expect((await runProgram(['keys', 'rotate', own], { place })).code).toBe(0)
    const after = await host.call('get_account')
    expect(after.failed, after.text).toBe(false)
  })
})

describe('a command in a terminal', () => {
  it.runIf(process.platform !== 'win32')('says so where the folder that it is in was removed', () => {
    const { work } = makePlace()
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    const words = ['mkdir gone', 'cd gone', 'rmdir ../gone', `exec ${process.execPath} ${main} check`].join(' && ')
    const { status, stderr } = spawnSync('sh', ['-c', words], { cwd: work, encoding: 'utf8' })
    expect({ status, first: stderr.split('\n')[0] }).toEqual({
      status: 2,
      first:
        'translation-mcp: The folder that you are in is not there any more. Change to another one (cd) and try again.',
    })
  })
})
