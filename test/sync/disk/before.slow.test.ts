import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withPast } from '../../../src/sync/disk/before.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()
const WHO = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a' }

function git(...args: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: files.at, GIT_CONFIG_NOSYSTEM: '1', ...WHO }
  return execFileSync('git', args, { cwd: files.at, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Writes files of the project in `app`, and commits them. */
function commit(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) files.write({ [`app/${name}`]: text })
  git('add', '-A')
  git('commit', '-qm', 'x')
}

/** What the source and the translation were at each moment that is known. */
async function momentsOf(path = 'de.json', folder = files.place('app')): Promise<readonly string[]> {
  const targets = [{ tag: 'de', path, exists: true }]
  const pairs = [{ source: 'en.json', targets, references: [] }]
  const found = await withPast({ folder, pairs }, before => before({ source_path: 'en.json', path }))
  return found.map(({ source, target }) => `${Buffer.from(source)} ${Buffer.from(target)}`)
}

describe('what git knows of earlier files', () => {
  it('the source as it was when the translation was last touched', async () => {
    git('init', '-q', '-b', 'main')
    commit({ 'en.json': 'one', 'de.json': 'eins' })
    commit({ 'en.json': 'two', 'de.json': 'zwei' })
    commit({ 'en.json': 'three' })
    files.write({ 'app/en.json': 'four' })
    expect(await momentsOf()).toEqual(['three zwei', 'two zwei'])
  })

  it('both files as they were when the branch was begun', async () => {
    git('init', '-q', '-b', 'main')
    commit({ 'en.json': 'one', 'de.json': 'eins' })
    git('checkout', '-qb', 'feature')
    commit({ 'en.json': 'two' })
    commit({ 'de.json': 'anders' })
    expect(await momentsOf()).toEqual(['one eins', 'two anders'])
  })

  it('names of files are only names', async () => {
    git('init', '-q', '-b', 'main')
    commit({ 'en.json': 'one', '--output=x': 'eins', ':(top)*': 'alle', 'ä ö.json': 'Umlaut' })
    for (const [path, text] of [
      ['--output=x', 'eins'],
      [':(top)*', 'alle'],
      ['ä ö.json', 'Umlaut'],
    ] as const)
      expect(await momentsOf(path)).toEqual([`one ${text}`])
    expect(await momentsOf('de.json\nHEAD:./en.json')).toEqual([])
    expect(existsSync(files.place('app/x'))).toBe(false)
  })

  it('is nothing without a repository, a commit, or a file in it', async () => {
    files.write({ 'app/en.json': 'one', 'app/de.json': 'eins' })
    expect(await momentsOf()).toEqual([])
    git('init', '-q', '-b', 'main')
    expect(await momentsOf()).toEqual([])
    git('add', 'app/en.json')
    git('commit', '-qm', 'x')
    expect(await momentsOf()).toEqual([])
  })

  it('no program that the settings of a repository name is run', async () => {
    git('init', '-q', '-b', 'main')
    commit({ 'en.json': 'one', 'de.json': 'eins', '.gitattributes': '*.json diff=evil filter=evil' })
    const trap = `touch ${files.place('trapped')}`
    for (const name of [
      'core.fsmonitor',
      'core.pager',
      'diff.external',
      'gpg.program',
      'core.sshCommand',
      'diff.evil.textconv',
      'diff.evil.command',
      'filter.evil.smudge',
    ])
      git('config', name, trap)
    git('config', 'log.showSignature', 'true')
    expect(await momentsOf()).toEqual(['one eins'])
    expect(existsSync(files.place('trapped'))).toBe(false)
  })
})
