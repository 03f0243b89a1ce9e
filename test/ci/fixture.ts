/** A project at a platform: its bare repository, a person who pushes to it, and the jobs that run there. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { askedIn, dataIn } from '../support/engines/given.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { environmentOf, makePlace } from '../support/program.ts'
import { ROOT } from '../support/tree.ts'
import { type JobEnded, runAction } from './composite.ts'
import { runJob } from './gitlab-jobs.ts'
import { DIALECTS, type Platform, servePlatform } from './platform-server.ts'

export const TOKEN = 'tok-en.of+the/platform=='
export const ENGINE_KEY = 'sk-key-of-the-engine'
export const BRANCH = 'translation-mcp/sync'
const PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }

/** What a job is about; a push to main unless said. */
export interface Event {
  readonly kind?: 'push' | 'pull_request' | 'pull_request_target' | 'schedule'
  readonly branch?: string
}

export interface JobOptions extends Event {
  /** Inputs of the action, or variables of the template. */
  readonly given?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Without any secret, as a fork has it. */
  readonly fork?: boolean
  /** What earlier steps of the job do in its folder, and what later ones look at. */
  readonly prepare?: (folder: string) => void
  readonly after?: (folder: string) => void
}

export interface Fixture {
  readonly platform: Platform
  /** The folder of the repository at the platform. */
  readonly bare: string
  /** The texts that the engine was asked for, each time. */
  asked(): readonly string[]
  /** Files of a person's commit. It goes on top of that branch at the platform. */
  push(files: Readonly<Record<string, object | string>>, branch?: string): void
  /** Changes the last commit of the branch of the job, which keeps its author and its message. */
  amend(files: Readonly<Record<string, object>>): void
  /** Merges the branch of the job into main, as the platform does. */
  merge(how: 'merge' | 'squash'): void
  /** Git in the bare repository. */
  git(...args: string[]): string
  json(branch: string, file: string): unknown
  check(options?: JobOptions): Promise<JobEnded>
  sync(options?: JobOptions): Promise<JobEnded>
}

export type Kind = keyof typeof DIALECTS

/** Starts a project whose main branch has one source with these texts; it ends with the test. */
export async function startFixture(
  kind: Kind,
  texts: Readonly<Record<string, string>>,
  {
    translate = text => `de ${text}`,
    project = PROJECT,
  }: { translate?: (text: string) => string; project?: object } = {},
): Promise<Fixture> {
  const { home, work } = makePlace()
  const bare = join(work, kind === 'github' ? 'owner' : 'group', 'app.git')
  const person = join(work, 'person')
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, env: personIn(home), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  mkdirSync(bare, { recursive: true })
  git(bare, 'init', '--quiet', '--bare', '-b', 'main')
  git(work, 'clone', '--quiet', bare, person)
  const engine = await serveOpenAi(({ text }) => translate(text))
  const tipOf = (branch: string) => git(bare, 'rev-parse', branch)
  const platform = await servePlatform(DIALECTS[kind], { token: TOKEN, tipOf })

  const checkOut = (branch: string) => {
    git(person, 'fetch', '--quiet', '--prune', 'origin')
    const isThere = git(bare, 'branch', '--list', branch) !== ''
    git(person, 'checkout', '--quiet', '-B', branch, ...(isThere ? [`origin/${branch}`] : []))
  }
  const put = (files: Readonly<Record<string, object | string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(person, file)), { recursive: true })
      writeFileSync(join(person, file), typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`)
    }
    git(person, 'add', '--all')
  }
  const fixture: Fixture = {
    platform,
    bare,
    asked: () =>
      engine.calls.flatMap(({ method, body }) =>
        method === 'POST' ? dataIn(askedIn(body)).segments.map(({ text }) => text) : [],
      ),
    push(files, branch = 'main') {
      checkOut(branch)
      put(files)
      git(person, 'commit', '--quiet', '--allow-empty', '-m', 'by a person')
      git(person, 'push', '--quiet', 'origin', branch)
    },
    amend(files) {
      checkOut(BRANCH)
      put(files)
      git(person, 'commit', '--quiet', '--amend', '--no-edit')
      git(person, 'push', '--quiet', '--force', 'origin', BRANCH)
    },
    merge(how) {
      checkOut('main')
      git(
        person,
        'merge',
        '--quiet',
        ...(how === 'squash' ? ['--squash'] : ['--no-ff', '-m', 'merged']),
        `origin/${BRANCH}`,
      )
      if (how === 'squash') git(person, 'commit', '--quiet', '-m', 'squashed')
      git(person, 'push', '--quiet', 'origin', 'main')
      for (const request of platform.requests)
        if (request.state === 'open') Object.assign(request, { state: 'merged', tip: tipOf(BRANCH) })
    },
    git: (...args) => git(bare, ...args),
    json: (branch, file) => JSON.parse(git(bare, 'show', `${branch}:${file}`)),
    check: options => run('check', options),
    sync: options => run('sync', options),
  }

  /** A job starts on a machine of its own, with a clone of what it is about and nothing else. */
  async function run(command: Command, options: JobOptions = {}) {
    const { kind: event = 'push', branch = 'main', prepare, after } = options
    const place = makePlace()
    const cwd = join(place.work, 'app')
    git(place.work, 'clone', '--quiet', '--depth=1', '--branch', branch, `file://${bare}`, cwd)
    prepare?.(cwd)
    const base = {
      ...environmentOf(place),
      GIT_CONFIG_NOSYSTEM: '1',
      ...(options.fork ? {} : secretsFor(engine.origin)),
    }
    const at = { bare, cwd, place, event, branch, origin: platform.origin, base }
    const ended = await START[kind](command, at, options)
    after?.(cwd)
    return ended
  }

  fixture.push({ 'translation-mcp.json': project, 'locales/en.json': texts })
  return fixture
}

