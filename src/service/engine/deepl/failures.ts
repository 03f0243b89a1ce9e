/** Turns what the library throws into an EngineError. */

import { EngineError } from '../engine.ts'
import type { Deepl } from './client.ts'

/** The library has no error class for a server that is down: only the message tells. */
const DOWN = /^(?:Service unavailable|Unexpected status code: (?:408|5\d\d))/

/** The library's messages may quote DeepL's answer, and that may hold anything: none of them is passed on. */
export function deeplFailure({ library }: Deepl, error: unknown): EngineError {
  if (error instanceof EngineError) return error
  if (error instanceof library.AuthorizationError) return new EngineError('refused', 'DeepL does not accept the key.')
  if (error instanceof library.QuotaExceededError)
    return new EngineError('quota', 'The DeepL allowance of this key is used up.')
  if (error instanceof library.TooManyRequestsError)
    return new EngineError('passing', 'DeepL takes no more for now.', undefined, { said: undefined })
  if (error instanceof library.ConnectionError) return new EngineError('passing', 'DeepL could not be reached.')
  if (error instanceof library.DeepLError && DOWN.test(error.message))
    return new EngineError('passing', 'DeepL failed.')
  return new EngineError('unusable', 'DeepL answered with something else than translations.')
}
