import { EngineError } from '../engine/engine.ts'

/**
 * How much a job bears from its engine before it gives up. It is shared by all rounds that are under way, and begins anew with each
 * translation that comes.
 */
export interface Patience {
  /** A translation came. */
  answered(): void
  /** An answer could not be used. @throws {EngineError} unusable, after too many of them in a row */
  unusable(failure: EngineError): void
  /**
   * How long to wait before the next try, in milliseconds: `wished`, or less if the engine says that it is asked too often.
   *
   * @throws {EngineError} passing, with its limit, where it has said nothing else for too long, or asks for a longer wait
   */
  wait(failure: EngineError, wished: number): number
}

/** After this many unusable answers in a row, the engine counts as broken, not the texts. */
const UNUSABLE_IN_A_ROW = 10
/** For this long an engine may say that it is asked too often: most limits count by the minute. In milliseconds. */
const LIMITED_MS = 60_000

/** Patience that nothing was asked of yet. */
export function createPatience(): Patience {
  let unusable = 0
  let limited_since: number | undefined
  return {
    answered() {
      unusable = 0
      limited_since = undefined
    },
    unusable({ message }) {
      limited_since = undefined
      unusable += 1
      if (unusable < UNUSABLE_IN_A_ROW) return
      throw new EngineError('unusable', `${message} ${UNUSABLE_IN_A_ROW} answers in a row could not be used.`)
    },
    wait(failure, wished) {
      const { message, limit, retry_after_ms } = failure
      if (limit === undefined) return wished
      const now = performance.now()
      limited_since ??= now
      const left = limited_since + LIMITED_MS - now
      if (left > 0 && (retry_after_ms ?? 0) <= left) return Math.min(wished, left)
      const why = left > 0 ? `It asks to wait ${shown(retry_after_ms ?? 0)}.` : 'It said so for a minute.'
      throw new EngineError('passing', `${message} ${why}`, retry_after_ms, limit)
    },
  }
}

function shown(ms: number): string {
  const [seconds, minutes] = [Math.ceil(ms / 1000), Math.ceil(ms / 60_000)]
  if (seconds < 120) return `${seconds} seconds`
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
