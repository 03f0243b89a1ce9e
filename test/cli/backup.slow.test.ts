import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMenu, translate } from '../support/flow.ts'
import { makePlace, runProgram, startProgram } from '../support/program.ts'
import { mountSmall } from '../support/small-disk.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})

describe('a backup by the program', () => {
  it('onto a disk that gets full, or into a folder on one, leaves nothing there and says why', async ({ skip }) => {
    await translate(world, await createMenu(world))
    const place = makePlace()
    const disk = join(place.temporary, 'small')
    if (!mountSmall(disk, 40)) skip('mounting a small disk needs root')
    const env = { TRANSLATION_DATA_DIR: world.dataDir }
    const full = await runProgram(['backup', join(disk, 'kept.tar.gz')], { place, env })
    expect(full).toMatchObject({ code: 1, stdout: '' })
    expect(full.stderr).toMatch(
      /The backup \S+kept\.tar\.gz was not made: the disk is full \(\w+\)\. No part of it was left\. Name a file in a folder that is there and has room\.\n$/,
    )
    expect(readdirSync(disk)).toEqual([])
    const file = join(temporaryFolder(), 'kept.tar.gz')
    expect(await runProgram(['backup', file], { place, env })).toMatchObject({ code: 0, stderr: '' })
    const into = { TRANSLATION_DATA_DIR: join(disk, 'data') }
    const back = await runProgram(['restore', file], { place, env: into })
    expect(back).toMatchObject({ code: 1, stdout: '' })
    expect(back.stderr).toContain('the disk is full')
    expect(readdirSync(join(disk, 'data'))).toEqual([])
  })

  it('that is stopped by Ctrl-C leaves nothing, and a restore is taken back by it, or says after a kill that it is half', async () => {
    for (let turn = 0; turn < 7; turn += 1) {
      const body = Array.from({ length: 60_000 }, (_, line) => `${line} ${Math.random()} ${turn}`).join('\n')
      await world.send('POST', '/v1/batches', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: body, filename: `${turn}.txt`, instruction: 'Translate to German' }),
      })
    }
    const folder = temporaryFolder()
    const place = makePlace()
    const running = startProgram(['backup', join(folder, 'kept.tar.gz')], {
      place,
      env: { TRANSLATION_DATA_DIR: world.dataDir },
    })
    await expect.poll(() => readdirSync(folder).length, { interval: 5, timeout: 20_000 }).toBe(1)
    await setTimeout(30)
    running.child.kill('SIGINT')
    expect((await running.ended).code).not.toBe(0)
    expect(readdirSync(folder)).toEqual([])
    const file = join(folder, 'kept.tar.gz')
    const data = join(temporaryFolder(), 'back')
    expect(await runProgram(['backup', file], { place, env: { TRANSLATION_DATA_DIR: world.dataDir } })).toMatchObject({
      code: 0,
    })
    const env = { TRANSLATION_DATA_DIR: data }
    const begun = async () => {
      const restoring = startProgram(['restore', file], { place, env })
      const inside = () => (existsSync(join(data, '.restoring')) ? readdirSync(join(data, '.restoring')) : [])
      await expect.poll(inside, { interval: 1, timeout: 20_000 }).toContain('translation.db')
      return restoring
    }
    const stopped = await begun()
    stopped.child.kill('SIGINT')
    expect(await stopped.ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('was stopped') })
    expect(readdirSync(data)).toEqual([])
    const killed = await begun()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(data)).toEqual(['.restoring'])
    const half = expect.stringContaining('that was broken off before its end')
    for (const order of [
      ['keys', 'list'],
      ['restore', file],
    ])
      expect(await runProgram(order, { place, env })).toMatchObject({ code: 1, stdout: '', stderr: half })
    expect(readdirSync(data)).toEqual(['.restoring'])
  }, 60_000)
})
