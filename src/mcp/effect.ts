/**
 * What a tool does, in one word. The annotations that hosts act on come from this word, so that a tool that spends or writes a file
 * can never claim to be read-only.
 */
export const EFFECTS = {
  /** Reads, and changes nothing. */
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Adds something. A repeated call finds what the first call made, unless it asks for a new one. */
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  /** Changes something in a way that can be undone. */
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** May remove something for good. */
  remove: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  /** Spends credits. */
  spend: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  /** Writes a file; replaces an existing file only if the caller asks for that. */
  save: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const

export type Effect = keyof typeof EFFECTS
