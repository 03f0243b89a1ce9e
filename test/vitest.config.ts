import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.slow.test.ts', 'node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What is waited for comes at once, but on a machine with more work than cores.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // The modules are loaded once a worker, not once a file: they keep no state of their own.
    isolate: false,
    // Left alone, two cores get one worker.
    maxWorkers: 2,
    globalSetup: new URL('support/worker.ts', import.meta.url).pathname,
    setupFiles: new URL('support/clean-up.ts', import.meta.url).pathname,
  },
})
