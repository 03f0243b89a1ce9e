import type { Unit } from '../../formats/index.ts'
import type { Round, Segment } from '../engine/engine.ts'
import { segmentOf } from './segments.ts'

/** Characters of a neighbour that an engine is shown. */
const NEIGHBOUR = 200
/** Units after which the one who collects is given its turn, be there a round or not. */
const TURN = 1000

/**
 * Collects rounds of segments out of a file, each with the texts that stand before and after it. `wanting` names the segment of
 * a unit that has to be asked for. No round is larger than the limits unless one segment is; now and then an empty one
 * comes, so that whoever collects can look around.
 */
export async function* collectRounds(
  units: AsyncIterable<Unit>,
  limits: Pick<Round, 'segments' | 'characters'>,
  wanting: (unit: Unit) => string | undefined,
): AsyncGenerator<readonly Segment[]> {
  let round: Segment[] = []
  let characters = 0
  let before = ''
  let waits = false
  let passed = 0
  for await (const unit of units) {
    const prose = unit.left_out === undefined || unit.left_out === 'already_translated'
    // The last segment of the round learns what follows it before the round goes.
    if (prose && waits) {
      const last = round.pop()
      if (last !== undefined) round.push({ ...last, after: unit.text.slice(0, NEIGHBOUR) })
      waits = false
    }
    const id = wanting(unit)
    if (id !== undefined) {
      if (round.length >= limits.segments || (round.length > 0 && characters + unit.text.length > limits.characters)) {
        yield round
        round = []
        characters = 0
      }
      round.push({ ...segmentOf(id, unit), ...(before !== '' && { before }) })
      characters += unit.text.length
      waits = true
    }
    if (prose) before = unit.text.slice(-NEIGHBOUR)
    passed += 1
    if (passed % TURN === 0) yield []
  }
  if (round.length > 0) yield round
}
