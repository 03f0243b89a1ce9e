/** What a state is made of. */
export interface MovingBatch {
  readonly status: string
  readonly phase: string | null
  readonly percent: number | null
  readonly error_code: string | null
}

/** What a wait may end with. */
export interface WaitEnd {
  /** The state that the caller knows. */
  readonly unlike: string
  /** After how long a change of the progress alone is enough, in milliseconds; undefined: never. */
  readonly progress_ms: number | undefined
}

const BETWEEN = '~'

/** The state of a batch as one word (assumptions.md, Batches): where it has moved to, and how far it is there. */
export function stateWord(batch: MovingBatch): string {
  return `${moveOf(batch)}${BETWEEN}${progressOf(batch)}`
}

/** True once a batch is in another state than the one known, `ms` milliseconds after the wait began. Of an unknown word every batch is. */
export function isUnlike(batch: MovingBatch, { unlike, progress_ms }: WaitEnd, ms: number): boolean {
  const [move, progress] = unlike.split(BETWEEN)
  if (move !== moveOf(batch)) return true
  return progress_ms !== undefined && ms >= progress_ms && progress !== progressOf(batch)
}

/** A batch that waits for translations of the caller's own model stands still, whatever its status says. */
function moveOf({ status, phase }: MovingBatch): string {
  return phase === 'awaiting_translations' ? `${status}.${phase}` : status
}

function progressOf({ phase, percent, error_code }: MovingBatch): string {
  return [phase, percent, error_code].map(part => part ?? '').join('.')
}