type Command = 'check' | 'sync'

const CAP = '100000'
const START = { github: startGithub, gitlab: startGitlab }

function startGithub(command: Command, at: At, { given = {}, env = {}, fork = false }: JobOptions): Promise<JobEnded> {
  const token = fork ? {} : { GITHUB_JOB_TOKEN: TOKEN }
  const inputs = { command, package: ROOT, ...(command === 'sync' && { 'max-tokens': CAP }), ...given }
  return runAction(inputs, { cwd: at.cwd, env: { ...at.base, ...githubVariables(at), ...token, ...env } })
}

function startGitlab(command: Command, at: At, { given = {}, env = {}, fork = false }: JobOptions): Promise<JobEnded> {
  const own = {
    TRANSLATION_CI_PACKAGE: ROOT,
    ...(!fork && { TRANSLATION_CI_TOKEN: TOKEN, TRANSLATION_MAX_TOKENS: CAP }),
  }
  return runJob(`translation-${command}`, {
    cwd: at.cwd,
    env: { ...at.base, ...gitlabVariables(at), ...own, ...given, ...env },
  })
}

function secretsFor(origin: string): Record<string, string> {
  return {
    TRANSLATION_OPENAI_API_KEY: ENGINE_KEY,
    TRANSLATION_OPENAI_BASE_URL: `${origin}/v1`,
    TRANSLATION_OPENAI_MODEL: 'tiny',
  }
}

interface At {
  readonly base: Readonly<Record<string, string>>
  readonly bare: string
  readonly cwd: string
  readonly place: { readonly temporary: string }
  readonly event: string
  readonly branch: string
  readonly origin: string
}

function githubVariables({ cwd, place, event, branch, origin }: At): Record<string, string> {
  const file = join(place.temporary, 'event.json')
  writeFileSync(
    file,
    JSON.stringify(event === 'schedule' ? { schedule: '0 4 * * *' } : { repository: { default_branch: 'main' } }),
  )
  const ref = event === 'pull_request' ? 'refs/pull/1/merge' : `refs/heads/${branch}`
  return {
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd, GITHUB_REPOSITORY: 'owner/app' },
    ...{ GITHUB_API_URL: origin, GITHUB_SERVER_URL: origin, GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: file },
    ...{ GITHUB_REF: ref, GITHUB_REF_NAME: ref.replace(/^refs\/(?:heads|pull)\//, ''), RUNNER_TEMP: place.temporary },
  }
}

function gitlabVariables({ bare, cwd, event, branch, origin }: At): Record<string, string> {
  return {
    ...{ CI: 'true', GITLAB_CI: 'true', CI_PROJECT_DIR: cwd, CI_PROJECT_ID: '7', CI_SERVER_HOST: '127.0.0.1' },
    ...{
      CI_API_V4_URL: `${origin}/api/v4`,
      CI_SERVER_URL: origin,
      CI_PROJECT_URL: `file://${bare.replace(/\.git$/, '')}`,
    },
    ...{ CI_DEFAULT_BRANCH: 'main', CI_PIPELINE_SOURCE: event === 'pull_request' ? 'merge_request_event' : event },
    ...(event === 'pull_request' ? {} : { CI_COMMIT_BRANCH: branch }),
  }
}

/** Git with a person's name, and nothing of this machine's settings. */
function personIn(home: string): Record<string, string> {
  const who = {
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  return { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...who }
}

/** The text of a report that a job left in its folder. */
export const textOf = (file: string): string => readFileSync(file, 'utf8')
