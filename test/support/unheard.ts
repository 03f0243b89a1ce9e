import { afterAll, beforeAll } from 'vitest'

/**
 * The runner listens for failures that nobody waits for, and counts each as an error, whoever else has heard it. For the tests of this file all is as
 * in a thread of the service: one that nobody hears ends the run.
 */
export function withoutEarsOfRunner(): void {
  const runners = process.listeners('unhandledRejection')
  beforeAll(() => {
    process.removeAllListeners('unhandledRejection')
  })
  afterAll(() => {
    for (const each of runners) process.on('unhandledRejection', each)
  })
}
