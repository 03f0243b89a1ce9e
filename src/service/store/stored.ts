import * as z from 'zod'

/**
 * A column whose JSON this program does not read: its content is damaged, or a newer program wrote it. The message names table and
 * column, never the content, which may be text of a file.
 */
export class UnreadableColumn extends Error {
  override readonly name = 'UnreadableColumn'
  readonly code: 'column_corrupt' | 'column_newer'

  constructor(code: UnreadableColumn['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** How one column of the database holds a value as JSON text. */
export interface Stored<Value> {
  write(value: Value): string
  /** @throws {UnreadableColumn} column_corrupt when the text is not such a value, column_newer when a later version wrote it */
  read(text: string): Value
}

/** A value of a version above 1. A value of version 1 has no envelope: builds from before there were versions wrote it so. */
const Envelope = z.object({ $version: z.int(), value: z.unknown() })

/**
 * Says how a column holds its value. Raise `version` when an older build would misread what this one writes; the schema then still
 * has to read what the versions before wrote.
 *
 * @param column `table.column`, for errors
 */
export function stored<Value>(column: string, version: number, schema: z.ZodType<Value>): Stored<Value> {
  const corrupt = () => new UnreadableColumn('column_corrupt', `${column} holds something else than it should.`)
  return {
    write: value => JSON.stringify(version === 1 ? value : { $version: version, value }),
    read(text) {
      const { found, value } = versionIn(parsed(text, corrupt))
      if (found > version) {
        const message = `${column} was written by a newer version of this program: its version is ${found}, and this program reads up to ${version}.`
        throw new UnreadableColumn('column_newer', message)
      }
      const result = schema.safeParse(value)
      if (!result.success) throw corrupt()
      return result.data
    },
  }
}

function parsed(text: string, corrupt: () => Error): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw corrupt()
  }
}

function versionIn(json: unknown): { found: number; value: unknown } {
  const envelope = Envelope.safeParse(json)
  return envelope.success ? { found: envelope.data.$version, value: envelope.data.value } : { found: 1, value: json }
}
