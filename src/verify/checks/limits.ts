import { mustRefuse, shown } from '../answer.ts'
import { type Answer, pauseOf } from '../probe.ts'
import { type ContractCheck, oncePerRun, type Trial } from '../trial.ts'
import { must, untried } from '../verdict.ts'

/** Most requests that are sent to be refused for their rate, how many of them at once, and how long at most, in milliseconds. */
const MOST_REQUESTS = 5000
const AT_ONCE = 20
const MOST_MS = 60_000

/** The first refusal for the rate: one that came by itself, else one that is provoked. @throws {Ended} untried, there is none */
const exceeded = oncePerRun(exceed)

async function exceed(trial: Trial): Promise<Answer> {
  const isLimited = ({ status }: Answer) => status === 429
  const came = trial.answers.find(isLimited)
  if (!trial.exceedRate && came !== undefined) return came
  if (!trial.exceedRate)
    throw untried('no answer was a 429, and it sends thousands of requests: run with --exceed-rate')
  const began = Date.now()
  let sent = 0
  while (sent < MOST_REQUESTS && Date.now() - began < MOST_MS) {
    await trial.pause(0)
    sent += AT_ONCE
    const all = Array.from({ length: AT_ONCE }, () => trial.sendOnce('GET', '/v1/account'))
    const refused = (await Promise.all(all)).find(isLimited)
    if (refused !== undefined) return refused
  }
  throw untried(`${sent} requests in ${Math.round((Date.now() - began) / 1000)} s met no limit`)
}

/** Rates. They run after what was made is put away, since nothing is answered for a while then. */
export const limits: readonly ContractCheck[] = [
  {
    id: 'LIM-1',
    promise: 'a request beyond the rate is refused with rate_limited, 429 and Retry-After',
    needs: [],
    async run(trial) {
      await exceeded(trial)
      for (const answer of trial.answers.filter(({ status }) => status === 429)) {
        mustRefuse(answer, 'rate_limited')
        const pause = answer.headers['retry-after']
        must(typeof pause === 'string' && /^\d+$|GMT$/.test(pause), `${shown(answer)} has no Retry-After`)
      }
    },
  },
  {
    id: 'LIM-1',
    promise: 'after Retry-After the service answers again',
    needs: ['account:read'],
    async run(trial) {
      const refused = await exceeded(trial)
      if (!trial.exceedRate) return
      const wait = pauseOf(refused)
      if (wait === undefined) throw untried(`${shown(refused)}: more than a minute to wait`)
      await trial.pause(wait)
      const answer = await trial.sendOnce('GET', '/v1/account')
      must(answer.status !== 429, `${shown(answer)}, ${wait} ms after ${shown(refused)}`)
    },
  },
]
