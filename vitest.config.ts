import { defineConfig, type TestUserConfig } from 'vitest/config'

/**
 * Which tests there are, by the end of a file's name. A file that starts processes, takes long, or runs for hours says so:
 *
 * | project   | files               | run by              | what it is for                                                |
 * |-----------|---------------------|---------------------|---------------------------------------------------------------|
 * | `unit`    | `*.test.ts`         | `npm test`          | everything that one process can prove                         |
 * | `process` | `*.process.test.ts` | `npm test`          | the built program, and processes that race each other         |
 * | `slow`    | `*.slow.test.ts`    | `npm run test:slow` | browsers, kill loops, large files, installed engines: minutes |
 * | `soak`    | `*.soak.test.ts`    | `npm run test:soak` | the same loops with far more rounds: by hand, for hours        |
 *
 * One file: `npx vitest run test/x.test.ts`.
 */
const support = (name: string): string => new URL(`test/support/${name}`, import.meta.url).pathname

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
}
const QUICK = { ...COMMON, testTimeout: 30_000, hookTimeout: 30_000 }
const SLOW = { ...COMMON, testTimeout: 300_000, hookTimeout: 120_000 }
const SOAK = { ...COMMON, testTimeout: 6 * 3_600_000, hookTimeout: 600_000 }

// What users run: some libraries come with a slower build for those who develop them, which vite would take.
const ssr = { resolve: { conditions: ['module', 'node'] } }

const NAMED = ['process', 'slow', 'soak'].map(kind => `test/**/*.${kind}.test.ts`)

export default defineConfig({
  test: {
    globalSetup: support('worker.ts'),
    passWithNoTests: true,
    projects: [
      // A worker goes on to the next file of its own project only, so the projects run one after the other.
      { ssr, test: { ...QUICK, name: 'unit', include: ['test/**/*.test.ts'], exclude: NAMED, sequence: { groupOrder: 1 } } },
      { ssr, test: { ...QUICK, name: 'process', include: ['test/**/*.process.test.ts'], sequence: { groupOrder: 0 } } },
      { ssr, test: { ...SLOW, name: 'slow', include: ['test/**/*.slow.test.ts'], sequence: { groupOrder: 2 } } },
      { ssr, test: { ...SOAK, name: 'soak', include: ['test/**/*.soak.test.ts'], sequence: { groupOrder: 3 } } },
    ],
  },
})
