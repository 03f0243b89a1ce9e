import type { EngineAbout } from '../about.ts'

/** Any endpoint that speaks as OpenAI's does, configured where it has a key or an address. */
export const openai: EngineAbout<'base_url' | 'model' | 'model_lite'> = {
  name: 'openai',
  listed: 2,
  turn: 2,
  words: {
    taken: 'the one whose key is set',
    get: 'set TRANSLATION_OPENAI_API_KEY, or TRANSLATION_OPENAI_BASE_URL for any endpoint with the same API',
    get_in_short: 'set a key of one',
  },
  offer: { title: 'OpenAI, or any endpoint like it', cost: 'tokens of your key', seen_by: 'they see the text' },
  endpoint: { address: 'base_url', model: 'model', usual_model: 'gpt-5-mini' },
  key: { help: 'key for OpenAI, or for an endpoint with the same API; a server of your own needs none' },
  settings: {
    base_url: {
      kind: 'nearby_address',
      value: 'URL',
      help: 'address of that endpoint, for example http://127.0.0.1:11434/v1',
      unset: "OpenAI's own",
    },
    model: { kind: 'text', value: 'NAME', help: 'model that translates there' },
    model_lite: { kind: 'text', value: 'NAME', help: 'model for lite quality', unset: 'the same model' },
  },
  lacks: ({ api_key, base_url }) =>
    api_key === undefined && base_url === undefined
      ? 'TRANSLATION_OPENAI_API_KEY, or TRANSLATION_OPENAI_BASE_URL for a server of your own'
      : undefined,
  hindrance: async values => (await import('./looking.ts')).hindranceAt(values),
  load: async () => (await import('./openai.ts')).createOpenAi,
}
