/** What the library throws, in the engines' own words. */

import { EngineError } from '../engine.ts'
import type { Deepl } from './client.ts'

/** The library tells statuses apart in its message alone; its own classes have none for a server that is down. */
const DOWN = /^(?:Service unavailable|Unexpected status code: (?:408|5\d\d))/

/** The library's messages may carry what DeepL said, and with it anything: none of them goes on. */
export function failureOf({ library }: Deepl, error: unknown): EngineError {
  if (error instanceof EngineError) return error
  if (error instanceof library.AuthorizationError) return new EngineError('refused', 'DeepL does not accept the key.')
  if (error instanceof library.QuotaExceededError)
    return new EngineError('quota', 'The DeepL allowance of this key is used up.')
  if (error instanceof library.TooManyRequestsError) return new EngineError('passing', 'DeepL takes no more for now.')
  if (error instanceof library.ConnectionError) return new EngineError('passing', 'DeepL could not be reached.')
  if (error instanceof library.DeepLError && DOWN.test(error.message))
    return new EngineError('passing', 'DeepL failed.')
  return new EngineError('unusable', 'DeepL answered with something else than translations.')
}
