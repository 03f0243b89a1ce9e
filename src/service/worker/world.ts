import type { Telemetry } from '../../contract/telemetry.ts'
import { FormatError } from '../../formats/index.ts'
import type { Refusal } from '../domain/errors.ts'
import { ServiceError } from '../domain/errors.ts'
import { PlanRefusal } from '../domain/plan-refusal.ts'
import { unreadable } from '../domain/unreadable.ts'
import type { Engines } from '../engine/choice.ts'
import { EngineError, explained } from '../engine/engine.ts'
import { isMissing } from '../files/blobs.ts'
import { fileGone } from '../files/original.ts'
import type { Files } from '../ports.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import type { Pause } from './pause.ts'

/** What the work is done with. `clock` is in milliseconds; `pause` is the wait for an engine, in real time unless given. */
export interface World {
  readonly db: Database
  readonly files: Files
  readonly engines: Engines
  readonly settings: ServiceSettings
  readonly clock: () => number
  readonly telemetry: Telemetry
  readonly pause?: Pause
}

const NOTHING_CHARGED =
  'No credits were charged. What was translated already is remembered: create the translation again once that is put right.'

/** The refusal that an error stands for; undefined for one that nobody foresaw. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ServiceError || error instanceof PlanRefusal) {
    const { code, message, param } = error
    return { code, message, ...(param === undefined ? {} : { param }) }
  }
  if (error instanceof FormatError) return unreadable(error)
  if (error instanceof EngineError)
    return { code: 'service_unavailable', message: `${explained(error)} ${NOTHING_CHARGED}` }
  if (isMissing(error)) return refusalOf(fileGone())
  return undefined
}
