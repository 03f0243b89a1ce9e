import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { askedIn, dataIn, serveOpenAi } from '../../support/engines/openai.ts'
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

/** A repository whose files a model at an endpoint translates. */
async function withModel(repository: Repository) {
  const server = await serveOpenAi(({ text }) => ANSWERS[text] ?? '')
  const env = {
    TRANSLATION_OPENAI_BASE_URL: `${server.origin}/v1`,
    TRANSLATION_OPENAI_MODEL: 'tiny',
    TRANSLATION_ENGINE: 'openai',
  }
  return {
    /** Runs sync, and gives what the model was given in that run. */
    async sync(...args: readonly string[]) {
      const from = server.calls.length
      const ended = await repository.runWith(env, 'sync', '--yes', ...args)
      return { ...ended, given: server.calls.slice(from).map(({ body }) => ({ body, ...dataIn(askedIn(body)) })) }
    },
  }
}

function write(repository: Repository, sources: object, german: object): void {
  repository.put('locales/en.json', JSON.stringify(sources, null, 2))
  repository.put('locales/de.json', JSON.stringify(german, null, 2))
}

const german = (repository: Repository) => JSON.parse(repository.text('locales/de.json'))

describe('what a project has already', () => {
  it('goes along as examples of tone and terms, the nearest of it [SYN-7]', async () => {
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

  it('is used for equal texts of the project for nothing, but for labels, which depend on their place [SYN-7]', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, again: SOURCES.welcome, state: 'Open' }, GERMAN)
    const { code, given } = await (await withModel(repository)).sync()
    expect(code).toBe(0)
    expect(given.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual(['Open'])
    expect(german(repository)).toMatchObject({ again: GERMAN.welcome, state: 'Geöffnet' })
  })

  it('is no answer to a key that is translated anew [SYN-7]', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, { ...SOURCES, shut: 'The wine cellar is shut' }, GERMAN)
    const model = await withModel(repository)
    await model.sync()
    const { given } = await model.sync('--keys', 'welcome')
    expect(given.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual([SOURCES.welcome])
    expect(german(repository).welcome).toBe(ANSWERS[SOURCES.welcome])
  })

  it('stays in its project [SYN-7]', async () => {
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

  it('is no reason to start a service where nothing is to be translated [SYN-7]', async () => {
    const repository = makeRepository(PROJECT)
    write(repository, SOURCES, GERMAN)
    expect(await (await withModel(repository)).sync()).toMatchObject({ code: 0, given: [] })
    expect(existsSync(repository.dataFolder)).toBe(false)
  })
})
