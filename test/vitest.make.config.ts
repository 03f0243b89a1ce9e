import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import tests from '../vitest.config.ts'

/** No tests: what makes files that tests read. `npm run make:folder` says which. */
export default defineConfig({
  test: {
    globalSetup: tests.test?.globalSetup ?? [],
    setupFiles: fileURLToPath(new URL('support/setup.ts', import.meta.url)),
    include: ['test/**/make-*.ts'],
    testTimeout: 300_000,
  },
})
