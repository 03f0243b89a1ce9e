import { visible } from '../../mcp/render/data.ts'
import type { Job } from './job.ts'
import type { Places } from './places.ts'

/** What became of one file, as `--json` prints it. Credits are null where nothing was approved by this run. */
export interface Outcome {
  readonly file: string
  readonly batch_id: string | null
  readonly credits: number | null
  readonly saved: readonly { readonly language: string; readonly path: string }[]
  readonly error: string | null
}

/** A file that could not be translated, and why. */
export function failed(file: string, error: unknown, job?: Job): Outcome {
  const message = error instanceof Error ? error.message : 'something failed'
  return { file, batch_id: job?.batch.id ?? null, credits: null, saved: [], error: message }
}

/** A file that is translated and saved. */
export function saved({ given, batch, plan }: Job, places: Places, spent: boolean): Outcome {
  const list = [...places].map(([language, path]) => ({ language, path }))
  return { file: given, batch_id: batch.id, credits: spent ? plan.credit_cost : null, saved: list, error: null }
}

/** The complaint about a file, for stderr. */
export function complaint({ file, error }: Outcome): string {
  return `${visible(file, 300)}: ${error ?? ''}\n`
}
