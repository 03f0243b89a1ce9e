import type { EngineAbout } from '../../../../src/service/engine/about.ts'

/** An engine that nobody has built yet: it has its turn before all others. */
export const toy: EngineAbout<'mood'> = {
  name: 'toy',
  listed: 6,
  turn: 0,
  words: {
    taken: 'the toy whose key is set',
    get: 'set TRANSLATION_TOY_API_KEY',
    get_in_short: 'wind up a toy',
    does: 'a toy translates',
  },
  key: { help: 'key that winds up the toy' },
  settings: { mood: { kind: 'text', value: 'WORD', help: 'how the toy feels', fallback: 'merry' } },
  load: async () => (await import('./toy.ts')).createToy,
}
