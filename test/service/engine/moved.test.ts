import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'
import { type AnsweredSegment, areShifted, likelySwapped } from '../../../src/service/engine/openai/moved.ts'
import { corpus } from '../../support/corpus.ts'

function answered(...pairs: readonly (readonly [source: string, translation: string])[]): AnsweredSegment[] {
  return pairs.map(([text, translation], at) => ({ segment: { id: `${at}`, text }, translation }))
}

/** Every translation under the id of the next one. */
function shifted(answers: readonly AnsweredSegment[]): AnsweredSegment[] {
  return answers.map(({ segment }, at) => ({
    segment,
    translation: answers[(at + 1) % answers.length]?.translation ?? '',
  }))
}

const named = (...names: string[]) => corpus('po').filter(({ name }) => names.includes(name))

/** Catalogues that people translated, as rounds of 40 messages, one every so many messages. */
const ROUNDS = [
  { of: 'our own files', files: named('workshop-de.po', 'workshop-ja.po'), step: 10 },
  { of: 'the files beside the project', files: named('git-gui-de.po', 'gimp-libgimp-ja.po'), step: 40 },
].filter(({ files }) => files.length > 0)

describe('translations under other ids than their own', () => {
  it('are seen by codes and by numbers that changed places', () => {
    expect(areShifted(answered(['Save {a}', '{b} öffnen'], ['Open {b}', '{a} sichern']))).toBe(true)
    expect(areShifted(answered(['Page 12', 'Kapitel'], ['Chapter', 'Seite 12']))).toBe(true)
    expect(areShifted(answered(['Save {a}', '{a} sichern'], ['Open {b}', '{b} öffnen']))).toBe(false)
  })

  it('are not seen in one that is merely wrong, nor in numbers of another dress', () => {
    expect(areShifted(answered(['Save {a}', '{x} sichern'], ['Open {b}', '{b} öffnen']))).toBe(false)
    expect(areShifted(answered(['Page 12', 'Seite 13'], ['Page 14', 'Seite 14']))).toBe(false)
    expect(areShifted(answered(['1,234.5 km', '1.234,5 km'], ['Page 14', 'Seite 14']))).toBe(false)
  })

  it('are likely where one is far too long and the other far too short, and each would fit', () => {
    const long = 'The file could not be saved because the disk is full.'
    const lang = 'Die Datei konnte nicht gesichert werden, weil die Platte voll ist.'
    const good = answered([long, lang], ['Open the box', 'Öffne die Kiste'], ['Close the box', 'Schließ die Kiste'])
    expect([...likelySwapped(good)]).toEqual([])
    const [first, second, third] = good
    if (first === undefined || second === undefined || third === undefined) throw new Error('three')
    const swapped = [
      { ...first, translation: second.translation },
      { ...second, translation: first.translation },
      third,
    ]
    expect([...likelySwapped(swapped)].sort()).toEqual([0, 1])
    expect([...likelySwapped(swapped.slice(0, 2))].sort()).toEqual([0, 1])
    expect([...likelySwapped([{ ...first, translation: 'Kurz' }, second, third])]).toEqual([])
    expect([...likelySwapped([])]).toEqual([])
  })

  it.each(ROUNDS)('are seen in most shifted rounds of $of, and in hardly any good one', async ({ files, step }) => {
    const counted = { rounds: 0, wrongly: 0, seen: 0 }
    for (const { name, bytes } of files) {
      const open = async function* () {
        yield bytes
      }
      const language = name.endsWith('de.po') ? 'de' : 'ja'
      const all: AnsweredSegment[] = []
      for await (const { text, target, left_out } of (await loadFormat(name))?.scan(open(), { target: { language } }) ??
        []) {
        if (left_out !== 'already_translated' || target === undefined) continue
        all.push({ segment: { id: '', text }, translation: target })
      }
      for (let from = 0; from + 40 <= all.length; from += step) {
        const round = all.slice(from, from + 40)
        counted.rounds += 1
        const isSeen = (answers: AnsweredSegment[]): boolean => areShifted(answers) || likelySwapped(answers).size > 0
        if (isSeen(round)) counted.wrongly += 1
        if (isSeen(shifted(round))) counted.seen += 1
      }
    }
    expect(counted.rounds).toBeGreaterThan(20)
    expect(counted.wrongly).toBeLessThanOrEqual(1)
    expect(counted.seen / counted.rounds).toBeGreaterThan(0.9)
  })
})
