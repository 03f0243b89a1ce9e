/**
 * What a tool does to the world, in one word; the annotations a host acts on derive from it, so that a tool which spends or
 * writes to disk can never claim to be read-only.
 */
export const EFFECTS = {
  /** Looks only. */
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Adds something; the same call again finds what the first one made, but may be told to make another. */
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  /** Changes something that can be changed back. */
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** May remove something for good. */
  remove: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  /** Spends credits. */
  spend: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  /** Writes a file; over an existing one when told to. */
  save: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const

export type Effect = keyof typeof EFFECTS
