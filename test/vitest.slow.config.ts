import { defineConfig, mergeConfig } from 'vitest/config'
import quick from './vitest.config.ts'

/** What takes longer than `npm test` may: browsers, kill loops, large files, conformance. */
export default mergeConfig(
  { ...quick, test: { ...quick.test, include: [], exclude: [] } },
  defineConfig({
    test: { include: ['test/**/*.slow.test.ts'], testTimeout: 300_000, hookTimeout: 120_000, passWithNoTests: true },
  }),
)
