import type { Checked } from '../../checks/index.ts'
import { PLACEHOLDER_SYNTAXES, type PlaceholderSyntax } from '../../formats/index.ts'
import type { SegmentRow } from '../store/schema.ts'

/** A segment as it is shown and checked. */
export function checkedOf({ text, syntax, note, max_length }: SegmentRow): Checked {
  return {
    text,
    ...(isSyntax(syntax) && { syntax }),
    ...(note !== null && { note }),
    ...(max_length !== null && { max_length }),
  }
}

const SYNTAXES: ReadonlySet<string | null> = new Set(PLACEHOLDER_SYNTAXES)

function isSyntax(syntax: string | null): syntax is PlaceholderSyntax {
  return SYNTAXES.has(syntax)
}
