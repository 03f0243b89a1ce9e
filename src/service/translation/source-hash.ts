import { createHash } from 'node:crypto'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import { lineHasher } from './line.ts'

/** What of an engine its translations are kept under. */
export type Hashing = Pick<Engine, 'id' | 'hands' | 'edition'>

/**
 * A hash of all that the translations of one job depended on besides the text, as an earlier build knew it: a change of the glossary
 * made it another one for every text.
 */
export function conditionsOf(engine: Hashing, { signal: _, unchecked: __, ...conditions }: EngineJob): string {
  return createHash('sha256')
    .update(JSON.stringify([engine.id, engine.edition?.(conditions.tier) ?? null, conditions]))
    .digest('base64url')
}

const ANY = { tier: 'standard', glossary: [], keep: [], guidance: [] } as const
const ANY_LANGUAGE = { source: '', target: '', ...ANY } as const

type Hasher = (unit: Unit) => string

/** The first edition of source hashes, which batches of an earlier build have, and translations that it remembered. */
export function earlierHasher(engine: Hashing, job: EngineJob): Hasher {
  const base = createHash('sha256').update(conditionsOf(engine, engine.hands === 'caller' ? ANY_LANGUAGE : job))
  return ({ text, syntax = 'general', sense = '', max_length }) => {
    const kind = max_length === undefined ? syntax : `${syntax} ${max_length}`
    return base.copy().update(`${kind}\n${sense.length}\n${sense}`).update(text).digest('base64url')
  }
}

const EDITIONS: Readonly<Record<number, (engine: Hashing, job: EngineJob) => Hasher>> = {
  1: earlierHasher,
  2: (engine, job) => lineHasher(engine, engine.hands === 'caller' ? { ...job, ...ANY } : job),
}

/**
 * Makes the source hash of segments: those with the same one are translated once. It covers all that a translation depends on: a
 * translation that was kept under other terms or guidance is not used. Where a caller's model translates, it covers the text and its
 * place alone: a segment was handed out, perhaps days ago, and must be found again although the glossary has changed. A batch keeps the
 * edition that it began with (`BatchRow.hash_edition`), so that work which a newer build goes on with finds what is done.
 */
export function sourceHasher(engine: Hashing, job: EngineJob, { hash_edition }: { hash_edition: number }): Hasher {
  const made = EDITIONS[hash_edition]
  if (made === undefined) throw new Error(`Source hashes of edition ${hash_edition} are unknown.`)
  return made(engine, job)
}

/** True where the source hash of a segment is the hash of its line (line.ts), so that it need not be made twice. */
export function keptByLine(engine: Hashing, { hash_edition }: { hash_edition: number }): boolean {
  return hash_edition === 2 && engine.hands !== 'caller'
}

/** A unit as an engine sees it. */
export function segmentOf(id: string, { text, part, syntax, note, max_length, context }: Unit): Segment {
  return {
    ...{ id, text, part },
    ...(syntax !== undefined && { syntax }),
    ...(note !== undefined && { note }),
    ...(max_length !== undefined && { max_length }),
    ...(context !== undefined && { context }),
  }
}
