import * as z from 'zod'
import { Created } from '../contract/plan.ts'

/** A file that came to an upload address, and the translation that was made from it. */
const ArrivedFile = z.object({
  name: z.string(),
  created: Created,
  request_id: z.string(),
  /** The instruction that its batch was last planned with. */
  instruction: z.string().optional(),
  /** When its plan was last read, in milliseconds since 1970. */
  read_at: z.number(),
})
export type ArrivedFile = z.output<typeof ArrivedFile>

/** What the page at the address may say about where files go. */
const UploadTerms = z.object({
  /** The name of the member whose assistant waits; undefined where nobody signs in. */
  asker: z.string().optional(),
  /** The extensions of the files that the service reads. */
  formats: z.array(z.string()).readonly(),
  /** The most bytes of a file, whatever its format. */
  most_bytes: z.number(),
})
export type UploadTerms = z.output<typeof UploadTerms>

/** What is kept of an upload as JSON: what it is for, and what became of it. */
export const Held = z.object({
  filename: z.string().optional(),
  /** The instruction that its files are planned with when they arrive. */
  instruction: z.string().optional(),
  terms: UploadTerms,
  /** Part of the idempotency keys of the batches that it makes. */
  key: z.string(),
  /** In the order in which they came. */
  arrived: z.array(ArrivedFile),
  /** Why a file was not taken, by its name: until one of that name is. */
  refused: z.array(z.tuple([z.string(), z.string()])),
  /** Why the last attempt failed. */
  last_refusal: z.string().optional(),
  /** Files that the page is still to send, as it said last, and until when that is believed, in milliseconds since 1970. */
  coming: z.object({ files: z.number(), until: z.number() }).optional(),
})

/** Files that a page is still to send. */
export type Coming = NonNullable<z.output<typeof Held>['coming']>
