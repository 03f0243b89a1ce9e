import type { ErrorCode } from '../../contract/errors.ts'
import { FormatError } from '../../formats/index.ts'
import type { Refusal } from './errors.ts'
import { errorOf } from './errors.ts'

/** What a caller can do about it differs: what is too large is split, all else is mended. */
const CODES: Readonly<Partial<Record<FormatError['code'], ErrorCode>>> = { too_large: 'file_too_large' }

/** The refusal of a file that cannot be read in its format. */
export function unreadable({ code, message }: FormatError): Refusal {
  return { code: CODES[code] ?? 'invalid_request', message }
}

/** Does what reads a file. @throws {ServiceError} invalid_request, file_too_large: the file cannot be read */
export async function orUnreadable<Value>(reading: () => Promise<Value>): Promise<Value> {
  try {
    return await reading()
  } catch (error) {
    throw error instanceof FormatError ? errorOf(unreadable(error)) : error
  }
}
