import type { Amount } from '../../mcp/consent/amount.ts'
import type { Folders } from '../../mcp/files/folders.ts'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import type { Paint } from '../paint.ts'
import type { Caps } from './caps.ts'
import type { Order } from './operands.ts'
import type { FileOutcome } from './outcome.ts'
import type { Screen } from './progress.ts'
import type { ToolSession } from './session.ts'

/** What a run is given. */
export interface Workflow {
  readonly session: ToolSession
  readonly order: Order
  readonly overwrite: boolean
  /** True where nobody reads a plan before it is agreed to (`--yes`): one that leaves out a part of what was asked is then refused. */
  readonly unread: boolean
  /** What this program knows of files that it wrote before. */
  readonly written: WrittenFiles
  /** The files on this machine, as tools may touch them. */
  readonly folders: Folders
  /** Folder into which results are fetched before they are saved to their places; made when needed. */
  readonly folder: string
  readonly stderr: Screen
  /** Whether a line there can be drawn again in place; left out: where it is a terminal. */
  readonly redraws?: boolean
  /** Colours for what is written there; default: none. */
  readonly paint?: Paint
  readonly signal: AbortSignal
  /**
   * Asks the person to agree to the cost of all files together. Called where somebody is charged. `sample`: she may choose to see a sample
   * of it first.
   *
   * @throws {UsageError} nobody can be asked, or `--yes` has no cap
   */
  readonly agree: (
    question: string,
    total: readonly Amount[],
    batches: readonly string[],
    sample: boolean,
  ) => Promise<boolean | 'sample'>
  /** The most that the question may be about. */
  readonly caps: Caps
  /** What was agreed to before under the same caps, by plan; what is agreed to now is added. */
  readonly agreed?: Map<string, readonly Amount[]> | undefined
  /** Called for each file as soon as it is done or has failed. */
  readonly finished: (outcome: FileOutcome) => void
  /** Called once with a line for each kind of files that are no sources. */
  readonly leftAside?: (lines: readonly string[]) => void
}
