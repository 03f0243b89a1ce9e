import { createHash } from 'node:crypto'
import { samePlaceholders, type Unit } from '../../formats/format.ts'
import type { Engine, Job, Segment } from '../engine/engine.ts'
import type { Kept } from '../store/translations.ts'

/**
 * Names segments: equal texts under equal conditions have the same name, and are translated once. Whatever a translation
 * depends on is in it, so that one that was kept under other terms or guidance is not used.
 */
export function namer(engine: Engine, { signal: _, ...conditions }: Job): (unit: Unit) => string {
  const base = createHash('sha256')
    .update(JSON.stringify([engine.id, conditions]))
    .digest()
  return ({ text, syntax = 'general', sense = '' }) =>
    createHash('sha256')
      .update(base)
      .update(JSON.stringify([syntax, sense]))
      .update(text)
      .digest('base64url')
}

/** A unit as an engine sees it. */
export function segmentOf(id: string, { text, part, syntax, note }: Unit): Segment {
  return { id, text, part, ...(syntax !== undefined && { syntax }), ...(note !== undefined && { note }) }
}

/** Why a translation is not written (ENG-2): its source stays, and the quality of the result says so. */
export const FINDINGS = {
  missing: 'the engine gave no translation; the source was kept',
  empty: 'the translation was empty; the source was kept',
  placeholders: 'the translation lost or changed a placeholder; the source was kept',
  unreadable: 'the translation could not be written so that it reads back; the source was kept',
} as const

/** What is kept of one answer of the engine: its text, or the reason why it is not used. */
export function checked({ id, text: source, syntax }: Segment, translation: string | undefined): Kept {
  const text = translation === undefined ? '' : withEdgesOf(source, translation)
  return { source_hash: id, text, finding: findingIn(source, translation, syntax) }
}

/** White space around a text is the file's affair: engines lose it or add some. */
function withEdgesOf(source: string, translation: string): string {
  const lead = source.slice(0, source.length - source.trimStart().length)
  const trail = source.slice(source.trimEnd().length)
  return lead + translation.trim() + trail
}

function findingIn(source: string, translation: string | undefined, syntax: Segment['syntax']): string | null {
  if (translation === undefined) return FINDINGS.missing
  if (translation.trim() === '') return FINDINGS.empty
  return samePlaceholders(source, translation, syntax) ? null : FINDINGS.placeholders
}
