import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeRepository } from './repository.ts'
import { MENU, textsIn, WATCHED_PROJECT, watchIn, withMenu } from './watched.ts'

const has = (...keys: readonly string[]) => Object.fromEntries(keys.map(key => [key, expect.stringContaining('⟦')]))

describe('watch', () => {
  it('finds a folder that appears with its files', async () => {
    const repository = makeRepository({ ...WATCHED_PROJECT, files: { include: ['packages/*/[locale].json'] } })
    repository.put('packages/a/en.json', '{"a":"Open the door"}')
    const watch = watchIn(repository, '--max-credits', '9')
    await expect.poll(() => textsIn(repository, 'packages/a/de.json')).toEqual(has('a'))
    rmSync(join(repository.folder, 'packages', 'a'), { recursive: true })
    repository.put('packages/b/en.json', '{"b":"Shut the window"}')
    await expect.poll(() => textsIn(repository, 'packages/b/de.json')).toEqual(has('b'))
    watch.child.kill('SIGTERM')
    expect((await watch.ended).code).toBe(0)
  })

  it('is not woken by translations, its own or a person’s', async () => {
    const repository = withMenu()
    const watch = watchIn(repository, '--max-credits', '1000')
    await watch.heard('1 text written', 'stdout')
    repository.put('locales/de/menu.json', '{"a":"Mach auf"}')
    await wait(700)
    expect(watch.said('stdout').match(/To translate|in step/g)).toEqual(['To translate'])
  })

  it('spends no more in all of its runs than its cap allows', async () => {
    const repository = withMenu()
    const watch = watchIn(repository, '--max-credits', '5')
    await expect.poll(() => textsIn(repository)).toEqual(has('a'))
    repository.put(MENU, '{"a":"Open the door","b":"Shut the window"}')
    await watch.heard('with what was agreed to before, this costs 6 credits, and --max-credits allows 5')
    repository.put(MENU, '{"a":"Open the door","b":"Shut it"}')
    await expect.poll(() => textsIn(repository)).toEqual(has('a', 'b'))
    expect(watch.child.exitCode).toBe(null)
  })

  it('is refused by name where it costs something and has no cap', async () => {
    const repository = withMenu()
    const watch = watchIn(repository)
    const { code, stderr } = await watch.ended
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('watch for paid work needs a cap: this costs 3 credits'),
    ])
    expect(stderr).toContain('Add --max-credits N')
    expect(textsIn(repository)).toBeUndefined()
  })

  it('waits for another run to end', async () => {
    const repository = withMenu()
    const work = join(repository.folder, '.git', 'translation-mcp')
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'running'), '1 another-machine\n')
    const watch = watchIn(repository, '--max-credits', '9')
    await watch.heard('another sync is at work')
    rmSync(join(work, 'running'))
    await expect.poll(() => textsIn(repository)).toEqual(has('a'))
    expect(watch.said('stderr').match(/another sync/g)).toHaveLength(1)
  })

  it('ends on Ctrl-C within two seconds though a run is at work, which the next completes', async () => {
    const repository = withMenu()
    const texts = Array.from({ length: 3000 }, (_, at) => [`k${at}`, `Open the door ${at} now`])
    repository.put(MENU, JSON.stringify(Object.fromEntries(texts)))
    const watch = watchIn(repository, '--max-credits', '100000')
    await watch.heard('Cost: ')
    const before = performance.now()
    watch.child.kill('SIGINT')
    expect((await watch.ended).code).toBe(0)
    expect(performance.now() - before).toBeLessThan(2000)
    expect(await repository.sync()).toMatchObject({ code: 0 })
    expect(Object.keys(Object(textsIn(repository)))).toHaveLength(3000)
  })
})
