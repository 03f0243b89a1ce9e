import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { beginRun, undoRun } from '../../../src/sync/disk/history.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const work = () => files.place('work')
const runs = () => readdirSync(path.join(work(), 'runs')).toSorted()

/** A run that writes these files, in their order. */
async function run(moment: number, ...changes: readonly (readonly [name: string, text: string])[]) {
  const record = beginRun(work(), files.at, moment)
  for (const [name, text] of changes) await record.write(name, Buffer.from(text))
}
const undo = () => undoRun(work(), files.at)

describe('taking back a run', () => {
  it('writes a file as it was, byte by byte', async () => {
    const before = '\ufeff{"a": "ä"}\r\n'
    files.write({ 'l/de.json': before })
    await run(1, ['l/de.json', '{}'])
    expect(files.read('l/de.json')).toBe('{}')
    expect(await undo()).toEqual([{ path: 'l/de.json', undone: true }])
    expect(files.read('l/de.json')).toBe(before)
  })

  it('removes a file that was not there', async () => {
    await run(1, ['l/de.json', '{}'])
    expect(await undo()).toEqual([{ path: 'l/de.json', undone: true }])
    expect(existsSync(files.place('l/de.json'))).toBe(false)
  })

  it('brings back an empty file, too', async () => {
    files.write({ 'de.json': '' })
    await run(1, ['de.json', '{}'])
    await undo()
    expect(files.read('de.json')).toBe('')
  })

  it('leaves a file that was changed since, says so, and takes back the others [SYN-2]', async () => {
    files.write({ 'a.json': 'A', 'b.json': 'B' })
    await run(1, ['a.json', 'A1'], ['b.json', 'B1'], ['new.json', 'N1'])
    files.write({ 'a.json': 'by hand', 'new.json': 'by hand' })
    expect(await undo()).toEqual([
      { path: 'a.json', undone: false },
      { path: 'b.json', undone: true },
      { path: 'new.json', undone: false },
    ])
    expect(['a.json', 'b.json', 'new.json'].map(files.read)).toEqual(['by hand', 'B', 'by hand'])
  })

  it('leaves a file that is gone since', async () => {
    files.write({ 'a.json': 'A' })
    await run(1, ['a.json', 'A1'])
    rmSync(files.place('a.json'))
    expect(await undo()).toEqual([{ path: 'a.json', undone: false }])
    expect(existsSync(files.place('a.json'))).toBe(false)
  })

  it('goes back to what was before the run where a file was written twice in it', async () => {
    files.write({ 'a.json': 'A' })
    await run(1, ['a.json', 'A1'], ['a.json', 'A2'])
    expect(await undo()).toEqual([{ path: 'a.json', undone: true }])
    expect(files.read('a.json')).toBe('A')
  })

  it('takes back run by run, the newest first, and says where there is none', async () => {
    files.write({ 'a.json': 'A' })
    await run(9, ['a.json', 'A9'])
    await run(10, ['a.json', 'A10'])
    await undo()
    expect(files.read('a.json')).toBe('A9')
    await undo()
    expect(files.read('a.json')).toBe('A')
    expect(await undo()).toBeUndefined()
  })

  it('is possible for a run that wrote nothing: there is no record of it', async () => {
    await run(1)
    expect(await undo()).toBeUndefined()
  })
})

describe('the record of runs', () => {
  it('keeps the newest twenty', async () => {
    for (let moment = 1; moment <= 22; moment += 1) await run(moment, ['a.json', `${moment}`])
    expect(runs()).toHaveLength(20)
    expect(runs().map(Number).slice(0, 2)).toEqual([3, 4])
  })

  it('leaves nothing half written beside the files', async () => {
    files.write({ 'l/a.json': 'A' })
    await run(1, ['l/a.json', 'A1'], ['l/b.json', 'B1'])
    expect(readdirSync(files.place('l'))).toEqual(['a.json', 'b.json'])
  })
})
