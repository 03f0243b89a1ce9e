/** Where the members of one element go in another that holds some of them. */
import type { HeldMember, XmlHolder } from './holder.ts'

/**
 * For each member of `from` that comes, by its number: before which member of `there` it goes. That is after the nearest part before it
 * that both have, else before the nearest after it, else at the end. A comment that stands for itself and is there, too, keeps its side.
 */
export function slotsIn(there: XmlHolder, from: XmlHolder, comes: (at: number) => boolean): Map<number, number> {
  const numbers = new Map(there.members.flatMap(({ key }, at) => (key === undefined ? [] : [[key, at] as const])))
  const numberOf = (at: number): number | undefined => numbers.get(from.members[at]?.key ?? '')
  const slots = new Map<number, number>()
  const first = from.members.findIndex((_, at) => numberOf(at) !== undefined)
  let slot = first < 0 ? 0 : (numberOf(first) ?? 0)
  for (let at = first - 1; at >= 0; at -= 1) {
    if (comes(at)) slots.set(at, slot)
    else if (isAlike(from.members[at], there.members[slot - 1])) slot -= 1
  }
  // Nothing in common shows a place: it goes behind what is there, or between its comments where nothing else is.
  if (first < 0 && numbers.size > 0) slot = there.members.length
  for (let at = Math.max(0, first); at < from.members.length; at += 1) {
    const number = numberOf(at)
    if (comes(at)) slots.set(at, slot)
    else if (number !== undefined) slot = number + 1
    else if (isAlike(from.members[at], there.members[slot])) slot += 1
  }
  return new Map([...slots].sort(([one], [other]) => one - other))
}

/** Whether two members that hold no text are the same comment, or elements of the same name. */
function isAlike(one: HeldMember | undefined, other: HeldMember | undefined): boolean {
  if (!one || !other || one.part || other.part) return false
  if (one.element && other.element) return one.element.tag.name === other.element.tag.name
  return !one.element && !other.element && rawOf(one) === rawOf(other)
}

function rawOf({ nodes }: HeldMember): string {
  return nodes.map(({ raw }) => raw.replace(/\s+/g, ' ')).join('')
}
