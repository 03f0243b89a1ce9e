import { IDLE, nextStep, SETTLE_MS, type WatchEvent, type WatchState } from './watching.ts'

/** The turns of a watch, one after the other. */
export interface WatchTurns {
  /** Something changed: a turn follows. */
  touched(): void
  /** The same after so many milliseconds. */
  touchedIn(ms: number): void
  /** Begins no further turn. */
  stop(): void
  /** Does a turn at once, and one after each change. Ends once it is stopped and no turn is under way, or by what a turn throws. */
  run(turn: () => Promise<void>): Promise<void>
}

export function createTurns(): WatchTurns {
  let state: WatchState = IDLE
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let begin = () => {}
  let end = () => {}
  const happened = (event: WatchEvent): void => {
    const step = nextStep(state, event, performance.now())
    state = step.state
    if (isStopped || step.do === 'nothing') return
    clearTimeout(timer)
    if (step.do === 'work') begin()
    else timer = setTimeout(happened, SETTLE_MS, 'settled')
  }
  return {
    touched: () => happened('touched'),
    touchedIn(ms) {
      setTimeout(happened, ms, 'touched').unref()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      if (state.is !== 'at_work') end()
    },
    run: turn =>
      new Promise((ended, failed) => {
        end = ended
        begin = () => {
          turn().then(() => {
            happened('ended')
            if (isStopped) ended()
          }, failed)
        }
        happened('began')
      }),
  }
}
