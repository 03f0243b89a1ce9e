/** What people are told about the engines of this build, put together from the words of each. */
import type { EngineAbout, EngineWords } from './about.ts'
import { BY_TURN } from './configured.ts'
import { ENGINES } from './engines.ts'

/** How to get an engine other than this one, as orders: `set …; or install …`. */
export function waysToGet(except?: EngineAbout): string {
  const others = BY_TURN.filter(about => about !== except)
  return saidOnce(others, 'get').join('; or ')
}

/** The same in a few words: `set TRANSLATION_ENGINE, set a key of one, or install …`. */
export function waysInShort(): string {
  const ways = ['set TRANSLATION_ENGINE', ...saidOnce(BY_TURN, 'get_in_short')]
  const last = ways.pop() ?? ''
  return ways.length === 0 ? last : `${ways.join(', ')}, or ${last}`
}

/** Which engine is taken where none is named: `the one whose key is set; else …`. */
export function takenInTurn(): string {
  return saidOnce(BY_TURN, 'taken').join('; else ')
}

/** The engines that are only taken by name, each with the reason to name it: `x tries …`. Empty where there are none. */
export function trials(): string[] {
  return ENGINES.flatMap(({ name, words }) => (words.trial === undefined ? [] : [`${name} ${words.trial}`]))
}

function saidOnce(engines: readonly EngineAbout[], what: keyof EngineWords): string[] {
  return [...new Set(engines.flatMap(({ words }) => words[what] ?? []))]
}
