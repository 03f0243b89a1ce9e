import type { AnswerToJudge, Checked, Conditions, FixedWords, Judged } from '../../checks/index.ts'
import type { Happening } from '../../contract/telemetry.ts'
import type { Refusal } from '../domain/errors.ts'
import type { LinesAsked, LinesFound } from '../domain/finished-line.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'
import type { PlaceNamed } from '../files/place.ts'
import type { ServiceSettings } from '../settings.ts'

/** What the thread is started with. */
export interface ThreadData {
  /** Its database: a path or a URL (store/database.ts). */
  readonly database: string
  /** Where its stored contents lie. */
  readonly files: PlaceNamed
  readonly settings: ServiceSettings
  /** How many jobs of a kind it works on at the same time. */
  readonly hands?: number
  /** Whether it works on what went over its budget before, one at a time, and on nothing else. */
  readonly suspects?: boolean
  /** Whether its service wants to know what happens, and whether it makes spans. Without it neither. */
  readonly telemetry?: { readonly counts: boolean; readonly traces: boolean }
  /** The most heap that it may have, in megabytes. */
  readonly memory_mb?: number
}

/** From the service to its worker thread. */
export type ToThread =
  | { readonly type: 'wake' }
  | { readonly type: 'plan'; readonly request: number; readonly batchId: string; readonly instruction: string }
  /** Checks answers, each in its place. */
  | {
      readonly type: 'judge'
      readonly request: number
      readonly answers: readonly AnswerToJudge[]
      readonly conditions: Conditions
    }
  /** Shows segments as a model sees them, each in its place. */
  | {
      readonly type: 'show'
      readonly request: number
      readonly segments: readonly Checked[]
      readonly terms: FixedWords
    }
  /** Reads lines of a finished translation. */
  | { readonly type: 'lines'; readonly request: number; readonly asked: LinesAsked }
  /** Nobody waits for this request any more. */
  | { readonly type: 'cancel'; readonly request: number }
  /** Begin no more work, and say when what is under way has ended. */
  | { readonly type: 'drain' }
  | { readonly type: 'close' }

/** From the worker thread to its service. */
export type FromThread =
  /** The thread runs. `task`: its name below /proc, where the system has that. */
  | { readonly type: 'started'; readonly task: string | undefined }
  /** It has begun to work on a batch, under this owner's claim; and it has ended to. */
  | { readonly type: 'began'; readonly batchId: string; readonly owner: string; readonly bytes: number }
  | { readonly type: 'ended'; readonly batchId: string }
  /** While there is work: everything else in the thread has had a turn. */
  | { readonly type: 'turn' }
  | { readonly type: 'shown'; readonly request: number; readonly shown: readonly ShownSegment[] | Refusal }
  | { readonly type: 'judged'; readonly request: number; readonly judged: readonly Judged[] | Refusal }
  | { readonly type: 'found'; readonly request: number; readonly found: LinesFound | Refusal }
  /** The batch has been analyzed, well or badly. */
  | { readonly type: 'analyzed'; readonly batchId: string; readonly refusal: Refusal | undefined }
  | { readonly type: 'planned'; readonly request: number; readonly refusal: Refusal | undefined }
  | { readonly type: 'drained' }
  /** For metrics. */
  | { readonly type: 'happened'; readonly happening: Happening }
  /** A line for the operator; never file content. */
  | {
      readonly type: 'log'
      readonly level: 'warn' | 'error'
      readonly message: string
      readonly facts: Record<string, unknown>
    }
