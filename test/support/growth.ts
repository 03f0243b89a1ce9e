import { setTimeout } from 'node:timers/promises'

/** Work that takes less than this is taken to need so long: what is shorter is not measured well. */
const LEAST_MS = 10
/** What takes longer than this is measured well enough at once. */
const CLEAR_MS = 2000
/** Four times as much work takes 4 times as long where time follows its size, 16 times where it follows the square. */
export const STEADY = 8

/**
 * How many times longer work takes when there is four times as much of it. CPU time counts, and both are measured in the same run,
 * so that neither a slow machine nor a busy one makes a difference. The least of three rounds: disturbances only add. `steady`: a growth below
 * which no further round is needed.
 */
export async function growth(work: (size: number) => unknown, size: number, steady = STEADY): Promise<number> {
  await work(size)
  let least = Number.POSITIVE_INFINITY
  let longest = 0
  for (let round = 0; round < 3 && least >= steady && longest < CLEAR_MS; round++) {
    const once = await cpuTime(() => work(size))
    longest = await cpuTime(() => work(4 * size))
    least = Math.min(least, longest / Math.max(once, LEAST_MS))
  }
  return least
}

/** Milliseconds of this process. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The growth of work whose time follows its size to the power of 1.3, when there is four times as much of it. */
export const NEARLY_LINEAR = 4 ** 1.3
/** Work on the larger size that takes less than this grows slowly enough, whatever the smaller one took. */
const SOON_MS = LEAST_MS * NEARLY_LINEAR

/** How often work that seems to grow too fast is tried in all, and the time between two tries, in milliseconds. */
const TRIES = 5
const BETWEEN_MS = 2000

/**
 * Whether work with four times as much to do takes at most 4^1.3 times as long. Quick work is measured once only. Work that seems to
 * grow faster is tried again a little later: the rest of a process, such as a thread that ends or the garbage of other tests, may have
 * taken its CPU time in between.
 */
export async function growsSlowly(work: (size: number) => unknown, size: number): Promise<boolean> {
  for (let tried = 1; !(await grewSlowly(work, size)); tried += 1) {
    if (tried === TRIES) return false
    await setTimeout(BETWEEN_MS)
  }
  return true
}

/**
 * Tries work once, and where it seems to grow faster once more with four times the size: a pattern that looks at most 4,000 characters
 * ahead grows with the square up to there, and collecting garbage comes in steps, but neither does so twice.
 */
async function grewSlowly(work: (size: number) => unknown, size: number): Promise<boolean> {
  if ((await cpuTime(() => work(4 * size))) < SOON_MS) return true
  if ((await growth(work, size, NEARLY_LINEAR)) <= NEARLY_LINEAR) return true
  const isQuick = (await cpuTime(() => work(4 * size))) < CLEAR_MS
  return isQuick && (await growth(work, 4 * size, NEARLY_LINEAR)) <= NEARLY_LINEAR
}
