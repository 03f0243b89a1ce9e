import { createHmac, timingSafeEqual } from 'node:crypto'
import { ServiceError } from './errors.ts'

/** The values that a list is sorted by, taken from the last row of a page: the next page starts after them. */
export type Position = readonly (string | number)[]

/** Cursors of lists. Each is signed together with its list (workspace, operation, filters): it holds for that list alone. */
export interface Cursors {
  /** A cursor for the page after a position. */
  write(position: Position, list: readonly unknown[]): string
  /** The position in a cursor. @throws {ServiceError} invalid_cursor when it was altered or belongs to another list (BAT-3) */
  read(cursor: string, list: readonly unknown[]): Position
}

/** Makes the cursors under a key of the data folder, so that they work in every process on it, also after a restart. */
export function createCursors(key: Uint8Array): Cursors {
  const signature = (text: string, list: readonly unknown[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([text, list]))
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH)
  const write = (position: Position, list: readonly unknown[]): string => {
    const text = JSON.stringify(position)
    return Buffer.from(`${signature(text, list)}${text}`).toString('base64url')
  }
  return {
    write,
    read(cursor, list) {
      const plain = Buffer.from(cursor, 'base64url').toString()
      const text = plain.slice(SIGNATURE_LENGTH)
      const signed = isSame(plain.slice(0, SIGNATURE_LENGTH), signature(text, list))
      const position = signed ? positionIn(text) : undefined
      if (position === undefined || write(position, list) !== cursor) {
        const message = 'The cursor is not one of this list with these filters. Start without one.'
        throw new ServiceError('invalid_cursor', message, { param: 'cursor' })
      }
      return position
    },
  }
}

/** 128 bits, in base64url. */
const SIGNATURE_LENGTH = 22

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A build that signed other positions may have written the cursor, so what is in it is checked. */
function positionIn(text: string): Position | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isStep) ? value : undefined
  } catch {
    return undefined
  }
}

function isStep(value: unknown): value is Position[number] {
  return typeof value === 'string' || typeof value === 'number'
}
