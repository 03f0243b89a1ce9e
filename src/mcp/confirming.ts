import { ApiError } from '../client/errors.ts'
import type { CallContext } from './context.ts'
import { realPause } from './real-pause.ts'

/** Milliseconds between looks whether a change shows that was answered with success: a service may have accepted it, and do it next. */
const LOOKS = [250, 500, 1000]

/** What reading showed last, and whether that is what was asked for. */
export interface Looked<State> {
  readonly state: State
  readonly shown: boolean
}

/**
 * Reads a few times until a change shows. `first` is what is known before; `undefined` is a state too, and stands for what could not be
 * read.
 *
 * @throws {Error} the signal's reason, when the call was cancelled
 */
export async function lookUntil<State>(
  first: State,
  shows: (state: State) => boolean,
  read: () => Promise<State>,
  { parts, signal }: CallContext,
): Promise<Looked<State>> {
  let state = first
  for (const ms of LOOKS) {
    if (shows(state) || parts.ending?.aborted) break
    await (parts.pause ?? realPause)(ms, signal, parts.ending)
    signal.throwIfAborted()
    state = await read()
  }
  return { state, shown: shows(state) }
}

/** The error for a change that was answered with success, of which nothing shows. `shown`: what reading showed, as a sentence. */
export function unconfirmed(shown: string, request_id: string): ApiError {
  return new ApiError({
    code: 'unconfirmed',
    message: `The service answered with success, but did not say that it was done. ${shown}`,
    request_id: request_id === '' ? null : request_id,
    may_have_applied: true,
  })
}

/** True for two texts that differ in white space around words and in Unicode form at most: a service may tidy what it keeps. */
export function sameText(one: string, other: string): boolean {
  return tidy(one) === tidy(other)
}

/** A text in one Unicode form, without white space around it and with single spaces within. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}
