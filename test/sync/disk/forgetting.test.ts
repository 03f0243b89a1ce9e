import { existsSync, readdirSync, symlinkSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forgetEnded } from '../../../src/sync/disk/forgetting.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const NOW = Date.UTC(2026, 10, 26)
const DAY = 86_400_000

/** Writes a file of the work folder, so many days old. */
function old(name: string, days: number, content: object | string = ''): void {
  files.write({ [name]: content })
  const at = new Date(NOW - days * DAY)
  utimesSync(files.place(name), at, at)
}

const deltas = () => readdirSync(files.place('deltas')).sort()
const forget = () => forgetEnded(files.at, NOW)

describe('the deltas in a work folder', () => {
  it('go once their translations were written more than 30 days ago', async () => {
    old('deltas/over/wish/a.json', 40)
    old('deltas/over/wish/done', 31)
    old('deltas/recent/wish/a.json', 40)
    old('deltas/recent/wish/done', 29)
    await forget()
    expect(deltas()).toEqual(['recent'])
  })

  it('stay where one of their turns is unfinished, however old it is: the next run takes it up', async () => {
    old('deltas/open/wish/a.json', 400)
    old('deltas/open/wish/out/de/a.json', 400)
    old('deltas/again/wish/done', 400)
    old('deltas/again/wish-2/a.json', 390)
    old('deltas/other/wish/done', 400)
    old('deltas/other/formal/a.json', 390)
    await forget()
    expect(deltas()).toEqual(['again', 'open', 'other'])
  })

  it('are none where nothing was sent yet', async () => {
    await forget()
    expect(readdirSync(files.at)).toEqual([])
  })

  it('and what is no delta are told apart', async () => {
    old('deltas/.DS_Store', 400)
    old('deltas/empty/x', 400)
    await forget()
    expect(deltas()).toEqual(['.DS_Store', 'empty'])
  })
})

describe('what was noted of a plan', () => {
  const planned = (name: string) => existsSync(files.place(`planned/${name}.json`))
  const sent = (...names: readonly string[]) => ({
    deltas: names.map(name => ({ file: files.place(`deltas/${name}/wish/a.json`) })),
  })

  it('goes with the last of its deltas, and stays with one that is unfinished', async () => {
    old('deltas/over/wish/a.json', 40)
    old('deltas/over/wish/done', 31)
    old('deltas/open/wish/a.json', 40)
    old('planned/syn_over.json', 40, sent('over'))
    old('planned/syn_open.json', 40, sent('over', 'open'))
    old('planned/syn_new.json', 3, sent('over'))
    await forget()
    expect(['syn_over', 'syn_open', 'syn_new'].map(planned)).toEqual([false, true, true])
  })

  it('goes where the disk lost it', async () => {
    old('planned/syn_lost.json', 40, '{"del')
    old('planned/syn_else.json', 40, { deltas: [{ path: 1 }] })
    await forget()
    expect(['syn_lost', 'syn_else'].map(planned)).toEqual([false, false])
  })
})

describe('what is forgotten', () => {
  it('has to be older than 30 days, not as old', async () => {
    old('deltas/as-old/wish/done', 30)
    old('deltas/older/wish/done', 30 + 1 / 86_400)
    old('planned/as-old.json', 30)
    old('planned/older.json', 30 + 1 / 86_400)
    await forget()
    expect(deltas()).toEqual(['as-old'])
    expect(readdirSync(files.place('planned'))).toEqual(['as-old.json'])
  })

  it('is no delta of which the last turn is recent, nor one from a time to come', async () => {
    old('deltas/turns/wish/done', 400)
    old('deltas/turns/wish-2/done', 29)
    old('deltas/to-come/wish/done', -400)
    await forget()
    expect(deltas()).toEqual(['to-come', 'turns'])
  })

  it('is a link, never what it leads to', async () => {
    old('elsewhere/wish/done', 400)
    old('deltas/other/wish/a.json', 1)
    symlinkSync(files.place('elsewhere'), files.place('deltas/link'))
    await forget()
    expect(deltas()).toEqual(['other'])
    expect(readdirSync(files.place('elsewhere/wish'))).toEqual(['done'])
  })

  it('is a plan whose deltas went in the same run, but not one whose delta is only recent', async () => {
    old('deltas/over/wish/done', 31)
    old('deltas/over/wish/a.json', 31)
    old('deltas/recent/wish/done', 2)
    old('deltas/recent/wish/a.json', 31)
    for (const name of ['over', 'recent'])
      old(`planned/${name}.json`, 31, { deltas: [{ file: files.place(`deltas/${name}/wish/a.json`) }] })
    old('planned/none.json', 31, { deltas: [] })
    await forget()
    expect(readdirSync(files.place('planned'))).toEqual(['recent.json'])
  })

  it('is nothing else of the work folder, and a second run finds nothing more', async () => {
    old('glossary', 400)
    old('deltas/over/wish/done', 400)
    await forget()
    await forget()
    expect(readdirSync(files.at).sort()).toEqual(['deltas', 'glossary'])
    expect(deltas()).toEqual([])
  })
})
