import { defineConfig } from 'vitest/config'
import { env, plugins, QUICK, SLOW, support } from '../vitest.config.ts'
import { ProcessesFirst } from './support/order.ts'
import { REPEATED, storeSuites } from './support/store-suites.ts'

/** The suites that touch the store, on PostgreSQL: `npm run test:postgres`. support/store-suites.ts says which, and which not. */
const { quick, slow } = storeSuites()
const setupFiles = [support('setup.ts'), support('on-postgres.ts')]

export default defineConfig({
  test: {
    globalSetup: [support('worker.ts'), support('postgres.ts')],
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        plugins,
        test: {
          ...SLOW,
          setupFiles,
          name: 'processes',
          include: [...slow, 'test/**/*.postgres.test.ts'],
          exclude: ['**/repeated.postgres.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { plugins, test: { ...QUICK, env, setupFiles, name: 'postgres', include: quick, sequence: { groupOrder: 1 } } },
      {
        plugins,
        test: {
          ...QUICK,
          env,
          name: 'repeated',
          include: [...REPEATED],
          setupFiles: [...setupFiles, support('losing.ts')],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
