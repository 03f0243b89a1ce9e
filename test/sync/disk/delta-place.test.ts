import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { deltasIn, isDelta } from '../../../src/sync/disk/delta-place.ts'
import { placeOfWork } from '../../../src/sync/disk/work-folder.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const place = async (name: string) => (await placeOfWork(files.place(name))).place

describe('a file that was sent', () => {
  it.each([
    ['at the top of a repository', '', { '.git/HEAD': 'x' }],
    ['in a package of it', 'packages/a', { '.git/HEAD': 'x' }],
    ['where there is no repository', '', {}],
  ])('is known as one: %s', async (_what, name, there) => {
    files.write(there)
    const delta = path.join(deltasIn(await place(name)), 'id', 'wished', 'en.json')
    expect(isDelta(delta)).toBe(true)
    expect(isDelta(delta.replaceAll('/', '\\'))).toBe(true)
  })

  it.each(['/repo/deltas/en.json', '/repo/translation-mcp/en.json', '/repo/projects/a/deltas/en.json'])(
    'is not %s, which is a person’s',
    file => expect(isDelta(file)).toBe(false),
  )
})

describe('the work folder', () => {
  it('is another one for each project of a repository, so that each takes back its own runs [SYN-1]', async () => {
    files.write({ '.git/HEAD': 'x' })
    const places = await Promise.all(['', 'packages/a', 'packages-a', 'packages/b'].map(place))
    expect(new Set(places).size).toBe(4)
    for (const one of places) expect(one.startsWith(files.place('.git/translation-mcp'))).toBe(true)
  })
})
