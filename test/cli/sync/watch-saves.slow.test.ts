import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MENU, textsIn, WATCHED_PROJECT, watchIn, withMenu } from './watched.ts'

const has = (...keys: readonly string[]) => Object.fromEntries(keys.map(key => [key, expect.stringContaining('⟦')]))

describe('watch', () => {
  it('translates what is saved, names what is saved half, and ends on Ctrl-C [SYN-1]', async () => {
    const repository = withMenu()
    const watch = watchIn(repository, '--max-credits', '1000')
    await watch.heard('Watching 1 source file and 1 project file')
    await expect.poll(() => textsIn(repository)).toEqual(has('a'))
    repository.put(MENU, '{"a":"Open the door","b":"Shut it"')
    await watch.heard(`${MENU}: left as it is`, 'stdout')
    // As many editors save: another file takes the name.
    repository.put('locales/en/menu.json~', '{"a":"Open the door","b":"Shut the window"}')
    renameSync(join(repository.folder, 'locales/en/menu.json~'), join(repository.folder, MENU))
    await expect.poll(() => textsIn(repository)).toEqual(has('a', 'b'))
    repository.put('translation-mcp.json', JSON.stringify({ ...WATCHED_PROJECT, targets: ['de', 'fr'] }))
    await expect.poll(() => textsIn(repository, 'locales/fr/menu.json')).toEqual(has('a', 'b'))
    repository.put('locales/en/shop.json', '{"c":"Buy it"}')
    await expect.poll(() => textsIn(repository, 'locales/fr/shop.json')).toEqual(has('c'))
    const before = performance.now()
    watch.child.kill('SIGINT')
    const { code, stderr } = await watch.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/The watch has ended\.\n$/) })
    expect(performance.now() - before).toBeLessThan(2000)
  })
})
