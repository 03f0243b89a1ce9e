/**
 * How often a soak test does what its slow one does once or twice: `SOAK_ROUNDS=1000 npm run test:soak`. A kill loop takes
 * about ten seconds a round.
 */
export const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 100)
