import type { Unit } from '../../formats/index.ts'
import type { Database } from '../store/database.ts'
import { putLines } from '../store/memory.ts'
import { PERSON } from '../store/memory-rows.ts'
import type { BatchRow } from '../store/schema.ts'
import { correctionHasher, textHasher } from './line.ts'

/** A translation that a person put right. */
export interface Correction {
  /** The batch that it is a correction of. */
  readonly batch: Pick<BatchRow, 'workspace_id' | 'project' | 'file_name'>
  readonly source: string
  readonly target: string
  /** The line, with the place where it stands. */
  readonly line: Pick<Unit, 'text' | 'part' | 'syntax' | 'sense' | 'slot'>
  /** The translation, as the file has it. */
  readonly text: string
  /** The id of the member, or else of the key, that sent it. */
  readonly by: string
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * Remembers a correction. From then on it outranks all else that is remembered of its line, whatever engine, guidance or glossary there
 * is: in its project, or in the whole workspace where it was made without a project. Called once for each correction that is taken, in
 * the transaction that takes it.
 */
export async function rememberCorrection(tx: Database, correction: Correction): Promise<void> {
  const { batch, source, target, line, text, by, at } = correction
  const { workspace_id, project, file_name } = batch
  await putLines(tx, [
    {
      ...{ workspace_id, project: project ?? '', file_name, text, author: by, engine: PERSON, corrected: 1 },
      line: correctionHasher({ source, target })(line),
      text_hash: textHasher({ source, target })(line.text),
      ...{ source_language: source, target_language: target, source: line.text },
      ...{ part: line.part, sense: line.sense ?? null, created_at: at, used_at: at },
    },
  ])
}
