import type { EngineAbout } from '../about.ts'

/** Accented text that shows the workflow. It has no turn: it is taken only by name, or for the tag that says it is no language. */
export const pseudo: EngineAbout<never> = {
  name: 'pseudo',
  listed: 5,
  own_language: 'en-XA',
  words: { trial: 'tries the workflow without translating' },
  settings: {},
  load: async () => {
    const engine = (await import('./pseudo.ts')).pseudo
    return () => engine
  },
}
