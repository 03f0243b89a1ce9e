import { existsSync, readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedIn, dataIn } from '../../support/engines/given.ts'
import { serveOpenAi } from '../../support/engines/openai.ts'
import { openProgram } from '../../support/program-host.ts'
import { startWorld } from '../../support/world.ts'
import { makeRepository, type Repository } from './repository.ts'

const PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }
const SOURCES = {
  welcome: 'Welcome to the wine cellar of our house',
  close: 'Close the wine cellar at night',
  open: 'Open',
}
const GERMAN = {
  welcome: 'Willkommen im Weinkeller unseres Hauses',
  close: 'Schließen Sie den Weinkeller nachts ab',
  open: 'Offen',
}

/** What the model says. */
const ANSWERS: Readonly<Record<string, string>> = {
  Open: 'Geöffnet',
  'The wine cellar is shut': 'Das Lager ist heute geschlossen',
  [SOURCES.welcome]: 'Guten Tag in dem Lager von unserem Haus',
}

/** A repository whose files a model at an endpoint translates, at the person's terminal or by an assistant. */
async function withModel(repository: Repository) {
  const server = await serveOpenAi(({ text }) => ANSWERS[text] ?? '')
  const env = {
    TRANSLATION_OPENAI_BASE_URL: `${server.origin}/v1`,
    TRANSLATION_OPENAI_MODEL: 'tiny',
    TRANSLATION_ENGINE: 'openai',
  }
  const givenFrom = (from: number) => server.calls.slice(from).map(({ body }) => ({ body, ...dataIn(askedIn(body)) }))
  return {
    /** Runs sync, and gives what the model was given in that run. */
    async sync(...args: readonly string[]) {
      const from = server.calls.length
      const ended = await repository.runWith(env, 'sync', '--yes', ...args)
      return { ...ended, given: givenFrom(from) }
    },
    /** Has an assistant do the same over stdio. */
    async assisted() {
      const from = server.calls.length
      const host = await openProgram(repository.place, env)
      const { data } = await host.call('plan_sync', { path: '.' })
      const { sync_revision } = data
      const created = await host.call('create_batch', { sync_revision })
      await host.call('approve_batch', { sync_revision })
      const result = await host.call('get_result', { sync_revision, wait_seconds: 25 })
      await host.close()
      return { created, result, given: givenFrom(from) }
    },
  }
}

function write(repository: Repository, sources: object, german: object): void {
  repository.put('locales/en.json', JSON.stringify(sources, null, 2))
  repository.put('locales/de.json', JSON.stringify(german, null, 2))
}

const german = (repository: Repository) => JSON.parse(repository.text('locales/de.json'))

describe('what a project has already', () => {
  it('goes along as examples of tone and terms, the nearest of it', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    const { code, given } = await (await withModel(repository)).sync()
    expect(code).toBe(0)
    expect(given).toHaveLength(1)
    expect(given[0]?.segments.map(({ text }) => text)).toEqual(['The wine cellar is shut'])
    expect(given[0]?.examples?.toSorted()).toEqual([
      [SOURCES.close, GERMAN.close],
      [SOURCES.welcome, GERMAN.welcome],
    ])
    expect(german(repository)).toEqual({ ...GERMAN, shut: ANSWERS['The wine cellar is shut'] })
  })

  it('is used for equal texts of the project for nothing, but for labels, which depend on their place', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, again: SOURCES.welcome, state: 'Open' }, GERMAN)
    const { code, given } = await (await withModel(repository)).sync()
    expect(code).toBe(0)
    expect(given.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual(['Open'])
    expect(german(repository)).toMatchObject({ again: GERMAN.welcome, state: 'Geöffnet' })
  })

  it('is no answer to a key that is translated anew', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    const model = await withModel(repository)
    await model.sync()
    const { given } = await model.sync('--keys', 'welcome')
    expect(given.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual([SOURCES.welcome])
    expect(german(repository).welcome).toBe(ANSWERS[SOURCES.welcome])
  })

  it('stays in its project', async () => {
    const one = makeRepository(PROJECT)
    write(one, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    await (await withModel(one)).sync()
    const other = makeRepository(PROJECT, one.place.home)
    write(other, { shut: 'The wine cellar is shut', again: SOURCES.welcome }, {})
    const { given } = await (await withModel(other)).sync()
    expect(given.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual([
      'The wine cellar is shut',
      SOURCES.welcome,
    ])
    expect(JSON.stringify(given)).not.toContain('Weinkeller')
  })

  it('is no reason to start a service where nothing is to be translated', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, SOURCES, GERMAN)
    expect(await (await withModel(repository)).sync()).toMatchObject({ code: 0, given: [] })
    expect(existsSync(repository.dataFolder)).toBe(false)
  })
})

