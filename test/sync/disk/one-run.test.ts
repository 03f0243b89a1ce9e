import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { asOnlyRun } from '../../../src/sync/disk/one-run.ts'
import { SyncBusy } from '../../../src/sync/disk/refused.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const LONG_AGO = new Date(Date.now() - 60_000)

const NOT_THERE = '(not there)'

/** What the file says, where it is there. */
function said(): string {
  try {
    return readFileSync(files.place('running'), 'utf8')
  } catch {
    return NOT_THERE
  }
}

describe('the only run of a project', () => {
  it('is named in its file from the first moment that the file is there', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      let is_over = false
      const run = asOnlyRun(files.at, async () => await turn()).finally(() => {
        is_over = true
      })
      while (!is_over) {
        seen.add(said())
        await turn()
      }
      await run
    }
    expect([...seen].sort()).toEqual([NOT_THERE, `${process.pid} ${hostname()}\n`].sort())
  })

  it('leaves nothing behind, also where it fails', async () => {
    await asOnlyRun(files.at, () => Promise.resolve())
    const failing = asOnlyRun(files.at, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(readdirSync(files.at)).toEqual([])
  })

  it('is refused while another is at work, and begins once that has ended', async () => {
    let end = () => {}
    let began = () => {}
    const isAtWork = new Promise<void>(resolve => {
      began = resolve
    })
    const first = asOnlyRun(files.at, () => {
      began()
      return new Promise<void>(resolve => {
        end = resolve
      })
    })
    await isAtWork
    const second = asOnlyRun(files.at, () => Promise.resolve('second'))
    await expect(second).rejects.toThrow(SyncBusy)
    await expect(second).rejects.toThrow(`(process ${process.pid})`)
    end()
    await first
    expect(await asOnlyRun(files.at, () => Promise.resolve('third'))).toBe('third')
  })

  it.each([
    ['of a process that is no more', `999999999 ${hostname()}\n`, new Date()],
    ['of another machine that went silent', '1 another-machine\n', LONG_AGO],
    ['that says nothing and is old', '', LONG_AGO],
  ])('is not stopped by a file %s', async (_, content, time) => {
    files.write({ running: content })
    utimesSync(files.place('running'), time, time)
    expect(await asOnlyRun(files.at, () => Promise.resolve('done'))).toBe('done')
    expect(readdirSync(files.at)).toEqual([])
  })

  it.each([
    ['of another machine that was at work a moment ago', '1 another-machine\n'],
    ['that says nothing yet', ''],
  ])('is refused by a file %s', async (_, content) => {
    files.write({ running: content })
    await expect(asOnlyRun(files.at, () => Promise.resolve())).rejects.toThrow(SyncBusy)
    expect(files.read('running')).toBe(content)
  })

  it('takes away what runs left that were killed as they began, and nothing that is new', async () => {
    files.write({ 'running.0123': '1 a\n', 'running.4567': '2 b\n', 'running-notes': 'x' })
    for (const name of ['running.0123', 'running-notes']) utimesSync(files.place(name), LONG_AGO, LONG_AGO)
    await asOnlyRun(files.at, () => Promise.resolve())
    expect(readdirSync(files.at)).toEqual(['running-notes', 'running.4567'])
  })
})
