import fc from 'fast-check'

/**
 * What every generated example is made from: the same in every run, so that a failure is found again. Another one is taken
 * from the environment: `TEST_SEED=7 npx vitest run test/x.test.ts`. fast-check says the seed of a property that fails.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_121)

if (!Number.isSafeInteger(SEED)) throw new Error(`TEST_SEED is no whole number: ${process.env.TEST_SEED}`)

fc.configureGlobal({ seed: SEED })

/** How much of its examples each property tries. They are the same in every run, so a sixth is enough while one works. */
const WHOLE = process.env.TEST_ROUNDS === 'all'
const SHARE = WHOLE ? 1 : 1 / 6

/** The examples of one run of a property that has so many in a whole run: `TEST_ROUNDS=all npm test`. */
export const rounds = (all: number): number => Math.ceil(all * SHARE)

/**
 * All of these in a whole run, else every third, from the one numbered `from` on: who tries a list three times, from 0, 1 and 2, has
 * tried all of it.
 */
export const third = <One>(all: readonly One[], from = 0): readonly One[] =>
  WHOLE ? all : all.filter((_, at) => at % 3 === from % 3)

/** All of these in a whole run, else the first and the last of them, between which the others lie. */
export const ends = <One>(all: readonly One[]): readonly One[] =>
  WHOLE ? all : all.filter((_, at) => at === 0 || at === all.length - 1)
