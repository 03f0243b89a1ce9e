import { expect } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { heldLanguage } from '../../src/service/planner/language-in-name.ts'

/**
 * Proves that a result differs from its source only where its format writes translations into this language: everything
 * between those places stands in it, byte for byte and in order. `again`: what was translated in the source is translated again.
 */
export async function expectSameOutside(
  name: string,
  source: Uint8Array,
  result: Uint8Array,
  language: string,
  again = false,
) {
  const places = await placesIn(name, source, language, again)
  const text = Buffer.from(result)
  let at = 0
  let from = 0
  for (const [start, end] of [...places, [source.length, source.length] as const]) {
    const kept = Buffer.from(source.subarray(from, start))
    const found = from === 0 ? (text.indexOf(kept) === 0 ? 0 : -1) : text.indexOf(kept, at)
    expect(found, `${name}: what stands before byte ${start} is not in the result`).toBeGreaterThanOrEqual(0)
    at = found + kept.length
    from = end
  }
  const last = Buffer.from(source.subarray(places.at(-1)?.[1] ?? 0))
  expect(text.subarray(text.length - last.length).equals(last), `${name}: the end`).toBe(true)
}

/** Where a translation of the whole file may be written: bytes from, up to and not including. */
async function placesIn(name: string, source: Uint8Array, language: string, again: boolean) {
  const format = await loadFormat(name)
  if (format === undefined) throw new Error(`${name} has no format`)
  // A catalogue says who translated, and when.
  const target = { language, made: { by: 'somebody', at: 0 } }
  const places: (readonly [number, number])[] = []
  const bytes = async function* () {
    yield source
  }
  const held = heldLanguage(format.traits, name, undefined)
  for await (const unit of format.scan(bytes(), { target, source: 'en', held })) {
    const asked = unit.left_out === undefined || (again && unit.left_out === 'already_translated')
    // A letter beside a code may make another word of it, which is not written.
    const [beside, apart] = asked ? [`Z${unit.text}Z`, `Z ${unit.text} Z`] : []
    const edits = format.edits(unit, beside, target)
    for (const { start, end } of edits.length > 0 ? edits : format.edits(unit, apart, target)) places.push([start, end])
  }
  return places
}
