import { createHash } from 'node:crypto'
import { ServiceError } from './errors.ts'

/** The values that a list is sorted by, taken from the last row of a page: the next page starts after them. */
export type Position = readonly (string | number)[]

/**
 * A cursor for the page after a position. A checksum binds it to its list (workspace, operation, filters), so that it is not
 * edited or used for another list by mistake. It needs no secret key, since it opens nothing that its holder could not list
 * anyway; so it works in every process on the data folder.
 */
export function writeCursor(position: Position, list: readonly unknown[]): string {
  const text = JSON.stringify(position)
  return Buffer.from(`${checksum(text, list)}${text}`).toString('base64url')
}

/** The position in a cursor. @throws {ServiceError} invalid_cursor when it was altered or belongs to another list (BAT-3) */
export function readCursor(cursor: string, list: readonly unknown[]): Position {
  const plain = Buffer.from(cursor, 'base64url').toString()
  const text = plain.slice(CHECKSUM_LENGTH)
  const position = plain.slice(0, CHECKSUM_LENGTH) === checksum(text, list) ? positionIn(text) : undefined
  if (position === undefined || writeCursor(position, list) !== cursor) {
    const message = 'The cursor is not one of this list with these filters. Start without one.'
    throw new ServiceError('invalid_cursor', message, { param: 'cursor' })
  }
  return position
}

/** The checksum is no secret: a text with a correct checksum may still hold anything, so it is checked. */
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

const CHECKSUM_LENGTH = 16

function checksum(text: string, list: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([text, list]))
  return hash.digest('base64url').slice(0, CHECKSUM_LENGTH)
}
