import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePrivateJson } from '../../src/auth/private-json.ts'
import { temporaryFolder } from '../support/world.ts'

describe('a private file of JSON', () => {
  it('is for its owner alone, whatever it was before, and nothing lies beside it', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'a.json')
    writeFileSync(file, 'old', { mode: 0o644 })
    await writePrivateJson(file, { a: ['b'] })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: ['b'] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it('takes the place of a link, and leaves what that points to', async () => {
    const folder = temporaryFolder()
    const [file, other] = [join(folder, 'a.json'), join(folder, 'other')]
    writeFileSync(other, 'kept')
    symlinkSync(other, file)
    await writePrivateJson(file, 1)
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['1\n', 'kept'])
  })

  it('that cannot be put in place leaves nothing beside it', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a.json', 'full'), { recursive: true })
    await expect(writePrivateJson(join(folder, 'a.json'), 1)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it('written by several at once is that of one of them', async () => {
    const file = join(temporaryFolder(), 'a.json')
    const values = Array.from({ length: 20 }, (_, at) => ({ at, text: 'x'.repeat(10_000) }))
    await Promise.all(values.map(value => writePrivateJson(file, value)))
    expect(values).toContainEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})