describe('an assistant over stdio', () => {
  it('has a model given the same as a person at her terminal, and the same comes of it [SYN-1]', async () => {
    const project = { ...PROJECT, glossary: 'terms.csv' }
    const [hers, its] = [makeRepository(project), makeRepository(project)]
    for (const repository of [hers, its]) {
      write(repository, { ...SOURCES, again: SOURCES.welcome, shut: 'The wine cellar is shut' }, GERMAN)
      repository.put('terms.csv', 'en,de\nwine cellar,Lager\n')
    }
    const { code, given } = await (await withModel(hers)).sync()
    const assisted = await (await withModel(its)).assisted()
    expect(code).toBe(0)
    expect(assisted.result.data).toMatchObject({ written: 2 })
    expect(given).toHaveLength(1)
    const told = ({ terms, examples, segments }: (typeof given)[number]) => ({ terms, examples, segments })
    expect(assisted.given.map(told)).toEqual(given.map(told))
    expect(given[0]).toMatchObject({ terms: [{ source: 'wine cellar', target: 'Lager' }], examples: expect.any(Array) })
    expect(assisted.created.data.learned).toBe(
      'Learned of the project: 1 term added to the glossary and 0 changed, from terms.csv (de); 3 translations of its files put into the memory.',
    )
    expect(german(its)).toEqual(german(hers))
    expect(its.text('translation-mcp.lock')).toBe(hers.text('translation-mcp.lock'))
  })
})

describe('a hosted service', () => {
  it('gets the terms of the glossary file; that its memory cannot be told is said once', async () => {
    const world = await startWorld({ settings: { engine: 'pseudo' } })
    const repository = makeRepository({ ...PROJECT, glossary: 'terms.csv' })
    repository.put('terms.csv', 'en,de\nwine cellar,Lager\n')
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    const env = { TRANSLATION_API_URL: world.baseUrl, TRANSLATION_API_KEY: world.key }
    const sync = () => repository.runWith(env, 'sync', '--yes', '--max-credits', '1000')
    const first = await sync()
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('from terms.csv (de).') })
    expect(first.stderr).toContain('The memory of a hosted service cannot be told what the files of a project have')
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut', later: 'Come later' }, german(repository))
    const second = await sync()
    expect(second.code).toBe(0)
    expect(second.stderr).not.toContain('memory')
  })
})

describe('what was sent', () => {
  it('leaves the work folder at a run that comes 30 days after it was written', async () => {
    const repository = makeRepository(PROJECT)
    const model = await withModel(repository)
    write(repository, { shut: 'The wine cellar is shut' }, {})
    expect((await model.sync()).code).toBe(0)
    const deltas = path.join(repository.folder, '.git/translation-mcp/deltas')
    const [first = ''] = readdirSync(deltas)
    const then = new Date(Date.now() - 31 * 86_400_000)
    for (const name of readdirSync(path.join(deltas, first), { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(deltas, first, name), then, then)
    write(repository, { shut: 'The wine cellar is shut', open: 'Open' }, german(repository))
    expect((await model.sync()).code).toBe(0)
    expect(readdirSync(deltas)).toEqual([expect.not.stringContaining(first)])
  })
})

describe('what goes along with a text', () => {
  it('are lines of code that use it; none of them reaches a file of the project', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    repository.put('src/cellar.tsx', "const secretKey = t('shut')\n<Door title={t('shut')} />\n")
    const { code, stderr, given } = await (await withModel(repository)).sync()
    expect(code).toBe(0)
    expect(stderr).toContain('With 1 place in the code.')
    expect(given[0]?.segments[0]).toMatchObject({
      text: 'The wine cellar is shut',
      note: "In the code, src/cellar.tsx:2: <Door title={t('shut')} />",
    })
    expect(JSON.stringify(given)).not.toContain('secretKey')
    expect(german(repository)).toEqual({ ...GERMAN, shut: ANSWERS['The wine cellar is shut'] })
    expect(repository.text('translation-mcp.lock')).not.toContain('src/')
    repository.put('src/cellar.tsx', "\n\n<Window title={t('shut')} />\n")
    expect(await repository.run('check')).toMatchObject({ code: 0 })
  })

  it('are terms of the glossary file, which is brought once', async () => {
    const repository = makeRepository({ ...PROJECT, glossary: 'terms.csv' })
    write(repository, { shut: 'The wine cellar is shut' }, {})
    repository.put('terms.csv', 'en,de,fr\nwine cellar,Lager,cave\n')
    const model = await withModel(repository)
    const { code, stderr, given } = await model.sync()
    expect(code).toBe(0)
    expect(stderr).toContain(
      'Learned of the project: 1 term added to the glossary and 0 changed, from terms.csv (de).\n',
    )
    expect(given[0]?.terms).toEqual([{ source: 'wine cellar', target: 'Lager' }])
    write(repository, { shut: 'The wine cellar is shut', open: 'Open' }, german(repository))
    const again = await model.sync()
    expect(again.stderr).not.toContain('glossary')
    expect(again.code).toBe(0)
  })

  it.each([
    ['is not there', {}, 'Nothing was done. terms.csv, the glossary, is not there.'],
    ['says no languages for several targets', { targets: ['de', 'fr'] }, 'is named for one of them, in "by_target".'],
  ])('a glossary that %s is refused before anything is asked', async (_, more, words) => {
    const repository = makeRepository({ ...PROJECT, ...more, glossary: 'terms.csv' })
    write(repository, { shut: 'The wine cellar is shut' }, {})
    if ('targets' in more) repository.put('terms.csv', 'source,target\nwine cellar,Lager\n')
    const { code, stderr, given } = await (await withModel(repository)).sync()
    expect({ code, given }).toEqual({ code: 2, given: [] })
    expect(stderr).toContain(words)
  })
})
