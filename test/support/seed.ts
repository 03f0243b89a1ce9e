import fc from 'fast-check'

/**
 * What every generated example is made from: the same in every run, so that a failure is found again. Another one is taken
 * from the environment: `TEST_SEED=7 npx vitest run test/x.test.ts`. fast-check says the seed of a property that fails.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_121)

if (!Number.isSafeInteger(SEED)) throw new Error(`TEST_SEED is no whole number: ${process.env.TEST_SEED}`)

fc.configureGlobal({ seed: SEED })
