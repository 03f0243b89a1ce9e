import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  candidatesAt,
  hashOfText,
  LOCK_ATTRIBUTES,
  LOCK_FILE,
  type LockLine,
  readLock,
  settleLine,
  writeLock,
} from '../../../src/sync/lock/index.ts'
import { lineFor } from './support.ts'

type Texts = Readonly<Record<string, readonly [source: string, written: string]>>

const BASE: Texts = { '/a': ['A', 'A de'], '/c': ['C', 'C de'], '/e': ['E', 'E de'], '/g': ['G', 'G de'] }
/** Both add a neighbour in the same gap and change the same translation; one changes the next line, the other removes one. */
const OURS: Texts = { ...BASE, '/c': ['C', 'C ours'], '/d1': ['D1', 'D1 de'], '/e': ['E2', 'E2 de'] }
const { '/g': _, ...WITHOUT_G } = BASE
const THEIRS: Texts = { ...WITHOUT_G, '/c': ['C', 'C theirs'], '/d2': ['D2', 'D2 de'] }
/** What the files hold after the merge: the person who merged them took theirs of the translation that both changed. */
const MERGED: Texts = { ...WITHOUT_G, ...OURS, '/c': ['C', 'C theirs'], '/d2': ['D2', 'D2 de'] }

const linesOf = (texts: Texts): LockLine[] => Object.entries(texts).map(([key, [s, w]]) => lineFor(key, s, w))

describe('two branches that each changed the lock', () => {
  let folder = ''
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const commit = (texts: Texts) => {
    writeFileSync(path.join(folder, LOCK_FILE), writeLock(linesOf(texts)))
    git('add', '.')
    git('commit', '-qm', 'lock')
  }
  const merged = () => readFileSync(path.join(folder, LOCK_FILE), 'utf8')

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lock-merge-'))
    git('init', '-q', '-b', 'main')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function branches() {
    commit(BASE)
    git('checkout', '-qb', 'theirs')
    commit(THEIRS)
    git('checkout', '-q', 'main')
    commit(OURS)
  }

  /** The lines that hold, for the keys that the files have. */
  function settled(text: string): LockLine[] {
    const lock = readLock(text)
    expect(lock.unreadable).toEqual([])
    return Object.entries(MERGED).flatMap(([key, [source, written]]) => {
      const now = { source: hashOfText(source), written: hashOfText(written) }
      return settleLine(candidatesAt(lock, { file: 'locales/en.json', key, language: 'de' }), now) ?? []
    })
  }

  it('are merged by git without a conflict, and the lines hold that match the files', () => {
    writeFileSync(path.join(folder, '.gitattributes'), `${LOCK_ATTRIBUTES}\n`)
    branches()
    git('merge', '-q', '--no-edit', 'theirs')
    expect(readLock(merged()).conflict_marks).toEqual([])
    expect(writeLock(settled(merged()))).toBe(writeLock(linesOf(MERGED)))
  })

  for (const style of ['merge', 'diff3'])
    it(`are read with the marks of a conflict in the lock, too, where git was not told (${style})`, () => {
      branches()
      expect(() => git('-c', `merge.conflictStyle=${style}`, 'merge', '-q', 'theirs')).toThrow()
      expect(readLock(merged()).conflict_marks.length).toBeGreaterThan(2)
      expect(writeLock(settled(merged()))).toBe(writeLock(linesOf(MERGED)))
    })
})
