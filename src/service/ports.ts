import type { AnswerToJudge, Checked, Conditions, FixedWords, Judged } from '../checks/index.ts'
import type { ByteStream } from '../formats/index.ts'
import type { Refusal } from './domain/errors.ts'
import type { LinesAsked, LinesFound } from './domain/finished-line.ts'
import type { ShownSegment } from './domain/shown-segment.ts'
import type { BatchRow } from './store/schema.ts'

/** A stored file: `blob` names it below the files folder, `size` is in bytes, `sha256` in hex. */
export interface StoredBlob {
  readonly blob: string
  readonly size: number
  readonly sha256: string
}

/** A content that lies somewhere, with the time of its writing in milliseconds. */
export interface ListedBlob {
  readonly blob: string
  readonly written_at: number
}

/**
 * Stored contents: originals, uploads and results. They lie in a folder or in a bucket. Their names are made by the program, never by a
 * user. A blob belongs to the row of the database that names it. While their place is away, each function but `remove` throws FilesAway.
 */
export interface Files {
  /**
   * Stores a stream, never holding it whole in memory. It appears whole under its name, or not at all.
   *
   * @throws {ServiceError} file_too_large beyond `limitBytes`; nothing is left of it
   */
  put(source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredBlob>
  /** Reads a blob from its beginning, or from any place on; may be called again. */
  open(blob: string): ByteStream
  /** Size in bytes; undefined when the blob is not there. */
  size(blob: string): Promise<number | undefined>
  /** Removes a blob; one that is already gone is fine. While the place is away, it stays until the hourly pass finds it. */
  remove(blob: string): Promise<void>
  /** What lies there, half-written contents too, page by page. What is removed meanwhile may still come. */
  list(): AsyncIterable<ListedBlob>
  /**
   * An address under which whoever has it gets a blob for a minute, as a file of this name and media type; undefined where it is the
   * service that gives it out.
   */
  address(blob: string, as: { readonly file_name: string; readonly media_type: string }): Promise<string | undefined>
}

/** The place of the stored contents: a folder or a bucket. */
export interface FilesPlace extends Files {
  /** Makes it where it can be made: for a service that keeps nothing yet. */
  make(): Promise<void>
  /** Looks whether it can be used now, as often as anybody asks. @throws {FilesAway} or the error of its disk, where it cannot */
  look(): Promise<void>
  /** The same by all that is done there: a tiny content is listed, written and removed. @throws {FilesAway} as `look` */
  trial(): Promise<void>
  /** What lies there to say which database it belongs to; undefined where nothing says that. */
  mark(): Promise<string | undefined>
  /** Writes the mark of a place that has none. @returns false where it has another, also one that is written at the same moment */
  setMark(mark: string): Promise<boolean>
}

export type LinkMethod = 'GET' | 'PUT'

/** Signed links: they work without a credential, expire, and cannot be altered to reach something else. */
export interface Links {
  /**
   * The whole address of `path` (its parts already encoded), on the base address of the service, until `expiresAt` (ms). `by` is the
   * id of the key or connection that it is made for: the link names it.
   */
  sign(method: LinkMethod, path: string, expiresAt: number, by?: string): string
  /** True when `url` is a link signed here for this method, unaltered and not expired at `now` (ms). */
  check(method: LinkMethod, url: URL, now: number): boolean
}

/** A file that is fetched from an address. The receiver has to read `body` or call `close`. */
export interface Fetched {
  readonly fileName: string | undefined
  /** Size in bytes as its server says; undefined where it does not. */
  readonly size: number | undefined
  readonly body: AsyncIterable<Uint8Array>
  close(): void
}

/** Opens `file_url`. @throws {ServiceError} file_fetch_failed saying why; its body throws the same */
export type FetchFile = (url: string, signal: AbortSignal) => Promise<Fetched>

/** One who waits until a batch moves. */
export interface Watch {
  /**
   * The batch once `isIt` says so of it, or as it was last seen when `ms` are over, `signal` aborts or the service stops; undefined where
   * it was not seen since the watch began.
   */
  until(isIt: (batch: BatchRow) => boolean, ms: number, signal: AbortSignal): Promise<BatchRow | undefined>
  end(): void
}

/** The work behind the batches: analysis and translation, in threads of this process, under leases and within a budget. */
export interface Jobs {
  /**
   * Resolves when the batch has left `queued` and `analyzing`, at once where it already has, or when `signal` aborts.
   * A refusal says why the analysis failed, where that was found out in this process.
   */
  analyze(batchId: string, signal: AbortSignal): Promise<Refusal | undefined>
  /**
   * Watches a batch, whatever process changes it, without holding a connection to the database. Call `end` of it. Undefined where too many
   * wait already, of this caller or of all.
   */
  watch(batchId: string, caller: { readonly id: string; readonly most: number }): Watch | undefined
  /** Ends all watches, and lets none begin: whoever waits is answered now. */
  endWatches(): void
  /**
   * Plans a batch that awaits review; the plan is in the database afterwards. Stops when `signal` aborts.
   *
   * @throws {ServiceError} when no plan can be made
   */
  plan(batchId: string, instruction: string, signal: AbortSignal): Promise<void>
  /**
   * Checks answers, each in its place.
   *
   * @throws {ServiceError} invalid_request when that takes too much time or memory; service_unavailable while the service stops
   */
  judge(answers: readonly AnswerToJudge[], conditions: Conditions, signal: AbortSignal): Promise<readonly Judged[]>
  /**
   * Segments as a model sees them, each in its place.
   *
   * @throws {ServiceError} batch_not_editable when that takes too much time or memory; service_unavailable while the service stops
   */
  show(segments: readonly Checked[], terms: FixedWords, signal: AbortSignal): Promise<readonly ShownSegment[]>
  /**
   * Reads lines of a finished translation.
   *
   * @throws {ServiceError} batch_not_editable when nothing is kept of it, or that takes too much time or memory; as `originalOf`;
   *   service_unavailable while the service stops
   */
  lines(asked: LinesAsked, signal: AbortSignal): Promise<LinesFound>
  /**
   * Begins the translation of an approved batch. Never throws, since the approval counts already: where the work cannot begin now,
   * as while the service closes, that is logged, and the next look for work finds the batch.
   */
  translate(batchId: string): void
  /** Starts what does the work, before there is any. Where that is not possible now, it is logged. */
  start(): void
  /** Looks for work that no live lease covers. */
  wake(): void
  /** Begins no more work, lets what is under way end within the time that is set for it, gives the rest back and ends, within two seconds more. */
  close(): Promise<void>
}

/** Lines for the operator. Never a credential, file content or instruction. */
export interface Log {
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}
