import { type Unit, windowsOf } from '../../formats/index.ts'
import type { Round, Segment } from '../engine/engine.ts'
import { segmentOf } from '../translation/source-hash.ts'

/** Characters of a neighbour that an engine is shown. */
const NEIGHBOUR = 200
/** After this many units `collectRounds` gives an empty round. */
const TURN = 1000

/** Says which units of a window have to be asked for: for each unit, in order, the id of its segment, or undefined for "not asked for". */
export type Wanting = (units: readonly Unit[]) => Promise<readonly (string | undefined)[]>

type Limits = Pick<Round, 'segments' | 'characters' | 'later'>

/**
 * Collects rounds of segments out of a file, each segment with the texts before and after it. A round keeps within the limits, but
 * for a single segment that exceeds them by itself. An empty round comes now and then, also where nothing has to be asked for, so
 * that the caller can stop or note progress.
 */
export async function* collectRounds(
  units: AsyncIterable<Unit>,
  limits: Limits,
  wanting: Wanting,
): AsyncGenerator<readonly Segment[]> {
  const collected = new Collected(limits)
  let passed = 0
  for await (const window of windowsOf(units)) {
    const ids = await wanting(window)
    for (const [at, unit] of window.entries()) {
      const full = collected.add(unit, ids[at])
      if (full !== undefined) yield full
      passed += 1
      if (passed % TURN === 0) yield []
    }
  }
  if (collected.round.length > 0) yield collected.round
}

/** The round that is being collected. */
class Collected {
  round: Segment[] = []
  readonly #limits: Limits
  #taken = 0
  #characters = 0
  /** The end of the text before the next unit. */
  #before = ''
  /** True while the last segment of the round lacks the text after it. */
  #waits = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Adds the segment of the next unit where it has an id. Where the round has no room for it, returns that round and begins another. */
  add(unit: Unit, id: string | undefined): readonly Segment[] | undefined {
    const prose = unit.left_out === undefined || unit.left_out === 'already_translated'
    if (prose && this.#waits) this.#tellWhatFollows(unit.text)
    const full = id === undefined || this.#hasRoomFor(unit.text) ? undefined : this.#take()
    if (id !== undefined) {
      this.round.push({ ...segmentOf(id, unit), ...(this.#before !== '' && { before: this.#before }) })
      this.#characters += unit.text.length
      this.#waits = true
    }
    if (prose) this.#before = unit.text.slice(-NEIGHBOUR)
    return full
  }

  #tellWhatFollows(text: string): void {
    const last = this.round.pop()
    if (last !== undefined) this.round.push({ ...last, after: text.slice(0, NEIGHBOUR) })
    this.#waits = false
  }

  #hasRoomFor(text: string): boolean {
    const { characters, later } = this.#limits
    if (this.round.length === 0) return true
    const { segments } = later !== undefined && this.#taken >= later.after ? later : this.#limits
    return this.round.length < segments && this.#characters + text.length <= characters
  }

  #take(): readonly Segment[] {
    const { round } = this
    this.#taken += 1
    this.round = []
    this.#characters = 0
    return round
  }
}
