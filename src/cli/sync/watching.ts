/** When a watch works: pure, from what happens and when. */

/**
 * `idle`: nothing happened since the last turn. `settling`: something did, and more may follow within a moment. `at_work`: a turn is under
 * way; `again`: something happened meanwhile, so that another follows.
 */
export type WatchState =
  | { readonly is: 'idle' }
  | { readonly is: 'settling'; readonly since: number }
  | { readonly is: 'at_work'; readonly again: boolean }

/** `began`: the watch did. `touched`: something changed in a folder. `settled`: the wait ended. `ended`: the turn did. */
export type WatchEvent = 'began' | 'touched' | 'settled' | 'ended'

/** What is to be done now: begin the wait anew, begin a turn, or nothing. */
export interface WatchStep {
  readonly state: WatchState
  readonly do: 'wait' | 'work' | 'nothing'
}

/** Changes within so many milliseconds are one turn: an editor that saves, or git that switches, touches several files. */
export const SETTLE_MS = 200
/** After so long a turn begins though something changes without end. */
const LONGEST_SETTLE_MS = 2000

export const IDLE: WatchState = { is: 'idle' }

/** The next state. @param now milliseconds, of any clock that goes on */
export function nextStep(state: WatchState, event: WatchEvent, now: number): WatchStep {
  switch (event) {
    case 'touched':
      if (state.is === 'at_work') return { state: { is: 'at_work', again: true }, do: 'nothing' }
      if (state.is === 'idle') return settling(now)
      return now - state.since < LONGEST_SETTLE_MS ? { state, do: 'wait' } : AT_WORK
    case 'began':
      return AT_WORK
    case 'settled':
      return state.is === 'settling' ? AT_WORK : { state, do: 'nothing' }
    case 'ended':
      if (state.is !== 'at_work') return { state, do: 'nothing' }
      return state.again ? settling(now) : { state: IDLE, do: 'nothing' }
  }
}

const AT_WORK: WatchStep = { state: { is: 'at_work', again: false }, do: 'work' }

function settling(since: number): WatchStep {
  return { state: { is: 'settling', since }, do: 'wait' }
}
