import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEED } from '../../support/seed.ts'
import { entriesFor, LAYOUTS } from './layouts.ts'
import { LOCK, makeRepository, projectOf, type Repository } from './repository.ts'

const NAMES = ['menu', 'shop', 'help']
const LANGUAGES = ['de', 'fr']
const { write } = LAYOUTS['JSON of i18next']
const ENTRIES = entriesFor(10)
const TARGETS = LANGUAGES.flatMap(language => NAMES.map(name => `locales/${language}/${name}.json`))
/** So many runs in each of so many repositories are killed. */
const KILLS = 5
const REPOSITORIES = 2

function threeFiles(): Repository {
  const repository = makeRepository(projectOf({ include: 'locales/[locale]/*.json' }))
  for (const name of NAMES)
    repository.put(`locales/en/${name}.json`, write(ENTRIES).replaceAll(' for you', ` for ${name}`))
  return repository
}

async function spentIn(repository: Repository): Promise<number> {
  const { stdout } = await repository.run('credits', 'show', '--json')
  const { grants }: { grants: readonly { used: number }[] } = JSON.parse(stdout)
  return grants.reduce((sum, { used }) => sum + used, 0)
}

/** Who wrote the texts, as the lock says. */
function writersIn(repository: Repository): readonly string[] {
  const lines = repository.text(LOCK).split('\n').slice(1, -1)
  return [...new Set(lines.map(line => line.split('\t').at(5) ?? ''))]
}

function namesLeft(repository: Repository): readonly string[] {
  return readdirSync(join(repository.folder, 'locales'), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.tmp'),
  )
}

/** Kills a run after so many milliseconds. False where it had ended by itself. */
async function isCutOff(repository: Repository, moment: number): Promise<boolean> {
  const run = repository.start()
  await Promise.race([wait(moment), run.ended])
  const isAtWork = run.child.exitCode === null
  run.child.kill('SIGKILL')
  await run.ended
  return isAtWork
}

describe('a run that is killed', () => {
  it('at ten moments leaves whole files, and the next one completes it, pays nothing twice and takes nothing for a person’s', async () => {
    const undisturbed = threeFiles()
    const began = performance.now()
    expect((await undisturbed.sync()).code).toBe(0)
    const took = performance.now() - began
    const cost = await spentIn(undisturbed)
    expect(cost).toBeGreaterThan(0)
    const parts = fc.sample(fc.double({ min: 0.05, max: 0.95, noNaN: true }), {
      numRuns: KILLS * REPOSITORIES,
      seed: SEED,
    })
    let cut_off = 0
    for (let at = 0; at < REPOSITORIES; at += 1) {
      const repository = threeFiles()
      for (const part of parts.slice(at * KILLS, (at + 1) * KILLS)) {
        if (await isCutOff(repository, part * took)) cut_off += 1
        for (const target of TARGETS)
          if (existsSync(join(repository.folder, target))) JSON.parse(repository.text(target))
      }
      const last = await repository.sync()
      expect({ code: last.code, stderr: last.code === 0 ? '' : last.stderr }).toEqual({ code: 0, stderr: '' })
      expect(await spentIn(repository)).toBe(cost)
      for (const target of TARGETS) expect(repository.text(target)).toBe(undisturbed.text(target))
      expect(repository.text(LOCK)).toBe(undisturbed.text(LOCK))
      expect(writersIn(repository)).toEqual(['machine'])
      expect(namesLeft(repository)).toEqual([])
      expect((await repository.run('check')).code).toBe(0)
    }
    expect(cut_off).toBeGreaterThan(KILLS / 2)
  })

  it.each(TARGETS.slice(0, 3))('as %s appears leaves all that it wrote known as its own', async target => {
    const repository = threeFiles()
    const run = repository.start()
    while (!existsSync(join(repository.folder, target)) && run.child.exitCode === null) await wait(1)
    run.child.kill('SIGKILL')
    await run.ended
    const cost = await spentIn(repository)
    expect((await repository.sync()).code).toBe(0)
    expect(await spentIn(repository)).toBe(cost)
    expect(writersIn(repository)).toEqual(['machine'])
    expect(namesLeft(repository)).toEqual([])
  })

  it('between two files leaves its words known as its own', async () => {
    const repository = threeFiles()
    await repository.sync()
    // As a run leaves it that was killed before it wrote the lock.
    rmSync(join(repository.folder, LOCK))
    const runs = join(repository.folder, '.git', 'translation-mcp', 'runs')
    const [run = ''] = readdirSync(runs)
    const record = join(runs, run, 'run.json')
    writeFileSync(record, readFileSync(record, 'utf8').replace('"finished":true', '"finished":false'))
    const [target = ''] = TARGETS
    repository.put(target, repository.text(target).replace(/⟦[^⟧]*⟧/, 'Das schrieb ein Mensch'))
    expect(await repository.sync()).toMatchObject({ code: 0, credits: 0 })
    const lines = repository.text(LOCK).split('\n').slice(1, -1)
    expect(lines.filter(line => !line.endsWith('\tmachine'))).toHaveLength(1)
    expect(lines.find(line => !line.endsWith('\tmachine'))).toMatch(/part0.*\tperson$/)
  })

  it('with a record that the disk lost stops no other run', async () => {
    const repository = threeFiles()
    const runs = join('.git', 'translation-mcp', 'runs', '000000000000001')
    repository.put(join(runs, 'run.json'), '{"files": [')
    expect((await repository.sync()).code).toBe(0)
    repository.put(join(runs.replace(/1$/, '2'), 'run.json'), '')
    expect((await repository.run('check')).code).toBe(0)
  })
})

describe('two runs at once', () => {
  it('the second is refused by name, and what a killed one left stands in nobody’s way', async () => {
    const repository = threeFiles()
    const work = join(repository.folder, '.git', 'translation-mcp')
    const first = repository.start()
    while (!existsSync(join(work, 'running'))) await wait(5)
    const second = await repository.sync()
    expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining(`(process ${first.child.pid})`) })
    expect((await first.ended).code).toBe(0)
    expect(existsSync(join(work, 'running'))).toBe(false)
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'running'), `999999999 ${hostname()}\n`)
    expect((await repository.sync()).code).toBe(0)
  })
})
