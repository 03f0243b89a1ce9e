import { type Unit, windowsOf } from '../../formats/index.ts'
import type { Round, Segment } from '../engine/engine.ts'
import { segmentOf } from '../translation/source-hash.ts'

/** Characters of a neighbour that an engine is shown. */
const NEIGHBOUR = 200
/** After so many units the one who collects is given its turn, whether there is a round or not. */
const TURN = 1000

/** Says of a window of units which have to be asked for: at their places stand the ids of their segments, elsewhere undefined. */
export type Wanting = (units: readonly Unit[]) => Promise<readonly (string | undefined)[]>

type Limits = Pick<Round, 'segments' | 'characters'>

/**
 * Collects rounds of segments out of a file, each segment with the texts that stand before and after it. No round is larger than
 * the limits, unless it is one segment that is larger by itself. An empty round comes now and then, so that whoever collects can
 * look around.
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
  #characters = 0
  /** The end of the text before the next unit. */
  #before = ''
  /** The last segment of the round does not know yet what follows it. */
  #waits = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Adds the segment of the next unit where it has an id. Gives the round before it where that has no room for it. */
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
    const { segments, characters } = this.#limits
    if (this.round.length === 0) return true
    return this.round.length < segments && this.#characters + text.length <= characters
  }

  #take(): readonly Segment[] {
    const { round } = this
    this.round = []
    this.#characters = 0
    return round
  }
}
