import { createHash } from 'node:crypto'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'

/**
 * A hash of all that the translations of one job depend on besides the text: engine, languages, glossary, guidance. A translation
 * that was kept or remembered under one hash is not used under another.
 */
export function conditionsOf(engine: Engine, { signal: _, ...conditions }: EngineJob): string {
  return createHash('sha256')
    .update(JSON.stringify([engine.id, engine.edition?.(conditions.tier) ?? null, conditions]))
    .digest('base64url')
}

const ANY = { source: '', target: '', tier: 'standard', glossary: [], keep: [], guidance: [] } as const

/**
 * Makes the source hash of segments: equal texts under equal conditions have the same one, and are translated once. It covers all
 * that a translation depends on: a translation that was kept under other terms or guidance is not used. Where a caller's model
 * translates, it covers the text alone: a segment was handed out, perhaps days ago, and must be found again although the
 * glossary has changed.
 */
export function sourceHasher(engine: Engine, job: EngineJob): (unit: Unit) => string {
  const base = createHash('sha256').update(conditionsOf(engine, engine.hands === 'caller' ? ANY : job))
  return ({ text, syntax = 'general', sense = '', max_length }) => {
    const kind = max_length === undefined ? syntax : `${syntax} ${max_length}`
    return base.copy().update(`${kind}\n${sense.length}\n${sense}`).update(text).digest('base64url')
  }
}

/** A unit as an engine sees it. */
export function segmentOf(id: string, { text, part, syntax, note, max_length }: Unit): Segment {
  return {
    ...{ id, text, part },
    ...(syntax !== undefined && { syntax }),
    ...(note !== undefined && { note }),
    ...(max_length !== undefined && { max_length }),
  }
}
