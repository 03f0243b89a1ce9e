import type { EngineAbout } from '../about.ts'

/** DeepL, configured where it has a key. */
export const deepl: EngineAbout<'url'> = {
  name: 'deepl',
  listed: 3,
  turn: 1,
  words: {
    taken: 'the one whose key is set',
    get: 'set TRANSLATION_DEEPL_API_KEY',
    get_in_short: 'set a key of one',
  },
  offer: { title: 'DeepL', cost: 'characters of your key', seen_by: 'DeepL sees the text' },
  key: { help: 'key for DeepL' },
  settings: {
    url: { kind: 'address', value: 'URL', help: 'address of DeepL', unset: 'as the key says' },
  },
  load: async () => (await import('./deepl.ts')).createDeepl,
}
