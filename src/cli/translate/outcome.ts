import { quoted, revealed, visible } from '../../mcp/render/data.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import { languageLabel } from '../../mcp/render/plan.ts'
import type { Places } from '../../mcp/several/places.ts'
import type { ExitStatus } from '../command.ts'
import { type Paint, unpainted } from '../paint.ts'
import { costOf, type FetchedFile, type PlannedFile, TranslationFailed } from './planned-file.ts'

/** The outcome for one file, as `--json` prints it. */
export interface FileOutcome {
  readonly file: string
  readonly batch_id: string | null
  /** What this run spent, also where the file failed after its approval; 0 where a failed translation gave it back; null: not approved here. */
  readonly credits: number | null
  readonly saved: readonly { readonly language: string; readonly path: string }[]
  /** The engine that translated, and then what the checks found; null where the service does not say. */
  readonly engine: string | null
  readonly quality: FetchedFile['quality']
  readonly error: string | null
}

/** A file that could not be translated, and why. `spent`: this run approved it before it failed. */
export function failed(file: string, error: unknown, planned?: PlannedFile, spent = false): FileOutcome {
  const message = error instanceof Error ? error.message : 'something failed'
  return {
    file,
    batch_id: planned?.batch.id ?? null,
    credits: planned === undefined || !spent ? null : error instanceof TranslationFailed ? 0 : costOf(planned),
    saved: [],
    engine: null,
    quality: null,
    error: message,
  }
}

/** A file that is translated and saved. */
export function saved(planned: PlannedFile, places: Places, result: FetchedFile, spent: boolean): FileOutcome {
  const list = [...places].map(([language, path]) => ({ language, path }))
  const { engine, quality } = result
  const credits = spent ? costOf(planned) : null
  return { file: planned.given, batch_id: planned.batch.id, credits, saved: list, engine, quality, error: null }
}

/** How a translation in a terminal ends (CLI-2): 1 if a file failed; else 3 if lines kept their source text, unless `lenient`; else 0. */
export function statusOf(outcomes: readonly FileOutcome[], { lenient }: { readonly lenient: boolean }): ExitStatus {
  if (outcomes.some(({ error }) => error !== null)) return 1
  const kept = outcomes.some(({ quality }) => (quality?.kept_source ?? 0) > 0)
  return kept && !lenient ? 3 : 0
}

/** True where the checks found what a person should look at. */
export function isToRead({ quality }: FileOutcome): boolean {
  return quality !== null && (quality.kept_source > 0 || quality.findings.length > 0)
}

const SHOWN_FINDINGS = 10

/** What the checks found in a finished file, for stderr; empty where the service does not say (ENG-2). */
export function qualityText({ file, engine, quality }: FileOutcome): string {
  if (quality === null) return ''
  const { segments, repaired, kept_source, terms, findings } = quality
  const by = engine === null ? '' : ` by ${visible(engine, 60)}`
  const kept =
    kept_source === 0 ? 'none kept its source text' : `${counted(kept_source, 'segment')} kept the source text`
  const glossary = terms === undefined ? '' : `; ${terms.honoured} of ${counted(terms.present, 'glossary term')} kept`
  const lines = findings
    .slice(0, SHOWN_FINDINGS)
    .map(
      ({ segment, language, reason }) =>
        `  ${quoted(segment, 60)} in ${languageLabel(language)}: ${visible(reason, 200)}`,
    )
  const more = findings.length - lines.length
  return [
    `${visible(file, 300)}: translated${by}; ${counted(segments, 'segment')} checked, ${count(repaired)} repaired, ${kept}${glossary}.`,
    ...lines,
    ...(more > 0 ? [`  and ${counted(more, 'more finding')}`] : []),
    '',
  ].join('\n')
}

/** The error of a file, for stderr. */
export function complaint({ file, error }: FileOutcome, paint: Paint = unpainted): string {
  return `${paint('bad', `${visible(file, 300)}:`)} ${revealed(error ?? '')}\n`
}
