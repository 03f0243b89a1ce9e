import type { Planned } from '../contract/plan.ts'

/** A stored file: `blob` names it below the files folder. */
export interface StoredBlob {
  readonly blob: string
  readonly size: number
  readonly sha256: string
}

/** Files of the data folder. */
export interface Files {
  /** Stores a stream whole or not at all. @throws ServiceError `file_too_large` beyond `limitBytes` */
  put(source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredBlob>
  open(blob: string): AsyncIterable<Uint8Array>
  remove(blob: string): Promise<void>
}

export type LinkKind = 'result' | 'upload'

/** Signed links: they work without a credential, expire, and cannot be altered to reach something else. */
export interface Links {
  /** The whole address, on the base address of the service. `expiresAt` in milliseconds. */
  sign(kind: LinkKind, id: string, expiresAt: number): string
}

/** The work behind the batches: analysis and translation, in a thread of this process, under leases. */
export interface Jobs {
  /** Resolves when the batch has left `analyzing`, at once where it already has. */
  analyze(batchId: string): Promise<void>
  plan(batchId: string, instruction: string): Promise<Planned>
  translate(batchId: string): void
  /** Looks for work that no live lease covers. */
  wake(): void
  /** Keeps what is finished, gives up its leases and ends, within two seconds. */
  close(): Promise<void>
}

/** Lines for the operator. Never a credential, file content or instruction. */
export interface Log {
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}
