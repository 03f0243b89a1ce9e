import type { EngineValues } from '../../../../src/service/engine/about.ts'
import type { Engine } from '../../../../src/service/engine/engine.ts'

/** Writes the key's length and the mood before each text, so that a test sees that both arrived. */
export function createToy({ api_key = '', mood }: EngineValues<'api_key' | 'mood'>): Engine {
  return {
    id: 'toy',
    hands: 'service',
    round: { segments: 10, characters: 10_000, concurrency: 1 },
    describe: ({ characters }) => ({
      engine: 'toy',
      text_goes_to: `a box of ${mood} toys`,
      credit_cost: 0,
      billing: { who: 'you', unit: 'characters', estimate: characters },
      advice: ['A toy may break.'],
    }),
    supports: () => true,
    async *translate(batch) {
      for (const { id, text } of batch) yield { id, text: `${api_key.length} ${mood}: ${text}` }
    },
  }
}
