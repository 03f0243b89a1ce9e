import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type TestUserConfig } from 'vitest/config'
import { compiledSource } from './test/support/compiled.ts'
import { ProcessesFirst } from './test/support/order.ts'

/**
 * Which tests there are, by the end of a file's name. A file that starts processes, takes long, or runs for hours says so:
 *
 * | project   | files               | run by              | what it is for                                                |
 * |-----------|---------------------|---------------------|---------------------------------------------------------------|
 * | `unit`    | `*.test.ts`         | `npm test`          | everything that one process can prove                         |
 * | `process` | `*.process.test.ts` | `npm test`          | the built program, and processes that race each other         |
 * | `slow`    | `*.slow.test.ts`    | `npm run test:slow` | browsers, kill loops, large files, installed engines: minutes |
 * |           |                     |                     | and what takes more than a second beside a quick suite        |
 * |           | `*.postgres.test.ts` | `npm run test:postgres` | what is so on PostgreSQL alone; the suites that touch the store run there too |
 * | `soak`    | `*.soak.test.ts`    | `npm run test:soak` | the same loops with far more rounds: by hand, for hours        |
 *
 * One file: `npx vitest run test/x.test.ts`.
 */
export const support = (name: string): string => fileURLToPath(new URL(`test/support/${name}`, import.meta.url))

const COMMON: TestUserConfig = {
  setupFiles: [support('setup.ts')],
  pool: 'forks',
  // What a test makes dies young: with room for it, it is not copied again and again.
  execArgv: ['--max-semi-space-size=64'],
  // The modules are loaded once a worker, not once a file: they keep no state of their own.
  isolate: false,
  // Left alone, two cores get one worker.
  maxWorkers: 2,
  // What is waited for comes at once, but on a machine with more work than cores.
  expect: { poll: { timeout: 10_000 } },
  // A bound on time, memory or chance is missed once on a busy machine, and each time by what is too slow. Nothing else gets a second try:
  // what may happen once at most says "less than or equal to".
  retry: { count: 2, condition: /to be (less|greater) than [\d.]+$/ },
}
export const QUICK: TestUserConfig = {
  ...COMMON,
  testTimeout: 30_000,
  hookTimeout: 30_000,
  maxWorkers: Math.max(2, availableParallelism()),
  // All cores have enough to do without helpers.
  execArgv: ['--min-semi-space-size=128', '--max-semi-space-size=128', '--single-threaded-gc'],
}
export const SLOW = { ...COMMON, testTimeout: 300_000, hookTimeout: 120_000 }
const SOAK = { ...COMMON, testTimeout: 6 * 3_600_000, hookTimeout: 600_000 }

/** What users run: some libraries come with a slower build for those who develop them, which vite asks for by this word. */
const asUsersRun: Plugin = {
  name: 'as-users-run',
  configResolved({ ssr: { resolve } }) {
    if (resolve?.conditions) resolve.conditions = resolve.conditions.filter(name => !/development/.test(name))
  },
}

/** What tests in one process write is thrown away: where memory serves as a disk, and there is plenty, no disk has to take it. */
const MEMORY = '/dev/shm'
const FOUR_GB = 4 * 1024 ** 3
const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
export const env = bavail * bsize > FOUR_GB ? { TMPDIR: MEMORY } : {}

/** Only a run that ends: whoever watches, or changes the source between runs, needs the runner itself to know what was changed. */
const once = process.argv.some(word => word === 'run' || word === '--run')
// A module outside of the runner is imported by its path, which Windows does not take.
export const plugins = once && process.platform !== 'win32' ? [asUsersRun, compiledSource()] : [asUsersRun]

const NAMED = ['process', 'slow', 'soak', 'postgres'].map(kind => `test/**/*.${kind}.test.ts`)

export default defineConfig({
  test: {
    globalSetup: support('worker.ts'),
    passWithNoTests: true,
    sequence: { sequencer: ProcessesFirst },
    projects: [
      // A worker goes on to the next file of its own project only, so the projects run one after the other.
      {
        plugins,
        test: {
          ...QUICK,
          env,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: NAMED,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins,
        test: {
          ...QUICK,
          name: 'process',
          include: ['test/**/*.process.test.ts'],
          // They end processes by signals, which Windows does not have.
          exclude: process.platform === 'win32' ? ['**'] : [],
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins,
        test: { ...SLOW, name: 'slow', include: ['test/**/*.slow.test.ts'], sequence: { groupOrder: 2 } },
      },
      {
        plugins,
        test: { ...SOAK, name: 'soak', include: ['test/**/*.soak.test.ts'], sequence: { groupOrder: 3 } },
      },
    ],
  },
})
