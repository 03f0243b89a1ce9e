import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkPlaces, closedBy, notWritable } from '../../src/cli/translate/check.ts'
import { saveResult } from '../../src/cli/translate/save.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import type { PossiblePlaces } from '../../src/mcp/several/places.ts'
import { temporaryFolder } from '../support/world.ts'

function inPlace(place: string): PossiblePlaces {
  const apart = new Map([['de', place]])
  return { apart, together: apart, holds_all: false, zip: false }
}

function letter() {
  const folder = temporaryFolder()
  const source = join(folder, 'letter.txt')
  writeFileSync(source, 'Good morning.\n')
  const written = createWritten({
    folder: () => join(folder, '..', `${basename(folder)}-data`),
    days: 30,
    clock: Date.now,
  })
  const check = async (place: string, overwrite = false) =>
    checkPlaces(inPlace(place), { closed: await closedBy([source]), source, overwrite, written })
  return { folder, source, written, check }
}

describe('before anything is spent, a place', () => {
  it('that is free and writable is taken, and nothing is left behind', async () => {
    const { folder, check } = letter()
    await check(join(folder, 'letter.de.txt'))
    await check(join(folder, 'new', 'deep', 'letter.de.txt'))
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })

  it('in a folder that was there before keeps that folder', async () => {
    const { folder, check } = letter()
    mkdirSync(join(folder, 'out'))
    await check(join(folder, 'out', 'letter.de.txt'))
    expect(readdirSync(folder).sort()).toEqual(['letter.txt', 'out'])
  })

  it('that is taken is named, with the way to replace it [MCP-10]', async () => {
    const { folder, check, written } = letter()
    const taken = join(folder, 'taken.txt')
    writeFileSync(taken, 'mine')
    await expect(check(taken)).rejects.toThrow(`${taken} already exists. --overwrite replaces it`)
    await expect(check(taken, true)).rejects.toMatchObject({ code: 'not_replaced' })
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    await written.note(realpathSync(taken), createHash('sha256').update('mine').digest('hex'))
    await check(taken, true)
  })

  it('that is the source is refused by every name it has, told to overwrite or not [MCP-10]', async () => {
    const { folder, source, check } = letter()
    const [soft, hard] = [join(folder, 'soft.txt'), join(folder, 'hard.txt')]
    symlinkSync(source, soft)
    linkSync(source, hard)
    for (const place of [source, join(folder, '.', 'letter.txt'), soft, hard]) {
      for (const overwrite of [true, false]) {
        await expect(check(place, overwrite)).rejects.toMatchObject({ code: 'is_source' })
      }
    }
  })

  it('that is the source is filled where it holds its translation itself, told to overwrite', async () => {
    const { folder, written } = letter()
    const source = join(folder, 'words.csv')
    writeFileSync(source, 'key,en,fr\nopen,Open,Ouvrir\n')
    const told = async (overwrite: boolean) =>
      checkPlaces(inPlace(source), { closed: await closedBy([source]), source, overwrite, written })
    await expect(told(false)).rejects.toMatchObject({ code: 'file_exists' })
    await told(true)
    writeFileSync(source, 'key,text\nopen,Open\n')
    await expect(told(true)).rejects.toMatchObject({ code: 'is_source' })
  })

  it('that is the source of another file of the same order is refused too', async () => {
    const { folder, source, written } = letter()
    const other = join(folder, 'letter.de.txt')
    writeFileSync(other, 'Guten Morgen.\n')
    const checked = checkPlaces(inPlace(other), {
      closed: await closedBy([source, other]),
      source,
      overwrite: true,
      written,
    })
    await expect(checked).rejects.toMatchObject({ code: 'is_source' })
  })

  it('that is named for another language is not replaced, unless that very path was given [MCP-10]', async () => {
    const { folder, written } = letter()
    const source = join(folder, 'fr.po')
    const catalogue = 'msgid "Open"\nmsgstr "Ouvrir"\n'
    writeFileSync(source, catalogue)
    const saving = { source, overwrite: true, written }
    const why = `${source} is named for French (fr), and this translation is in German (de). Choose another --out, such as one with {lang}.`
    await expect(checkPlaces(inPlace(source), { ...saving, closed: await closedBy([source]) })).rejects.toMatchObject({
      ...{ code: 'other_language', message: why },
    })
    const result = join(folder, 'result.po')
    writeFileSync(result, 'msgid "Open"\nmsgstr "Öffnen"\n')
    await expect(saveResult({ file: result }, inPlace(source), saving)).rejects.toThrow('is named for French (fr)')
    expect(readFileSync(source, 'utf8')).toBe(catalogue)
    await checkPlaces({ ...inPlace(source), exact: true }, { ...saving, closed: await closedBy([source]) })
  })

  it('that is a folder is refused, told to overwrite or not', async () => {
    const { folder, check } = letter()
    await expect(check(folder)).rejects.toMatchObject({ code: 'is_folder' })
    await expect(check(folder, true)).rejects.toMatchObject({ code: 'is_folder' })
  })

  it('below a file is refused in plain words, without the names of temporary files', async () => {
    const { source, check, written } = letter()
    const place = join(source, 'de.txt')
    await expect(check(place)).rejects.toThrow(`${place} cannot be written: a file is where a folder should be.`)
    const saving = { source, overwrite: true, written }
    await expect(saveResult({ file: source }, inPlace(place), saving)).rejects.toThrow(
      `${place} cannot be written: a file is where a folder should be.`,
    )
  })

  it('with a name that no disk takes is refused', async () => {
    const { folder, check } = letter()
    await expect(check(join(folder, `${'x'.repeat(300)}.txt`))).rejects.toThrow(
      'cannot be written: its name is too long.',
    )
  })

  it.each([
    [{ code: 'EROFS' }, 'the disk can only be read'],
    [{ code: 'ENOSPC' }, 'the disk is full'],
    [{ code: 'EIO' }, 'the system says EIO'],
    [{ code: 'file_error' }, 'the system refuses it'],
    [{}, 'the system refuses it'],
  ])('that fails with %j says so', (facts, words) => {
    const error = Object.assign(new Error("ENOENT: no such file, copyfile '/tmp/a' -> '/b/.part'"), facts)
    expect(notWritable('/b/de.txt', error).message).toBe(`/b/de.txt cannot be written: ${words}.`)
  })
})
