import type { Refusal } from '../domain/errors.ts'
import type { ServiceSettings } from '../settings.ts'

/** What the thread is started with. */
export interface ThreadData {
  readonly databaseFile: string
  readonly filesFolder: string
  readonly settings: ServiceSettings
}

/** From the service to its worker thread. */
export type ToThread =
  | { readonly type: 'wake' }
  | { readonly type: 'plan'; readonly request: number; readonly batchId: string; readonly instruction: string }
  | { readonly type: 'close' }

/** From the worker thread to its service. */
export type FromThread =
  /** The batch has been analyzed, well or badly. */
  | { readonly type: 'analyzed'; readonly batchId: string; readonly refusal: Refusal | undefined }
  | { readonly type: 'planned'; readonly request: number; readonly refusal: Refusal | undefined }
  /** A line for the operator; never file content. */
  | {
      readonly type: 'log'
      readonly level: 'warn' | 'error'
      readonly message: string
      readonly facts: Record<string, unknown>
    }
